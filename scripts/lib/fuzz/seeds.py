"""Writes the small binary files that fuzzing starts from: one folder a target, everything by hand.

They are kept in Fuzz/Seeds beside the texts that no tool needs to make. Only the compressed ones depend on who makes
them: on the version of zlib and liblzma.
"""

import gzip
import io
import lzma
import os
import struct
import tarfile
import zipfile

ADDRESS = bytes.fromhex("F0F1F2F3F4F5")
SENT, RECEIVED = 0, 1
START = 1_790_000_000  # seconds of the Unix clock
BIKE, CONTROL = 0x0003, 0x0006
CREDIT_CHANNEL = 0x0040


def l2cap(pdu, channel=4):
    return struct.pack("<HH", len(pdu), channel) + pdu


def acl(direction, frame, boundary=None):
    """An ACL packet with its H4 type octet; the boundary of a continued frame is 1."""
    start = 2 if direction == RECEIVED else 0
    word = 0x0040 | (start if boundary is None else boundary) << 12
    return struct.pack("<BHH", 2, word, len(frame)) + frame


def att(direction, pdu):
    return direction, acl(direction, l2cap(pdu))


def event(code, body):
    return RECEIVED, bytes([4, code, len(body)]) + body


CONNECTED = event(
    0x3E, struct.pack("<BBHBB6sHHHB", 1, 0, 0x0040, 0, 1, ADDRESS[::-1], 24, 0, 500, 0)
)
DISCONNECTED = event(0x05, struct.pack("<BHB", 0, 0x0040, 0x13))
ADVERTISED = event(
    0x3E, bytes([2, 1, 0, 1]) + ADDRESS[::-1] + bytes([9]) + bytes.fromhex("020106 0516 2618 0120") + bytes([0xC0])
)
CHARACTERISTICS = struct.pack("<BBHBHHHBHH", 0x09, 7, 2, 0x10, BIKE, 0x2AD2, 5, 0x28, CONTROL, 0x2AD9)
SPEED = bytes.fromhex("44 00 60 0B A0 00 8B 00")


def notification(value, handle=BIKE):
    return struct.pack("<BH", 0x1B, handle) + value


FRAGMENTED = l2cap(notification(bytes.fromhex("44 00 68 0B A0 00 8C 00")))

# A ride in little: what an app does before the first value, values, a write and its answers, the end.
RIDE = [
    CONNECTED,
    att(SENT, struct.pack("<BHHH", 0x08, 1, 0xFFFF, 0x2803)),
    att(RECEIVED, CHARACTERISTICS),
    att(SENT, struct.pack("<BHH", 0x12, 4, 1)),
    att(RECEIVED, b"\x13"),
    att(RECEIVED, notification(SPEED)),
    (RECEIVED, acl(RECEIVED, FRAGMENTED[:10])),
    (RECEIVED, acl(RECEIVED, FRAGMENTED[10:], boundary=1)),
    att(SENT, struct.pack("<BH", 0x12, CONTROL) + bytes.fromhex("11 00 00 E4 02 28 33")),
    att(RECEIVED, b"\x13"),
    att(RECEIVED, struct.pack("<BH", 0x1D, CONTROL) + bytes.fromhex("80 11 05")),
    DISCONNECTED,
]

# What is rarer: services, MTU, reads of parts, errors, prepared writes, an EATT channel and its values.
REST = [
    ADVERTISED,
    CONNECTED,
    att(SENT, struct.pack("<BH", 0x02, 247)),
    att(RECEIVED, struct.pack("<BH", 0x03, 247)),
    att(SENT, struct.pack("<BHHH", 0x10, 1, 0xFFFF, 0x2800)),
    att(RECEIVED, struct.pack("<BBHHH", 0x11, 6, 1, 7, 0x1826)),
    att(RECEIVED, struct.pack("<BBHBHH", 0x09, 7, 2, 0x10, BIKE, 0x2AD2)),
    att(SENT, struct.pack("<BHH", 0x0C, BIKE, 22)),
    att(RECEIVED, b"\x0D\x01\x02"),
    att(SENT, struct.pack("<BHH", 0x16, CONTROL, 0) + b"\x11\x00"),
    att(RECEIVED, struct.pack("<BHH", 0x17, CONTROL, 0) + b"\x11\x00"),
    att(SENT, b"\x18\x01"),
    att(RECEIVED, struct.pack("<BBHB", 0x01, 0x18, CONTROL, 0x0D)),
    # Credit-based connection request and response for PSM 0x27, then a segmented SDU.
    (SENT, acl(SENT, l2cap(struct.pack("<BBHHHHHH", 0x17, 1, 10, 0x27, 64, 64, 5, CREDIT_CHANNEL), 5))),
    (RECEIVED, acl(RECEIVED, l2cap(struct.pack("<BBHHHHHH", 0x18, 1, 10, 64, 64, 5, 0, CREDIT_CHANNEL), 5))),
    (RECEIVED, acl(RECEIVED, l2cap(struct.pack("<H", 11) + notification(SPEED)[:6], CREDIT_CHANNEL))),
    (RECEIVED, acl(RECEIVED, l2cap(notification(SPEED)[6:], CREDIT_CHANNEL))),
    att(RECEIVED, struct.pack("<BHH", 0x23, BIKE, 2) + b"\x44\x00" + struct.pack("<HH", CONTROL, 1) + b"\x01"),
    DISCONNECTED,
]


def times(packets):
    return [(START, index * 30_000, direction, packet) for index, (direction, packet) in enumerate(packets)]


# Packet formats.


def btsnoop(packets, link=1002):
    output = b"btsnoop\0" + struct.pack(">II", 1, link)
    for seconds, micros, direction, packet in times(packets):
        kind = packet[0]
        flags = direction | (2 if kind in (1, 4) else 0)
        data = packet
        if link == 1001:
            data = packet[1:]
        elif link == 2001:
            flags, data = monitor_code(direction, kind), packet[1:]
        stamp = seconds * 1_000_000 + micros + 0x00DCDDB30F2F8000
        output += struct.pack(">IIIIq", len(data), len(data), flags, 0, stamp) + data
    return output


def monitor_code(direction, kind):
    return {1: 2, 4: 3, 2: 4 + direction}.get(kind, 17)


def framed(direction, packet, link):
    if link == 201:
        return struct.pack(">I", direction) + packet
    if link == 254:
        return struct.pack(">HH", 0, monitor_code(direction, packet[0])) + packet[1:]
    return packet


def pcap(records, link, order="<", magic=0xA1B2C3D4):
    output = struct.pack(order + "IHHIIII", magic, 2, 4, 0, 0, 65535, link)
    for seconds, fraction, data in records:
        output += struct.pack(order + "IIII", seconds, fraction, len(data), len(data)) + data
    return output


def pcap_of(packets, link, **options):
    return pcap([(s, m, framed(d, p, link)) for s, m, d, p in times(packets)], link, **options)


def block(kind, body, order="<"):
    body += bytes(-len(body) % 4)
    length = struct.pack(order + "I", len(body) + 12)
    return struct.pack(order + "I", kind) + length + body + length


def option(code, value, order="<"):
    return struct.pack(order + "HH", code, len(value)) + value + bytes(-len(value) % 4)


def pcapng(packets, order="<"):
    """Two interfaces: HCI with direction in microseconds, and the Linux monitor in nanoseconds."""
    output = block(0x0A0D0D0A, struct.pack(order + "IHHq", 0x1A2B3C4D, 1, 0, -1), order)
    output += block(1, struct.pack(order + "HHI", 201, 0, 0), order)
    output += block(1, struct.pack(order + "HHI", 254, 0, 0) + option(9, b"\x09", order) + bytes(4), order)
    for index, (seconds, micros, direction, packet) in enumerate(times(packets)):
        interface = index % 2
        data = framed(direction, packet, (201, 254)[interface])
        stamp = (seconds * 1_000_000 + micros) * (1000 if interface else 1)
        flags = option(2, struct.pack(order + "I", 1 if direction == RECEIVED else 2), order) + bytes(4)
        head = struct.pack(order + "IIIII", interface, stamp >> 32, stamp & 0xFFFFFFFF, len(data), len(data))
        output += block(6, head + data + bytes(-len(data) % 4) + flags, order)
    return output


def packet_logger(packets, order):
    output = b""
    for seconds, micros, direction, packet in times(packets):
        kind = {1: 0, 4: 1, 2: 2 + direction}[packet[0]]
        data = packet[1:]
        output += struct.pack(order + "III", 9 + len(data), seconds, micros) + bytes([kind]) + data
    note = b"a note of the logger\0"
    return output + struct.pack(order + "III", 9 + len(note), START, 900_000) + b"\xFC" + note


# The air: link type 251 and the three headers that sniffers put before it.

ACCESS = struct.pack("<I", 0x50654CA7)


def checksum(data, start=0x555555):
    """The 24 bits behind a link-layer packet, by the polynomial of the core specification."""
    state = start
    for octet in data:
        for bit in range(8):
            feedback = (state >> 23 ^ octet >> bit) & 1
            state = state << 1 & 0xFFFFFF
            if feedback:
                state ^= 0x00065B
    return bytes(int(f"{state >> shift & 0xFF:08b}"[::-1], 2) for shift in (16, 8, 0))


def air_packets():
    initiator = bytes.fromhex("223E0BE18E3E")
    link = ACCESS + bytes.fromhex("185B21 03 1500 3600 0000 2A00 FFFFFFFF1F AA")
    request = bytes([0x05, 6 + 6 + len(link)]) + initiator + ADDRESS[::-1] + link
    found = [(None, struct.pack("<I", 0x8E89BED6) + request + checksum(request))]
    for index, (direction, packet) in enumerate(RIDE[1:6]):
        frame = packet[5:]
        data = bytes([0x02 | (index & 1) << 3, len(frame)]) + frame
        found.append((direction, ACCESS + data + checksum(data, 0x215B18)))
    end = bytes.fromhex("03 02 02 13")
    found.append((SENT, ACCESS + end + checksum(end, 0x215B18)))
    return found


def air(link):
    records = []
    for index, (direction, packet) in enumerate(air_packets()):
        if link == 256:
            flags = 0x0C01 | ({None: 0, SENT: 2, RECEIVED: 3}[direction] << 7)
            packet = bytes([37, 0xC4, 0x80, 0]) + struct.pack("<IH", 0, flags) + packet
        elif link == 272:
            flags = 1 | (2 if direction == SENT else 0)
            body = bytes([10, flags, 37, 60]) + struct.pack("<HI", index, index * 1250) + packet
            packet = bytes([2]) + struct.pack("<HBHB", len(body), 2, index, 6) + body
        elif link == 192:
            field = struct.pack("<HH", 30006, 8) + struct.pack("<BHBbbbb", 0, 2402, 1, -60, -80, 0, 0)
            packet = struct.pack("<BBHI", 0, 0, 8 + len(field), 251) + field + packet
        records.append((START, index * 1250, packet))
    return pcap(records, link)


# Direct Connect: TCP over Ethernet, over IPv6 and as Linux captures "any" interface.


def long_uuid(short):
    return bytes.fromhex(f"0000{short:04x}00001000800000805f9b34fb")


def message(kind, sequence, code, *body):
    body = b"".join(body)
    return struct.pack(">BBBBH", 1, kind, sequence, code, len(body)) + body


EXCHANGE = [
    (True, message(1, 0, 0)),
    (False, message(1, 0, 0, long_uuid(0x1826))),
    (True, message(2, 1, 0, long_uuid(0x1826))),
    (False, message(2, 1, 0, long_uuid(0x1826), long_uuid(0x2AD2), b"\x04", long_uuid(0x2AD9), b"\x06")),
    (True, message(5, 2, 0, long_uuid(0x2AD2), b"\x01")),
    (False, message(5, 2, 0, long_uuid(0x2AD2)) + message(6, 0, 0, long_uuid(0x2AD2), SPEED)[:12]),
    (False, message(6, 0, 0, long_uuid(0x2AD2), SPEED)[12:]),
    (True, message(4, 3, 0, long_uuid(0x2AD9), b"\x00")),
    (False, message(4, 3, 0, long_uuid(0x2AD9))),
]


def segments(six=False):
    """The frames of one connection without their link header, opened and closed."""
    places = {True: 1000, False: 5000}
    frames = [(True, 0x02, b""), (False, 0x12, b""), *((who, 0x18, data) for who, data in EXCHANGE), (True, 0x11, b"")]
    for client, flags, data in frames:
        ports = (50_000, 36_866) if client else (36_866, 50_000)
        acknowledged = places[not client] if flags & 0x10 else 0
        tcp = struct.pack(">HHIIBBHHH", *ports, places[client], acknowledged, 0x50, flags, 0xFFFF, 0, 0) + data
        places[client] += len(data) + (1 if flags & 0x03 else 0)
        ends = (10, 1) if client else (1, 10)
        if six:
            head = struct.pack(">IHBB", 0x60000000, len(tcp), 6, 64)
            head += b"".join(bytes.fromhex("20010DB8") + bytes(11) + bytes([end]) for end in ends)
        else:
            head = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(tcp), 1, 0x4000, 64, 6, 0)
            head += b"".join(bytes([192, 0, 2, end]) for end in ends)
        yield client, head + tcp


def direct_connect(link, six=False):
    records = []
    for index, (client, packet) in enumerate(segments(six)):
        kind = b"\x86\xDD" if six else b"\x08\x00"
        if link == 1:
            packet = bytes(12) + kind + packet
        elif link == 113:
            packet = struct.pack(">HHH8s", 0 if not client else 4, 1, 6, bytes(8)) + kind + packet
        elif link == 276:
            packet = kind + struct.pack(">HIHBB8s", 0, 1, 1, 0, 6, bytes(8)) + packet
        records.append((START, index * 10_000, packet))
    return pcap(records, link)


# Archives around a short capture and a log.


def zipped(members):
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return output.getvalue()


def tarred(members):
    output = io.BytesIO()
    with tarfile.open(fileobj=output, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in members:
            information = tarfile.TarInfo(name)
            information.size = len(data)
            archive.addfile(information, io.BytesIO(data))
    return output.getvalue()


SHORT = RIDE[:6]
LOG = "18:18:33.157 ← 0x2AD2  44 00 60 0B\n18:18:33.257 ← 0x2AD2  44 00 68 0B\n".encode()

# btsnoop with two notifications, by zstd 1.5: Python has no compressor for it.
ZSTD = bytes.fromhex(
    "28B52FFD046805020044036274736E6F6F700000000001000003EA00000010010000000000DCDDB30F2F80000240200B00070004001B2100"
    "44006808335090030000192DF51DD96502A337A8C0"
)


# The layers below: records of direction and length, read by the fuzz target itself.


def lengths(records):
    return b"".join(bytes([direction, len(data) & 0xFF]) + data for direction, data in records)


def frames(packets):
    """The L2CAP frames of whole ACL packets, as channel and payload."""
    for direction, packet in packets:
        if packet[0] == 2 and packet[2] >> 4 != 1:
            yield direction, packet[7:9] + packet[9:]


def values():
    """UUID and value: the nine-field value of the tables, and one of each kind of layout."""
    rows = {
        0x2AD2: "FE 02 CA 0A 9D 06 A6 00 5C 00 9A 00 00 14 00 61 00 64 00 00",
        0x2ACD: "9C 25 F4 01 2C 01 00 E8 03 00 0A 00 05 00 64 00 0A 00 14 00 0F 64 00 C8 00 3C 00 78 00 E7 03 2C 01",
        0x2ACE: "FE 7F F4 01 F4 01 E8 03 00 78 00 78 00 2C 01 0A 00 05 00 C8 00 64 00 64 00 78 00 E7 03 2C 01 64 00 F4 01 0F",
        0x2AD1: "FE 1F 3C 64 00 3C E8 03 00 2C 01 2C 01 96 00 96 00 0A 00 C8 00 E7 03 0F 64 0A 2C 01 3C 00",
        0x2AD9: "11 00 00 E4 02 28 33",
        0x2ADA: "12 00 00 E4 02 28 33",
        0x2ACC: "83 54 00 00 08 E0 00 00",
        0x2AD8: "00 00 D0 07 01 00",
        0x2A63: "FF 0F 8B 00 7D A4 45 A3 00 00 B9 E9 3F 48 51 C7 00 00 00 00 00 00 00 00 00 00 64 00",
        0x2A66: "0C 01 02",
        0x2A5B: "03 45 A3 00 00 B9 E9 3F 48",
        0x2A37: "1E 48 64 00 00 04 00 04",
        0x2A19: "64",
        0x2A29: "57 61 68 6F 6F",
    }
    return {f"{uuid:04x}": struct.pack("<H", uuid) + bytes.fromhex(text) for uuid, text in rows.items()}


def everything():
    """Each target's files: target, name, octets."""
    for link in (1001, 1002, 2001):
        yield "captures/btsnoop", f"ride-{link}.btsnoop", btsnoop(RIDE if link == 1002 else SHORT, link)
    yield "captures/btsnoop", "rest.btsnoop", btsnoop(REST)
    yield "captures/pcap", "h4.pcap", pcap_of(SHORT, 187, order=">", magic=0xA1B23C4D)
    yield "captures/pcap", "direction.pcap", pcap_of(RIDE, 201)
    yield "captures/pcap", "monitor.pcap", pcap_of(SHORT, 254)
    yield "captures/pcapng", "two-interfaces.pcapng", pcapng(RIDE)
    yield "captures/pcapng", "big-endian.pcapng", pcapng(SHORT, ">")
    yield "captures/packetlogger", "big-endian.pklg", packet_logger(RIDE, ">")
    yield "captures/packetlogger", "little-endian.pklg", packet_logger(SHORT, "<")
    for link, name in ((251, "plain"), (256, "radio"), (272, "nordic"), (192, "ppi")):
        yield "captures/air", f"{name}.pcap", air(link)
    yield "captures/direct-connect", "ethernet.pcap", direct_connect(1)
    yield "captures/direct-connect", "version6.pcap", direct_connect(1, six=True)
    yield "captures/direct-connect", "cooked.pcap", direct_connect(113)
    yield "captures/direct-connect", "cooked2.pcap", direct_connect(276)
    short = btsnoop(SHORT)
    yield "captures/archive", "one.zip", zipped([("logs/notes.txt", b"none\n"), ("logs/btsnoop_hci.log", short)])
    yield "captures/archive", "two.zip", zipped([("a.log", LOG), ("b.log", LOG)])
    yield "captures/archive", "one.tar.gz", gzip.compress(tarred([("btsnoop_hci.log", short)]), mtime=0)
    yield "captures/archive", "short.btsnoop.gz", gzip.compress(short, mtime=0)
    yield "captures/archive", "short.btsnoop.xz", lzma.compress(short, check=lzma.CHECK_CRC32)
    yield "captures/archive", "short.btsnoop.zst", ZSTD
    yield "layers/hci", "ride", lengths(RIDE)
    yield "layers/hci", "rest", lengths(REST)
    yield "layers/l2cap", "ride", lengths(frames(RIDE))
    yield "layers/l2cap", "rest", lengths(frames(REST))
    for index, (_, frame) in enumerate(frames(RIDE[1:] + REST)):
        if frame[:2] == b"\x04\x00":
            yield "layers/att", f"{index:02}-{frame[2]:02x}", frame[2:]
    for name, data in values().items():
        yield "layers/values", name, data


def write(folder):
    """Writes what has changed below the folder, and leaves the texts that lie there alone."""
    for target, name, data in everything():
        path = os.path.join(folder, target, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if not os.path.exists(path) or open(path, "rb").read() != data:
            with open(path, "wb") as file:
                file.write(data)
