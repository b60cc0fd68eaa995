"""Runs libFuzzer's targets, one for each folder of Fuzz/Seeds, as many at a time as there are cores."""

import concurrent.futures
import os
import re
import subprocess
import time

MEMORY_MB = 512
HANG_SECONDS = 10


def names(root):
    base = os.path.join(root, "Fuzz", "Seeds")
    return sorted(os.path.relpath(folder, base) for folder, _, files in os.walk(base) if files)


def run(options):
    known = names(options.root)
    wanted = [name for name in known if not options.targets or name.startswith(tuple(options.targets))]
    if not wanted:
        print(f"fuzz: no target begins with {' or '.join(options.targets)}; there are\n  " + "\n  ".join(known))
        return 2
    start, failed, runs = time.monotonic(), 0, 0
    print(f"  {'target':<28}{'runs':>10}{'seconds':>9}{'branches':>10}{'peak MB':>9}", flush=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs or os.cpu_count() or 1) as pool:
        for name, line, count, trouble in pool.map(lambda name: run_target(name, options), wanted):
            runs += count
            print(line, flush=True)
            if trouble:
                failed += 1
                print(trouble, flush=True)
    print(f"{len(wanted)} targets, {runs:,} runs in {time.monotonic() - start:.0f} s: {failed} failed")
    return 1 if failed else 0


def run_target(name, options):
    """Name, a row of figures, the runs, and what went wrong."""
    build = os.path.join(options.root, ".build")
    corpus, crashes = os.path.join(build, "fuzz-corpus", name), os.path.join(build, "fuzz-crashes")
    for folder in (corpus, crashes):
        os.makedirs(folder, exist_ok=True)
    arguments = [
        options.binary,
        f"-runs={options.runs or 10_000}",
        f"-max_total_time={options.seconds}",
        f"-seed={options.seed}",
        f"-timeout={HANG_SECONDS}",
        f"-rss_limit_mb={MEMORY_MB}",
        "-max_len=4096",
        "-len_control=0",
        "-print_final_stats=1",
        f"-artifact_prefix={crashes}/{name.replace('/', '-')}-",
        # What is found goes into the first folder; the seeds stay as they are.
        corpus,
        os.path.join(options.root, "Fuzz", "Seeds", name),
    ]
    environment = {**os.environ, "RULLO_FUZZ_TARGET": name, "SWIFT_BACKTRACE": "enable=no"}
    start = time.monotonic()
    process = subprocess.run(arguments, env=environment, capture_output=True, text=True, errors="replace")
    seconds = time.monotonic() - start
    said = process.stderr
    figures = dict(re.findall(r"stat::(\w+):\s+(\d+)", said))
    count = int(figures.get("number_of_executed_units", 0))
    branches = re.findall(r"cov: (\d+)", said)
    line = f"  {name:<28}{count:>10,}{seconds:>9.1f}{branches[-1] if branches else '-':>10}"
    line += f"{figures.get('peak_rss_mb', '-'):>9}"
    if process.returncode == 0:
        return name, line, count, None
    kept = re.findall(r"Test unit written to (\S+)", said)
    cause = [text for text in said.splitlines() if "Fatal error" in text or "ERROR" in text or "reads otherwise" in text]
    trouble = f"FAULT  {name} ended with {process.returncode}: {' '.join(cause)[:600] or said[-600:]}"
    if kept:
        trouble += f"\n  run again  RULLO_FUZZ_TARGET={name} {os.path.relpath(options.binary, options.root)} "
        trouble += os.path.relpath(kept[-1], options.root)
    return name, line, count, trouble
