"""The ride that the simulated trainer reports: a plain function of time, so that every run has the same values."""

import math
import struct

# A real trainer computes new values at its own pace, slower than it notifies: some notifications repeat the one before.
SOURCE_PERIOD = 0.25
WHEEL_CIRCUMFERENCE = 2.105
STEP = 1 / 1024


class Ride:
    """A rider who follows the target power and turns at about 85 rpm."""

    def __init__(self):
        self.target_power = 110
        self.grade = 0.0
        self._elapsed = 0.0
        self._power = 60.0
        self._speed = 4.0  # m/s
        self._work = 0.0  # torque as the wheel hub sums it up, Nm per turn
        # Counters begin shortly before they roll over, as they may on a device that has been on for hours.
        self._wheel_turns = 65_500.0
        self._crank_turns = 65_530.0
        self._wheel_event = (65_500, 64_000)  # turns, 1/2048 s
        self._crank_event = (65_530, 65_000)  # turns, 1/1024 s
        self._clock = 31.0  # seconds of the device's own clock
        self._shown = None

    @property
    def cadence(self):
        return 85 + 6 * math.sin(self._elapsed / 1.7)

    def advance(self, seconds):
        """Moves the ride to `seconds` after its start and publishes new values where the source has some."""
        target = math.floor(seconds / SOURCE_PERIOD) * SOURCE_PERIOD
        if self._shown is not None and target <= self._elapsed:
            return
        while self._elapsed < target:
            self._elapsed += STEP
            self._clock += STEP
            self._power += (self.target_power - self._power) * STEP / 0.8
            resistance = 9.81 * 83 * (self.grade / 100 + 0.004) + 0.25 * self._speed**2
            self._speed = max(0.5, self._speed + (self._power / self._speed - resistance) / 83 * STEP)
            before = int(self._wheel_turns)
            self._wheel_turns += self._speed / WHEEL_CIRCUMFERENCE * STEP
            if int(self._wheel_turns) > before:
                self._wheel_event = (int(self._wheel_turns), round(self._clock * 2048) % 65536)
                turns_per_second = self._speed / WHEEL_CIRCUMFERENCE
                self._work += self._power / (2 * math.pi * turns_per_second)
            before = int(self._crank_turns)
            self._crank_turns += self.cadence / 60 * STEP
            if int(self._crank_turns) > before:
                self._crank_event = (int(self._crank_turns), round(self._clock * 1024) % 65536)
        self._shown = (
            round(self._speed * 360),
            round(self.cadence * 2),
            round(self._power),
            round(self._work * 32) % 65536,
        )

    def indoor_bike_data(self):
        """2AD2 with speed (0.01 km/h), cadence (0.5 rpm) and power (W)."""
        speed, cadence, power, _ = self._shown
        return struct.pack("<HHHh", 0x0044, speed, cadence, power)

    def cycling_power_measurement(self):
        """2A63 with power (W), accumulated torque (1/32 Nm, measured at the wheel), wheel and crank counters."""
        _, _, power, torque = self._shown
        wheel, wheel_time = self._wheel_event
        crank, crank_time = self._crank_event
        return struct.pack("<HhHIHHH", 0x0034, power, torque, wheel, wheel_time, crank % 65536, crank_time)
