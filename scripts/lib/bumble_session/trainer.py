"""The trainer: a GATT server with the Fitness Machine, Cycling Power, Device Information and Battery services."""

import asyncio
import struct

from bumble import att
from bumble.core import AdvertisingData, UUID
from bumble.gatt import Characteristic, CharacteristicValue, Service

from .ride import Ride

NAME = "Rullo Trainer"
INFORMATION = {
    "manufacturer": ("2A29", "Rullo"),
    "model": ("2A24", "Virtual Trainer 1"),
    "serial": ("2A25", "RULLO-0001"),
    "firmware": ("2A26", "1.4.2"),
    "hardware": ("2A27", "3"),
}
SUCCESS, NOT_SUPPORTED, INVALID_PARAMETER, CONTROL_NOT_PERMITTED = 1, 2, 3, 5
MAXIMUM_POWER = 1500

READ = Characteristic.Properties.READ
WRITE = Characteristic.Properties.WRITE
NOTIFY = Characteristic.Properties.NOTIFY
INDICATE = Characteristic.Properties.INDICATE


class Trainer:
    def __init__(self, device):
        self.device = device
        self.ride = Ride()
        self.connection = None
        self.has_control = False
        self.training_status = b"\x00\x01"  # idle
        # What this side's application sent and took in: compared with the client's side at the end.
        self.sent = []
        self.written = []
        self._tasks = set()

        def characteristic(uuid, properties, value=b""):
            permissions = Characteristic.Permissions(0)
            if properties & READ:
                permissions |= Characteristic.Permissions.READABLE
            if properties & WRITE:
                permissions |= Characteristic.Permissions.WRITEABLE
            return Characteristic(UUID(uuid), properties, permissions, value)

        self.indoor_bike_data = characteristic("2AD2", NOTIFY)
        self.status = characteristic("2AD3", READ | NOTIFY, CharacteristicValue(read=lambda _: self.training_status))
        # Bumble 0.0.236 does not check permissions by itself, so the two refusals are spelled out.
        self.control_point = characteristic(
            "2AD9",
            WRITE | INDICATE,
            CharacteristicValue(read=self._refuse_read, write=self._on_control_write),
        )
        self.machine_status = characteristic("2ADA", NOTIFY)
        self.power_measurement = characteristic("2A63", NOTIFY)
        self.battery_level = characteristic(
            "2A19", READ | NOTIFY, CharacteristicValue(read=lambda _: b"\x57", write=self._refuse_write)
        )
        device.add_services(
            [
                Service(
                    UUID("1826"),
                    [
                        # Features: average speed, cadence, resistance level, power; targets: resistance, power,
                        # bike simulation.
                        characteristic("2ACC", READ, bytes.fromhex("834000000C200000")),
                        self.indoor_bike_data,
                        self.status,
                        characteristic("2AD6", READ, struct.pack("<hhH", 0, 1000, 10)),
                        characteristic("2AD8", READ, struct.pack("<hhH", 0, MAXIMUM_POWER, 5)),
                        self.control_point,
                        self.machine_status,
                    ],
                ),
                Service(
                    UUID("1818"),
                    [
                        self.power_measurement,
                        # Accumulated torque, wheel and crank revolutions.
                        characteristic("2A65", READ, struct.pack("<I", 0x0000000E)),
                        characteristic("2A5D", READ, b"\x0d"),  # rear hub
                    ],
                ),
                Service(
                    UUID("180A"),
                    [characteristic(uuid, READ, text.encode()) for uuid, text in INFORMATION.values()],
                ),
                Service(UUID("180F"), [self.battery_level]),
            ]
        )
        device.advertising_data = bytes(
            AdvertisingData(
                [
                    (AdvertisingData.FLAGS, b"\x06"),
                    (AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, bytes.fromhex("26181818")),
                    (AdvertisingData.COMPLETE_LOCAL_NAME, NAME.encode()),
                ]
            )
        )
        device.on("connection", self._on_connection)

    def _on_connection(self, connection):
        self.connection = connection

    @staticmethod
    def _refuse_read(_):
        raise att.ATT_Error(att.ATT_READ_NOT_PERMITTED_ERROR)

    @staticmethod
    def _refuse_write(_, __):
        raise att.ATT_Error(att.ATT_WRITE_NOT_PERMITTED_ERROR)

    async def notify(self, characteristic, value):
        self.sent.append(("notification", short(characteristic.uuid), value))
        await self.device.notify_subscribers(characteristic, value)

    def _on_control_write(self, _, value):
        self.written.append(value)
        # The indication follows the write response, as on real trainers: it is sent once this call has returned and
        # the response is out.
        task = asyncio.get_running_loop().create_task(self._answer(value))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, value):
        await asyncio.sleep(0.02)
        result, status = self._perform(value)
        answer = bytes([0x80, value[0], result])
        self.sent.append(("indication", "2AD9", answer))
        await self.device.indicate_subscribers(self.control_point, answer)
        for characteristic, status_value in status:
            await self.notify(characteristic, status_value)

    def _perform(self, value):
        """The result code for a control-point write and the status notifications that follow it."""
        op_code, parameters = value[0], value[1:]
        if op_code == 0x00:
            self.has_control = True
            return SUCCESS, []
        if op_code not in (0x05, 0x07, 0x11):
            return NOT_SUPPORTED, []
        if not self.has_control:
            return CONTROL_NOT_PERMITTED, []
        if op_code == 0x07:
            self.training_status = b"\x00\x0d"  # manual mode
            return SUCCESS, [(self.machine_status, b"\x04"), (self.status, self.training_status)]
        if op_code == 0x05:
            (power,) = struct.unpack("<h", parameters)
            if not 0 <= power <= MAXIMUM_POWER:
                return INVALID_PARAMETER, []
            self.ride.target_power = power
            return SUCCESS, [(self.machine_status, b"\x08" + parameters)]
        _, grade, _, _ = struct.unpack("<hhBB", parameters)
        self.ride.grade = grade / 100
        return SUCCESS, [(self.machine_status, b"\x12" + parameters)]


def short(uuid):
    """A 16-bit UUID as four capital hexadecimal digits."""
    return uuid.to_hex_str()[:4].upper() if len(uuid.to_bytes()) == 2 else str(uuid).lower()
