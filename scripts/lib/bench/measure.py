"""Times commands in turn, so that a slow spell of the machine does not hit one of them alone."""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

RUNNER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "runner.py")


class MeasurementError(Exception):
    """A command that failed: its times would mean nothing."""


class Command:
    """One command over one input file, and what its runs took."""

    def __init__(self, name, arguments, input, runs, output="/dev/null"):
        self.name = name
        self.arguments = [shutil.which(arguments[0]) or arguments[0], *arguments[1:], input.path]
        self.input = input
        self.runs = runs
        self.output = output
        self.seconds = []
        self.peak_mb = 0.0

    @property
    def median(self):
        return statistics.median(self.seconds)

    def seconds_per_packet(self, start_up=0.0):
        """The median, less what the program needs for its start, per packet."""
        return (self.median - start_up) / self.input.packets

    def run(self):
        with tempfile.TemporaryDirectory() as folder:
            errors = os.path.join(folder, "errors")
            result = subprocess.run(
                [sys.executable, "-I", "-S", "-E", RUNNER, self.output, errors, *self.arguments],
                stdout=subprocess.PIPE,
                check=True,
            )
            result = json.loads(result.stdout)
            if result["code"] != 0:
                with open(errors, encoding="utf-8", errors="replace") as file:
                    said = file.read()[-2000:].strip()
                raise MeasurementError(
                    f"{' '.join(self.arguments)}\nended with code {result['code']} and said: {said or '(nothing)'}"
                )
        return result

    def measure(self):
        result = self.run()
        self.seconds.append(result["seconds"])
        self.peak_mb = max(self.peak_mb, result["peak_mb"])


def measure_in_turn(commands, progress):
    """Runs each command as often as it asks for, one round after the other."""
    for turn in range(max(command.runs for command in commands)):
        for command in commands:
            if turn < command.runs:
                progress(f"run {turn + 1} of {command.runs}: {command.name}")
                command.measure()
