"""Writes btsnoop files (data link 1002) with ATT traffic, fast enough for millions of packets."""

import struct

HEADER = b"btsnoop\0" + struct.pack(">II", 1, 1002)
UNIX_EPOCH = 0x00DCDDB30F2F8000  # btsnoop counts microseconds from the year 0
RECORD = struct.Struct(">IIIIq")
SENT, RECEIVED = 0, 1  # the flags of ACL records; commands and events add 2
FIRST_FROM_HOST, CONTINUATION, FIRST_FROM_CONTROLLER = 0x0000, 0x1000, 0x2000
FLUSH_BYTES = 1 << 20


class CaptureWriter:
    def __init__(self, file):
        self._file = file
        self._pending = [HEADER]
        self._size = 0
        self.packets = 0

    def record(self, time, flags, packet):
        """Appends one packet; `time` is in microseconds of the Unix clock."""
        length = len(packet)
        self._pending.append(RECORD.pack(length, length, flags, 0, time + UNIX_EPOCH))
        self._pending.append(packet)
        self.packets += 1
        self._size += length
        if self._size > FLUSH_BYTES:
            self.flush()

    def flush(self):
        self._file.write(b"".join(self._pending))
        self._pending.clear()
        self._size = 0


def acl(handle, boundary, data):
    return struct.pack("<BHH", 0x02, handle | boundary, len(data)) + data


def l2cap(pdu):
    return struct.pack("<HH", len(pdu), 0x0004) + pdu


def notification_head(handle, attribute, value_length):
    """All of an unfragmented notification's packet that stands before the value: the same for each of a stream."""
    pdu = struct.pack("<BH", 0x1B, attribute) + bytes(value_length)
    return acl(handle, FIRST_FROM_CONTROLLER, l2cap(pdu))[: -value_length or None]


# Attribute handles of the trainer in every file made here.
INDOOR_BIKE_DATA, CONTROL_POINT, CYCLING_POWER_MEASUREMENT = 0x0003, 0x0006, 0x000A


def connect(writer, time, handle, address):
    """LE Connection Complete, then what an app does before the first notification: MTU, discovery, subscriptions.

    Returns the time after the last packet.
    """
    interval, latency, timeout = 72, 0, 500  # 90 ms, 0, 5 s
    event = struct.pack("<BBHBB6sHHHB", 0x01, 0x00, handle, 0, 1, address[::-1], interval, latency, timeout, 0)
    writer.record(time, 2 | RECEIVED, bytes([0x04, 0x3E, len(event)]) + event)

    def exchange(request, response):
        nonlocal time
        time += 45_000
        writer.record(time, SENT, acl(handle, FIRST_FROM_HOST, l2cap(request)))
        time += 45_000
        writer.record(time, RECEIVED, acl(handle, FIRST_FROM_CONTROLLER, l2cap(response)))

    def not_found(opcode, attribute):
        return struct.pack("<BBHB", 0x01, opcode, attribute, 0x0A)

    def services(start):
        return struct.pack("<BHHH", 0x10, start, 0xFFFF, 0x2800)

    def characteristics(start, end):
        return struct.pack("<BHHH", 0x08, start, end, 0x2803)

    exchange(struct.pack("<BH", 0x02, 247), struct.pack("<BH", 0x03, 247))
    exchange(services(1), struct.pack("<BBHHHHHH", 0x11, 6, 1, 7, 0x1826, 8, 11, 0x1818))
    exchange(services(12), not_found(0x10, 12))
    # Declaration handle, properties (10 notify, 28 write and indicate), value handle, UUID.
    exchange(
        characteristics(1, 7),
        struct.pack("<BBHBHHHBHH", 0x09, 7, 2, 0x10, INDOOR_BIKE_DATA, 0x2AD2, 5, 0x28, CONTROL_POINT, 0x2AD9),
    )
    exchange(characteristics(6, 7), not_found(0x08, 6))
    exchange(characteristics(8, 11), struct.pack("<BBHBHH", 0x09, 7, 9, 0x10, CYCLING_POWER_MEASUREMENT, 0x2A63))
    exchange(characteristics(10, 11), not_found(0x08, 10))
    for descriptor in (4, 7, 11):
        exchange(struct.pack("<BHH", 0x04, descriptor, descriptor), struct.pack("<BBHH", 0x05, 1, descriptor, 0x2902))
    for descriptor, bits in ((7, 2), (4, 1), (11, 1)):
        exchange(struct.pack("<BHH", 0x12, descriptor, bits), b"\x13")
    return time


def disconnect(writer, time, handle):
    """Disconnection Complete: remote user terminated."""
    writer.record(time, 2 | RECEIVED, struct.pack("<BBBBHB", 0x04, 0x05, 4, 0x00, handle, 0x13))
