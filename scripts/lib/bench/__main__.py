"""Measures rullo beside the tools that people use today. Started by scripts/bench."""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from types import SimpleNamespace

from generate import prepare
from hour import one_hour_log
from measure import Command, MeasurementError, measure_in_turn
from verify import WrongAnswer, check_decode, check_rate

# The bars: how many times faster per packet, and how much memory at most.
RATE_TO_TSHARK = 100
RATE_TO_BTMON = 10
DECODE_TO_TSHARK_JSON = 200
PEAK_MB = 32
LOG_LINES_PER_SECOND = 10_000_000
LOG_TO_GREP = 1
VALUE_NS = 25
REPLAY_SECONDS = 0.1
ADOPT_SECONDS = 2
RIDE_SECONDS = 1
RIDES_TO_RIDE_MEMORY = 1.25
DIFF_MS = 200
DIFF_HOSTILE_MS = 2000


def say(text=""):
    print(text, flush=True)


def progress(text):
    """A line on a terminal that the next one overwrites; nothing in a log."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def clear_progress():
    progress("")


class Bars:
    """The verdicts. A bar that could not be measured is no pass: it is named as skipped."""

    def __init__(self):
        self.lines = []
        self.failed = False

    def add(self, what, passed, found):
        self.failed |= not passed
        self.lines.append(f"  {'PASS' if passed else 'FAIL'}  {what:<52} {found:>13}")

    def at_least(self, what, bar, ours, theirs):
        ratio = theirs / ours
        # One decimal, cut off: 99.96 is not 100.
        self.add(f"{what}: at least {bar} x", ratio >= bar, f"{int(ratio * 10) / 10:,.1f} x")

    def skip(self, what):
        self.lines.append(f"  skip  {what}")


class Bench:
    def __init__(self, binary, folder, quick):
        self.binary = binary
        self.folder = folder
        self.notifications = 200_000 if quick else 2_000_000
        self.log_lines = 200_000 if quick else 1_000_000
        self.fast_runs = 3 if quick else 5
        self.slow_runs = 1 if quick else 2
        self.tshark = shutil.which("tshark") is not None
        self.btmon = shutil.which("btmon") is not None
        self.bars = Bars()

    def run(self):
        progress("making the files")
        plain = prepare(self.folder, "plain", self.notifications)
        interleaved = prepare(self.folder, "interleaved", self.notifications)
        small = prepare(self.folder, "plain", 20_000)
        nothing = prepare(self.folder, "nothing", 0)
        log = prepare(self.folder, "log", self.log_lines)
        clear_progress()

        say("Answers, compared with what the generator of the files knows")
        for input in (plain, interleaved, small, log):
            progress(f"checking {os.path.basename(input.path)}")
            check_rate(self.binary, input)
        check_decode(self.binary, small)
        check_decode(self.binary, prepare(self.folder, "interleaved", 20_000))
        clear_progress()
        say(
            f"  rate --json and decode --json are right on {self.notifications:,} and 20,000 notifications,"
            f"\n  rate --json on {self.log_lines:,} lines of a log"
        )
        say()

        if not self.tshark:
            say("tshark is not installed: not compared with")
        if not self.btmon:
            say(f"btmon {'is Linux only' if sys.platform == 'darwin' else 'is not installed'}: not compared with")
        tables = [
            self.table("One packet a notification", plain),
            self.table("Two connections, each notification in two fragments", interleaved),
        ]
        self.json_table(small, nothing, decode=tables[0]["rullo decode --json"])
        self.log_table(log)
        self.values()
        self.comparison()
        self.replay()
        self.adoption()
        self.rides()

        say("Bars, per packet")
        for line in self.bars.lines:
            say(line)
        return 1 if self.bars.failed else 0

    def command(self, name, arguments, input, runs=None):
        return Command(name, arguments, input, runs or self.fast_runs)

    def values(self):
        """Decoding and encoding one value, without any file: the program measures itself."""
        run = subprocess.run([self.binary, "value-bench"], capture_output=True, text=True)
        figures = dict(line.split()[:2] for line in run.stdout.splitlines()[1:])
        if "WRONG" in run.stdout or not {"decode", "encode"} <= figures.keys():
            raise WrongAnswer("value-bench does not give back the value that it encodes")
        for name in ("decode", "encode"):
            nanoseconds = float(figures[name])
            self.bars.add(f"{name} one 2AD2 value under {VALUE_NS} ns", nanoseconds < VALUE_NS, f"{nanoseconds:.1f} ns")

    def comparison(self):
        """Comparing two sessions that are in memory already: the program measures itself."""
        run = subprocess.run([self.binary, "diff-bench"], capture_output=True, text=True)
        figures = dict(line.split()[:2] for line in run.stdout.splitlines()[1:])
        if "WRONG" in run.stdout or not {"hour", "hostile"} <= figures.keys():
            raise WrongAnswer("diff-bench does not find what differs")
        for name, what, bar in (
            ("hour", "diff of two sessions of an hour", DIFF_MS),
            ("hostile", "diff of 100,000 writes that share nothing", DIFF_HOSTILE_MS),
        ):
            found = float(figures[name])
            self.bars.add(f"{what} under {bar} ms", found < bar, f"{found:.1f} ms")

    def replay(self):
        """An hour of four characteristics, replayed to the end with its transcript."""
        log = one_hour_log(self.folder)
        run = subprocess.run([self.binary, "replay", log.path], capture_output=True, text=True)
        written = sum(f" ←A {path} " in line for line in run.stdout.splitlines() for path in log.paths)
        if run.returncode != 0 or written != log.packets:
            raise WrongAnswer(f"replay writes {written} of {log.packets} values and ends with {run.returncode}")
        command = self.command("rullo replay", [self.binary, "replay"], log)
        measure_in_turn([command], progress)
        clear_progress()
        self.bars.add(
            f"replay an hour, {log.packets:,} values, under {REPLAY_SECONDS} s",
            command.median < REPLAY_SECONDS,
            f"{command.median:.3f} s",
        )

    def adoption(self):
        """The same hour made a redacted recording with its goldens, each time in a new folder."""
        log = one_hour_log(self.folder)
        seconds = []
        for number in range(self.fast_runs):
            progress(f"rullo adopt, run {number + 1} of {self.fast_runs}")
            with tempfile.TemporaryDirectory() as project:
                command = [self.binary, "adopt", log.path, "--name", "hour", "--into", project]
                start = time.perf_counter()
                run = subprocess.run(command, capture_output=True, text=True)
                seconds.append(time.perf_counter() - start)
                made = os.listdir(os.path.join(project, "golden")) if run.returncode == 0 else []
            if "hour.transcript.txt" not in made:
                raise WrongAnswer(f"adopt ends with {run.returncode} and makes {made or 'nothing'}")
        clear_progress()
        median = sorted(seconds)[len(seconds) // 2]
        self.bars.add(f"adopt an hour of data under {ADOPT_SECONDS} s", median < ADOPT_SECONDS, f"{median:.3f} s")

    def rides(self):
        """Two hours ridden and written whole; and fifty rides in one run beside one."""
        climbs = ",".join(f"600@0,400@{2 + climb % 14 / 2}" for climb in range(100))
        arguments = ["simulate", "--profile", "kickr-core", "--grades", climbs, "--duration", "7200"]
        out = os.path.join(self.folder, "ride.btsnoop")
        run = subprocess.run([self.binary, *arguments, "-o", out], capture_output=True, text=True)
        # 7,200 s at one notification a slot of 90 ms on each of two streams.
        values = int(run.stderr.split(" kJ; ")[-1].split(" values")[0]) if run.returncode == 0 else 0
        if values < 2 * 7200 / 0.09 or " 7200 s" not in run.stderr:
            raise WrongAnswer(f"simulate rides two hours with {values} values: {run.stderr.strip()}")
        ride = self.command("rullo simulate", [self.binary, *arguments, "-o"], SimpleNamespace(path=out, packets=values))
        one = self.command("one ride", [self.binary, "ride-bench"], SimpleNamespace(path="1", packets=1), 1)
        fifty = self.command("fifty rides", [self.binary, "ride-bench"], SimpleNamespace(path="50", packets=50), 1)
        measure_in_turn([ride, one, fifty], progress)
        clear_progress()
        self.bars.add(
            f"a ride of two hours, {values:,} values, under {RIDE_SECONDS} s",
            ride.median < RIDE_SECONDS,
            f"{ride.median:.3f} s",
        )
        self.bars.add(
            f"fifty rides / one ride, peak memory: at most {RIDES_TO_RIDE_MEMORY} x",
            fifty.peak_mb <= RIDES_TO_RIDE_MEMORY * one.peak_mb,
            f"{fifty.peak_mb / one.peak_mb:.2f} x",
        )

    def table(self, title, input):
        """The whole pass over a large file, by each program."""
        commands = [
            self.command("rullo rate", [self.binary, "rate"], input),
            self.command("rullo info", [self.binary, "info"], input),
            self.command("rullo decode --json", [self.binary, "decode", "--json"], input),
            self.command("cat", ["cat"], input),
        ]
        if self.btmon:
            commands.append(self.command("btmon -a", ["btmon", "-a"], input))
        if self.tshark:
            commands.append(self.command("tshark", ["tshark", "-r"], input, self.slow_runs))
        self.measure_and_print(title, input, commands)

        by_name = {command.name: command for command in commands}
        rate = by_name["rullo rate"]
        label = f"rate, {os.path.basename(input.path).split('-')[0]}"
        for bar, name, what in (
            (RATE_TO_TSHARK, "tshark", "tshark"),
            (RATE_TO_BTMON, "btmon -a", "btmon -a"),
        ):
            if name in by_name:
                self.bars.at_least(f"{label} / {what}", bar, rate.seconds_per_packet(), by_name[name].seconds_per_packet())
            else:
                self.bars.skip(f"{label} / {what}")
        self.bars.add(f"{label}: peak memory under {PEAK_MB} MB", rate.peak_mb < PEAK_MB, f"{rate.peak_mb:.1f} MB")
        return by_name

    def log_table(self, input):
        """The app log, beside the tools that only look for text in it."""
        # Where its output goes to /dev/null, grep stops at the first line that fits.
        found = os.path.join(self.folder, "found")
        runs = 3 * self.fast_runs
        commands = [
            self.command("rullo rate", [self.binary, "rate"], input, runs),
            Command("grep -c 2AD2", ["grep", "-c", "2AD2"], input, runs, found),
            self.command("wc -l", ["wc", "-l"], input, runs),
        ]
        self.measure_and_print("The app log, one line a notification", input, commands)
        rate, grep, _ = commands
        speed = input.packets / rate.median
        if self.log_lines >= 1_000_000:
            self.bars.add(
                f"rate, log: at least {LOG_LINES_PER_SECOND:,} lines/s", speed >= LOG_LINES_PER_SECOND, f"{speed:,.0f}"
            )
            self.bars.at_least("rate, log / grep -c 2AD2", LOG_TO_GREP, rate.median, grep.median)
        else:
            # The program's start is a large part of so short a time.
            self.bars.skip(f"rate, log: {speed:,.0f} lines/s, and against grep")
        self.bars.add(f"rate, log: peak memory under {PEAK_MB} MB", rate.peak_mb < PEAK_MB, f"{rate.peak_mb:.1f} MB")

    def json_table(self, small, nothing, decode):
        """JSON of every packet. tshark is too slow for the large file; its start is not held against it."""
        what = "decode --json / tshark -T json"
        if not self.tshark:
            self.bars.skip(what)
            return
        start = self.command("tshark, a file without packets", ["tshark", "-r"], nothing, self.fast_runs)
        export = self.command("tshark -T json", ["tshark", "-T", "json", "-r"], small, self.slow_runs)
        own = self.command("rullo decode --json", [self.binary, "decode", "--json"], small)
        measure_in_turn([start, export, own], progress)
        self.measure_and_print("JSON of every packet", small, [own, export], measured=True)
        say(f"  tshark needs {start.median:.2f} s for its start alone; the bar leaves that out, and takes")
        say("  decode's time on the large file.")
        say()
        self.bars.at_least(
            what, DECODE_TO_TSHARK_JSON, decode.seconds_per_packet(), export.seconds_per_packet(start.median)
        )

    def measure_and_print(self, title, input, commands, measured=False):
        if not measured:
            measure_in_turn(commands, progress)
        clear_progress()
        size = os.path.getsize(input.path) / 1e6
        say(f"{title}: {input.packets:,} packets, {size:,.0f} MB")
        say(f"  {'':<22}{'runs':>5}{'median s':>11}{'packets/s':>15}{'peak MB':>10}{'x time':>11}")
        reference = commands[0].seconds_per_packet()
        for command in commands:
            per_packet = command.seconds_per_packet()
            say(
                f"  {command.name:<22}{command.runs:>5}{command.median:>11.4f}{1 / per_packet:>15,.0f}"
                f"{command.peak_mb:>10.1f}{per_packet / reference:>11,.2f}"
            )
        say()


def main():
    parser = argparse.ArgumentParser(
        prog="scripts/bench",
        description="Measures rullo beside tshark, btmon and cat on generated captures, after checking that its answers "
        "are right. Prints medians of several interleaved runs and whether the project's bars are met. All output "
        "goes to /dev/null, so that no disk is measured.",
        epilog="Exit code: 0 if all bars are met, 1 if one is not or an answer is wrong, 2 if something is missing. "
        "The files are kept under .build/bench (310 MB). A program's peak memory cannot be seen below that of the "
        "process that starts it (about 10 MB).",
    )
    parser.add_argument("--quick", action="store_true", help="fewer runs, over 200,000 notifications")
    parser.add_argument("--binary", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--folder", required=True, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    say(f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, output to /dev/null")
    say()
    try:
        return Bench(arguments.binary, arguments.folder, arguments.quick).run()
    except (WrongAnswer, MeasurementError) as error:
        clear_progress()
        print(f"bench: {error}", file=sys.stderr)
        return 1


sys.exit(main())
