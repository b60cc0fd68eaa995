"""Makes the files to measure with, each with its truth beside it. The same version makes the same bytes anywhere."""

import json
import os
import struct

import applog
from capture import (
    CONTINUATION,
    CYCLING_POWER_MEASUREMENT,
    FIRST_FROM_CONTROLLER,
    INDOOR_BIKE_DATA,
    RECEIVED,
    CaptureWriter,
    acl,
    connect,
    disconnect,
    l2cap,
    notification_head,
)
from streams import Truth, ValuesDigest, bike_values, grid_times, power_values

# To be raised with every change to what is written: files of another version are made anew.
VERSION = 1

START = 1_790_000_000_000_000  # microseconds of the Unix clock
ADDRESSES = (bytes.fromhex("F0F1F2F3F4F5"), bytes.fromhex("F0F1F2F3F4F6"))
# The second characteristic arrives in the same connection event, a little later.
SAME_EVENT = 1_200
# A fragmented notification's first fragment: the L2CAP header, opcode, handle, and three bytes of the value.
FIRST_FRAGMENT = 10


def plain(file, notifications):
    """One connection; 2AD2 and 2A63 alternate, one packet each."""
    writer = CaptureWriter(file)
    handle = 0x0040
    ready = connect(writer, START, handle, ADDRESSES[0])
    bike, power = Truth("A", "1826", "2AD2"), Truth("A", "1818", "2A63")
    bike_head = notification_head(handle, INDOOR_BIKE_DATA, 8)
    power_head = notification_head(handle, CYCLING_POWER_MEASUREMENT, 16)
    digest = ValuesDigest()
    times, later = grid_times(ready + 90_000, 1), grid_times(0, 2)
    bikes, powers = bike_values(3), power_values(4)
    for _ in range(notifications // 2):
        time, value = next(times), next(bikes)
        writer.record(time, RECEIVED, bike_head + value)
        bike.add(time, value)
        digest.add(value)
        time, value = time + SAME_EVENT + next(later) % 400, next(powers)
        writer.record(time, RECEIVED, power_head + value)
        power.add(time, value)
        digest.add(value)
    disconnect(writer, time + 50_000, handle)
    writer.flush()
    return writer, [bike, power], digest


def interleaved(file, notifications):
    """Two connections; each notification in two ACL fragments, those of the two connections in turn.

    A notification has arrived when its last fragment has: that is the time in the truth.
    """
    writer = CaptureWriter(file)
    handles = (0x0040, 0x0041)
    connect(writer, START, handles[0], ADDRESSES[0])
    ready = connect(writer, START + 20_000_000, handles[1], ADDRESSES[1])
    truths, sources, digest = [], [], ValuesDigest()
    for number, device in enumerate("AB"):
        truths.append((Truth(device, "1826", "2AD2"), Truth(device, "1818", "2A63")))
        sources.append((bike_values(10 + number), power_values(20 + number)))
    times = grid_times(ready + 90_000, 1)
    attributes = (INDOOR_BIKE_DATA, CYCLING_POWER_MEASUREMENT)
    for _ in range(notifications // 4):
        time = next(times)
        for stream, attribute in enumerate(attributes):
            head = struct.pack("<BH", 0x1B, attribute)
            values = [next(source[stream]) for source in sources]
            frames = [l2cap(head + value) for value in values]
            for handle, frame in zip(handles, frames):
                writer.record(time, RECEIVED, acl(handle, FIRST_FROM_CONTROLLER, frame[:FIRST_FRAGMENT]))
                time += 150
            for handle, frame, value, truth in zip(handles, frames, values, truths):
                writer.record(time, RECEIVED, acl(handle, CONTINUATION, frame[FIRST_FRAGMENT:]))
                truth[stream].add(time, value)
                digest.add(value)
                time += 150
    for handle in handles:
        disconnect(writer, time + 50_000, handle)
    writer.flush()
    return writer, [truth for pair in truths for truth in pair], digest


def nothing(file, _):
    """A header and no packet: what a program needs for its start alone."""
    writer = CaptureWriter(file)
    writer.flush()
    return writer, [], ValuesDigest()


def log(file, notifications):
    """The values of `plain` as an app logs them: 2AD2 and 2A63 in turn, a line each."""
    writer = applog.LogWriter(file)
    bike, power = Truth("A", "1826", "2AD2"), Truth("A", "1818", "2A63")
    digest = ValuesDigest()
    times, bikes, powers = grid_times(applog.START, 1), bike_values(3), power_values(4)
    for _ in range(notifications // 2):
        time = next(times)
        for arrival, truth, name, values in ((time, bike, "2AD2", bikes), (time + SAME_EVENT, power, "2A63", powers)):
            value = next(values)
            truth.add(writer.line(arrival, name, value), value)
            digest.add(value)
    writer.flush()
    return writer, [bike, power], digest


# How each file is made, where its time begins, and its name's end.
MAKERS = {
    "plain": (plain, START, "btsnoop"),
    "interleaved": (interleaved, START, "btsnoop"),
    "nothing": (nothing, START, "btsnoop"),
    "log": (log, applog.START, "log"),
}


class Input:
    """A file to measure with and the truth about it."""

    def __init__(self, path, truth):
        self.path = path
        self.packets = truth["packets"]
        self.streams = truth["streams"]
        self.notifications = truth["notifications"]
        self.values_sha256 = truth["values_sha256"]


def prepare(folder, name, notifications):
    """Makes the file NAME with so many notifications unless it is there already."""
    folder = os.path.join(folder, f"v{VERSION}")
    os.makedirs(folder, exist_ok=True)
    maker, start, suffix = MAKERS[name]
    path = os.path.join(folder, f"{name}-{notifications}.{suffix}")
    truth_path = path[: -len(suffix)] + "json"
    if not (os.path.exists(path) and os.path.exists(truth_path)):
        draft = f"{path}.{os.getpid()}"
        try:
            with open(draft, "wb") as file:
                writer, truths, digest = maker(file, notifications)
            truth = {
                "packets": writer.packets,
                "notifications": sum(truth.count for truth in truths),
                "values_sha256": digest.hexdigest(),
                "streams": [truth.as_json(start) for truth in truths],
            }
            # The truth is renamed last: if it is there, the capture is complete.
            os.replace(draft, path)
            with open(draft, "w", encoding="utf-8") as file:
                json.dump(truth, file, indent=1)
            os.replace(draft, truth_path)
        finally:
            if os.path.exists(draft):
                os.unlink(draft)
    with open(truth_path, encoding="utf-8") as file:
        return Input(path, json.load(file))
