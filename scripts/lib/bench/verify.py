"""Holds what rullo says about a generated file against what the generator knows. A fast wrong answer is worth nothing."""

import hashlib
import json
import subprocess
from fractions import Fraction


class WrongAnswer(Exception):
    pass


def run(arguments):
    result = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if result.returncode != 0:
        raise WrongAnswer(
            f"{' '.join(arguments)} ended with code {result.returncode}: "
            f"{result.stderr.decode(errors='replace').strip() or '(it said nothing)'}"
        )
    return result.stdout


def parse(text, **options):
    try:
        return json.loads(text, **options)
    except json.JSONDecodeError as error:
        raise WrongAnswer(f"rullo printed something that is no JSON ({error}): {text[:200]!r}") from error


def rate(count, first, last):
    """Hertz, exactly: one less than the events, over the time between the first and the last."""
    return None if count < 2 or last <= first else Fraction((count - 1) * 10**9, last - first)


def agrees(hertz, expected):
    """True when a decimal with three places is `expected`, rounded either way at a tie."""
    if hertz is None or expected is None:
        return hertz is expected
    return abs(Fraction(hertz) - expected) <= Fraction(1, 2000)


def check_rate(binary, input):
    """`rullo rate --json`: each stream's counts, first and last time, and rates."""
    # Decimals stay text, so that no rounding comes between the output and the comparison.
    report = parse(run([binary, "rate", "--json", input.path]), parse_float=str)
    try:
        faults = rate_faults(report, input)
    except (KeyError, TypeError) as error:
        raise WrongAnswer(f"rullo rate --json {input.path}\nnot in the documented form: {error!r}") from error
    if faults:
        notes = [note.get("text") for note in report.get("notes", [])]
        raise WrongAnswer("\n".join([f"rullo rate --json {input.path}", *faults, f"notes: {notes}"]))


def rate_faults(report, input):
    found = {(stream["device"], stream["service"], stream["characteristic"]): stream for stream in report["streams"]}
    faults = []
    for truth in input.streams:
        key = (truth["device"], truth["service"], truth["characteristic"])
        stream = found.pop(key, None)
        if stream is None:
            faults.append(f"stream {'/'.join(key)} is missing")
            continue
        exact = [
            ("count", stream["count"], truth["count"]),
            ("fresh.count", stream["fresh"]["count"], truth["fresh"]),
            ("repeats", stream["repeats"], truth["repeats"]),
            ("first_ns", stream["first_ns"], truth["first_ns"]),
            ("last_ns", stream["last_ns"], truth["last_ns"]),
        ]
        faults += [f"{'/'.join(key)} {what}: {got}, not {wanted}" for what, got, wanted in exact if got != wanted]
        rates = [
            ("rate_hz", stream["rate_hz"], rate(truth["count"], truth["first_ns"], truth["last_ns"])),
            (
                "fresh.rate_hz",
                stream["fresh"]["rate_hz"],
                rate(truth["fresh"], truth["first_fresh_ns"], truth["last_fresh_ns"]),
            ),
        ]
        faults += [
            f"{'/'.join(key)} {what}: {got}, not {'null' if wanted is None else format(float(wanted), '.3f')}"
            for what, got, wanted in rates
            if not agrees(got, wanted)
        ]
    return faults + [f"stream {'/'.join(map(str, key))} is not in the file" for key in found]


def check_decode(binary, input):
    """`rullo decode --json`: every notified value, in order."""
    digest = hashlib.sha256()
    count = 0
    for line in run([binary, "decode", "--json", input.path]).splitlines():
        event = parse(line)
        if event.get("kind") == "notification":
            count += 1
            digest.update(event["hex"].replace(" ", "").lower().encode() + b"\n")
    if count != input.notifications or digest.hexdigest() != input.values_sha256:
        raise WrongAnswer(
            f"rullo decode --json {input.path}\n{count} notifications with values of digest {digest.hexdigest()}, "
            f"not {input.notifications} with {input.values_sha256}"
        )
