"""The values of the two notification streams, and the truth about them: what any reader must find."""

import hashlib
import random
import struct

BIKE = struct.Struct("<HHHh")
POWER = struct.Struct("<HhHIHHH")


class Truth:
    """Counts a stream while it is made, by the definitions of `rullo rate`."""

    def __init__(self, device, service, characteristic):
        self.key = {"device": device, "service": service, "characteristic": characteristic}
        self.count = self.fresh = 0
        self.first = self.last = self.first_fresh = self.last_fresh = None
        self.previous = None

    def add(self, time, value):
        self.count += 1
        if self.first is None:
            self.first = time
        self.last = time
        if value != self.previous:
            self.fresh += 1
            if self.first_fresh is None:
                self.first_fresh = time
            self.last_fresh = time
            self.previous = value

    def as_json(self, first_event):
        """Times in nanoseconds since the first event of the file, which is the first connection."""
        return {
            **self.key,
            "count": self.count,
            "fresh": self.fresh,
            "repeats": self.count - self.fresh,
            "first_ns": (self.first - first_event) * 1000,
            "last_ns": (self.last - first_event) * 1000,
            "first_fresh_ns": (self.first_fresh - first_event) * 1000,
            "last_fresh_ns": (self.last_fresh - first_event) * 1000,
        }


def bike_values(seed):
    """2AD2 with flags 0x0044: speed, cadence, power. Each value is held for two or three notifications."""
    bits = random.Random(seed).getrandbits
    speed, cadence, power = 2912, 160, 139
    while True:
        noise = bits(16)
        # Never zero, so that each new value differs from the one before.
        step = 1 + (noise & 7)
        speed += step if (noise & 8 and speed < 4000) or speed < 1500 else -step
        cadence = 150 + (noise >> 4 & 31)
        power = 100 + (noise >> 9 & 63)
        value = BIKE.pack(0x0044, speed, cadence, power)
        for _ in range(2 + (noise >> 15)):
            yield value


def power_values(seed):
    """2A63 with flags 0x0034: power, torque, wheel and crank counters that advance and roll over."""
    bits = random.Random(seed).getrandbits
    torque, wheel, wheel_time, crank, crank_time, fresh = 0, 41_797, 59_833, 18_495, 51_025, 0
    while True:
        noise = bits(16)
        torque = torque + 180 + (noise & 63) & 0xFFFF
        wheel = wheel + 1 & 0xFFFFFFFF
        wheel_time = wheel_time + 510 + (noise >> 6 & 15) & 0xFFFF
        fresh += 1
        if fresh % 3 == 0:
            crank = crank + 1 & 0xFFFF
            crank_time = crank_time + 750 + (noise >> 10 & 31) & 0xFFFF
        value = POWER.pack(0x0034, 100 + (noise >> 4 & 63), torque, wheel, wheel_time, crank, crank_time)
        for _ in range(2 + (noise >> 15)):
            yield value


def grid_times(start, seed):
    """Arrivals on a grid of 90 ms, one in nine a step late, each with up to 400 µs of jitter."""
    bits = random.Random(seed).getrandbits
    time = start
    while True:
        noise = bits(16)
        yield time + noise % 400
        time += 180_000 if noise >> 9 < 14 else 90_000


class ValuesDigest:
    """SHA-256 over the notified values in file order, as hexadecimal digits with a line feed behind each."""

    def __init__(self):
        self._hash = hashlib.sha256()

    def add(self, value):
        self._hash.update(value.hex().encode() + b"\n")

    def hexdigest(self):
        return self._hash.hexdigest()
