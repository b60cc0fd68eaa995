"""Fuzzing: a million mutated files through the commands, and libFuzzer's targets. Started by scripts/fuzz."""

import argparse
import multiprocessing
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

import batch
import commands
import targets


def say(text=""):
    print(text, flush=True)


def progress(text):
    """A line on a terminal that the next one overwrites; nothing in a log."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def known_commands(binary):
    """The program's commands, by its own help."""
    text = subprocess.run([binary, "--help"], capture_output=True, text=True, check=True).stdout
    lines = text.split("Commands:\n")[1].split("\n\n")[0].splitlines()
    return [line[2:].split("  ")[0] for line in lines if line.startswith("  ") and not line.startswith("   ")]


def work_folder():
    """In memory where there is such a place: a million files are no burden for a disk."""
    return tempfile.mkdtemp(prefix="rullo-fuzz-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)


STATE = None


def start_worker(binary, root, seed, work, crashes):
    global STATE
    STATE = (binary, batch.load(root), seed, os.path.join(work, str(os.getpid())), crashes)


def run_batch(span):
    binary, seeds, seed, work, crashes = STATE
    return batch.run_batch(binary, seeds, seed, *span, work, crashes)


def run_commands(options):
    lacking = commands.missing(known_commands(options.binary))
    if lacking:
        say(f"fuzz: no line of scripts/lib/fuzz/commands.py runs: {', '.join(lacking)}")
        return 1
    seeds = batch.load(options.root)
    work, crashes = work_folder(), os.path.join(options.root, ".build", "fuzz-crashes")
    jobs = options.jobs or os.cpu_count() or 1
    say(f"{options.runs:,} mutated files of {len(seeds)} seeds, seed {options.seed}, {jobs} at a time")
    end = options.first + options.runs
    spans = [(first, min(batch.BATCH, end - first)) for first in range(options.first, end, batch.BATCH)]
    start, done, lines, faults, peak = time.monotonic(), 0, {}, [], 0.0
    try:
        arguments = (options.binary, options.root, options.seed, work, crashes)
        with multiprocessing.Pool(jobs, start_worker, arguments) as pool:
            for result in pool.imap_unordered(run_batch, spans):
                done += result.count
                peak = max(peak, result.peak_mb)
                for name, count in result.lines.items():
                    lines[name] = lines.get(name, 0) + count
                for fault in result.faults:
                    report(fault, options)
                faults += result.faults
                progress(f"{done:,} of {options.runs:,}, {len(faults)} faults, {time.monotonic() - start:.0f} s")
    finally:
        shutil.rmtree(work, ignore_errors=True)
    progress("")
    for name in sorted(lines):
        say(f"  {name:<18}{lines[name]:>10,}")
    seconds = time.monotonic() - start
    say(
        f"{done:,} mutated files in {seconds:.0f} s ({done / seconds:,.0f} a second): {len(faults)} crashes or hangs;"
        f" peak memory {peak:.0f} MB"
    )
    return 1 if faults else 0


def report(fault, options):
    progress("")
    say(f"FAULT  {fault.kind}, file {fault.index}")
    said = " ".join(fault.said.split("\n")[1:])[-300:].strip()
    if said:
        say(f"  it said    {said}")
    say(f"  kept as    {os.path.relpath(fault.saved, options.root)}")
    say(f"  run again  rullo {shlex.join(fault.words)[:400]}")
    say(f"  or         scripts/fuzz --seed {options.seed} --first {fault.index} --runs 1")


def main():
    parser = argparse.ArgumentParser(
        prog="scripts/fuzz",
        description="Makes mutated files of the seeds in Fuzz/Seeds and captures, and runs the commands over them, many in "
        "one process: no crash, no hang of 10 s, no more than 1 GiB of address space. The same seed makes the same files "
        "and command lines.",
        epilog="What ends a command is made smaller, kept in .build/fuzz-crashes and named with the line that repeats it. "
        "Exit code: 0 if there was none, 1 if there was, 2 if something is missing.",
    )
    parser.add_argument("--runs", type=int, help="how many files (1,000,000), or runs a target (10,000)")
    parser.add_argument("--seed", type=int, default=1, help="another number makes other files")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="begin with file N")
    parser.add_argument("--jobs", type=int, metavar="N", help="processes at a time (as many as cores)")
    parser.add_argument(
        "--targets", nargs="*", metavar="NAME", help="run libFuzzer's targets instead, all or those whose names begin so"
    )
    parser.add_argument("--seconds", type=int, default=10, help="at most so long a target (10)")
    parser.add_argument("--write-seeds", action="store_true", help="write the binary seeds anew, and end")
    parser.add_argument("--binary", help=argparse.SUPPRESS)
    parser.add_argument("--root", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.write_seeds:
        import seeds

        seeds.write(os.path.join(options.root, "Fuzz", "Seeds"))
        return 0
    if options.targets is not None:
        return targets.run(options)
    options.runs = options.runs or 1_000_000
    return run_commands(options)


if __name__ == "__main__":
    sys.exit(main())
