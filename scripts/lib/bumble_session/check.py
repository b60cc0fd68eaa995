"""Compares a recorded capture, as tshark reads it, with what the two applications wrote down."""

import collections
import json
import shutil
import subprocess

# ATT opcode -> event kind. CCCD writes are told from others by their handle.
OPCODES = {
    0x01: "error",
    0x0A: "read_request",
    0x0B: "read_response",
    0x12: "write_request",
    0x13: "write_response",
    0x1B: "notification",
    0x1D: "indication",
}
DISCOVERY = (0x04, 0x08, 0x10)


def of_capture(capture):
    """The ATT traffic of a capture as (kind, handle, value, error code) in file order.

    The bytes are tshark's raw ATT layer: its decoded fields leave out what it has a name for.
    """
    output = subprocess.run(
        ["tshark", "-r", capture, "-Y", "btatt", "-T", "json", "-x", "-J", "btatt"],
        check=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ).stdout
    events = []
    for packet in json.loads(output):
        layers = packet["_source"]["layers"]
        pdu = bytes.fromhex(layers["btatt_raw"][0])
        opcode = pdu[0]
        # A discovery procedure ends with an error response: it belongs to the procedure.
        if opcode not in OPCODES or (opcode == 0x01 and pdu[1] in DISCOVERY):
            continue
        # A response carries no handle; tshark finds it in the request.
        handle = int(layers["btatt"]["btatt.handle"], 16)
        value = pdu[1:] if opcode == 0x0B else pdu[3:] if opcode in (0x12, 0x1B, 0x1D) else b""
        events.append((OPCODES[opcode], handle, value.hex().upper(), pdu[4] if opcode == 0x01 else None))
    return events


def of_truth(truth):
    events = []
    for event in truth["events"]:
        kind = "write_request" if event["kind"] == "subscribe" else event["kind"]
        if kind in OPCODES.values():
            handle = event.get("descriptor_handle", event["handle"])
            events.append((kind, handle, event["hex"] or "", event["error"]))
    return events


def compare(capture, truth_file):
    """A list of differences, empty when there are none; None when tshark is missing."""
    if shutil.which("tshark") is None:
        return None
    with open(truth_file, encoding="utf-8") as file:
        expected = of_truth(json.load(file))
    found = of_capture(capture)
    differences = []
    count = collections.Counter
    for kind in sorted(set(OPCODES.values())):
        in_capture, in_truth = (count(event[0] for event in events)[kind] for events in (found, expected))
        if in_capture != in_truth:
            differences.append(f"{kind}: {in_capture} in the capture, {in_truth} in the truth")
    for number, (seen, wanted) in enumerate(zip(found, expected), start=1):
        if seen != wanted:
            differences.append(f"ATT event {number}: the capture has {seen}, the truth {wanted}")
            break
    return differences
