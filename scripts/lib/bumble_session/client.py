"""The client: connects, discovers, subscribes, controls, and writes down what its application sent and received."""

import asyncio
import struct

from bumble import att
from bumble.core import AdvertisingData, UUID
from bumble.device import Peer

from .trainer import INFORMATION, NAME, short

MTU = 247
TICK = 0.15
TICKS = 60


class Client:
    def __init__(self, device, trainer):
        self.device = device
        self.trainer = trainer
        self.events = []
        self.services = []
        self.device_information = {}
        self.mtu = None
        self._owner = {}  # value handle -> service UUID
        self._arrived = asyncio.Condition()
        # Only one side speaks at a time: what the other side sees in which order is then never a matter of luck.
        self._floor = asyncio.Lock()

    def log(self, kind, direction, characteristic=None, value=None, **more):
        event = {"kind": kind, "direction": direction}
        if characteristic is not None:
            event["service"] = self._owner.get(characteristic.handle)
            event["uuid"] = short(characteristic.uuid)
            event["handle"] = characteristic.handle
        event["hex"] = None if value is None else value.hex().upper()
        event["error"] = None
        event.update(more)
        self.events.append(event)

    # Connection and discovery

    async def connect(self):
        found = asyncio.get_running_loop().create_future()

        def on_advertisement(advertisement):
            if advertisement.data.get(AdvertisingData.COMPLETE_LOCAL_NAME) == NAME and not found.done():
                found.set_result(advertisement.address)

        self.device.on("advertisement", on_advertisement)
        await self.device.start_scanning(legacy=True)
        address = await asyncio.wait_for(found, 5)
        await self.device.stop_scanning(legacy=True)
        self.connection = await self.device.connect(address)
        interval = self.connection.parameters.connection_interval
        self.log("connect", None, peer=self.connection.peer_address.to_string(False), interval_ms=interval)
        self.connection.on("disconnection", lambda reason: self.log("disconnect", None, reason=reason))
        self.peer = Peer(self.connection)
        self.mtu = await self.peer.request_mtu(MTU)
        self.log("mtu", None, mtu=self.mtu)

    async def discover(self):
        await self.peer.discover_all()
        for service in self.peer.services:
            self.services.append(
                {
                    "uuid": short(service.uuid),
                    "handle": service.handle,
                    "end_handle": service.end_group_handle,
                    "characteristics": [
                        {
                            "uuid": short(characteristic.uuid),
                            "handle": characteristic.handle,
                            "properties": int(characteristic.properties),
                            "descriptors": [
                                {"uuid": short(descriptor.type), "handle": descriptor.handle}
                                for descriptor in characteristic.descriptors
                            ],
                        }
                        for characteristic in service.characteristics
                    ],
                }
            )
            for characteristic in service.characteristics:
                self._owner[characteristic.handle] = short(service.uuid)

    def find(self, uuid):
        (characteristic,) = self.peer.get_characteristics_by_uuid(UUID(uuid))
        return characteristic

    # Requests

    async def read(self, uuid):
        characteristic = self.find(uuid)
        self.log("read_request", "to_device", characteristic)
        try:
            value = await characteristic.read_value()
        except att.ATT_Error as error:
            self.log("error", "from_device", characteristic, error=int(error.error_code), request="read_request")
            return None
        self.log("read_response", "from_device", characteristic, value)
        return value

    async def write(self, uuid, value):
        characteristic = self.find(uuid)
        self.log("write_request", "to_device", characteristic, value)
        try:
            await characteristic.write_value(value, with_response=True)
        except att.ATT_Error as error:
            self.log("error", "from_device", characteristic, error=int(error.error_code), request="write_request")
            return
        self.log("write_response", "from_device", characteristic)

    async def subscribe(self, uuid, indications=False):
        characteristic = self.find(uuid)
        kind = "indication" if indications else "notification"
        descriptor = characteristic.get_descriptor(UUID("2902"))
        more = {"descriptor": "2902", "descriptor_handle": descriptor.handle}

        def on_value(value):
            self.log(kind, "from_device", characteristic, value)
            asyncio.get_running_loop().create_task(self._wake())

        self.log("subscribe", "to_device", characteristic, b"\x02\x00" if indications else b"\x01\x00", **more)
        await characteristic.subscribe(on_value, prefer_notify=not indications)
        self.log("write_response", "from_device", characteristic, **more)

    async def _wake(self):
        async with self._arrived:
            self._arrived.notify_all()

    def received(self):
        return sum(event["kind"] in ("notification", "indication") for event in self.events)

    async def settle(self, count):
        """Waits until `count` notifications and indications in all have come in."""
        async with self._arrived:
            await asyncio.wait_for(self._arrived.wait_for(lambda: self.received() >= count), 5)

    async def control(self, value, answers):
        """Writes to the control point and waits for its indication and the status notifications behind it."""
        async with self._floor:
            expected = self.received() + answers
            await self.write("2AD9", value)
            await self.settle(expected)
            # The confirmation of an indication goes out after the callback returned.
            await asyncio.sleep(0.005)

    # The session

    async def run(self):
        await self.connect()
        await self.discover()
        name = await self.read("2A00")
        self.device_information["name"] = name.decode()
        for key, (uuid, _) in INFORMATION.items():
            self.device_information[key] = (await self.read(uuid)).decode()
        for uuid in ("2A19", "2ACC", "2AD6", "2AD8", "2AD3", "2A65", "2A5D"):
            await self.read(uuid)
        await self.write("2A19", b"\x64")  # write not permitted
        await self.read("2AD9")  # read not permitted
        await self.subscribe("2AD9", indications=True)
        for uuid in ("2AD2", "2A63", "2ADA", "2AD3"):
            await self.subscribe(uuid)
        await asyncio.gather(self._stream(), self._control_script())
        await self.connection.disconnect()
        await asyncio.sleep(0.05)

    async def _stream(self):
        trainer = self.trainer
        loop = asyncio.get_running_loop()
        start = loop.time()
        for tick in range(TICKS):
            # Due times are counted from the start, so that the pace does not drift.
            await asyncio.sleep(max(0, start + tick * TICK - loop.time()))
            async with self._floor:
                expected = self.received() + 2
                trainer.ride.advance(tick * TICK)
                await trainer.notify(trainer.indoor_bike_data, trainer.ride.indoor_bike_data())
                await asyncio.sleep(0.0015)
                await trainer.notify(trainer.power_measurement, trainer.ride.cycling_power_measurement())
                await self.settle(expected)

    async def _control_script(self):
        def simulation(grade):
            return struct.pack("<BhhBB", 0x11, 0, round(grade * 100), 0x28, 0x33)

        def power(watts):
            return struct.pack("<Bh", 0x05, watts)

        # Seconds after the step before, value, values that come back (indication and status notifications).
        for pause, value, answers in (
            (0.6, simulation(3.5), 1),  # refused: control was not requested yet
            (0.4, b"\x00", 1),
            (0.5, b"\x07", 3),
            (0.7, power(150), 2),
            (1.6, power(5000), 1),  # refused: out of range
            (0.9, simulation(3.5), 2),
            (1.6, simulation(-1.25), 2),
            (0.8, b"\x0e\x00", 1),  # refused: set targeted heart rate zone is not supported
            (0.6, power(230), 2),
        ):
            await asyncio.sleep(pause)
            await self.control(value, answers)
