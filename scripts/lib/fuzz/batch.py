"""Runs many mutated files through the commands in one process, and finds out which one ended it."""

import hashlib
import os
import resource
import select
import subprocess
import time

import commands
from mutate import generator, mutate

BATCH = 500
HANG_SECONDS = 10
# Address space, and so more than what is ever resident: what asks for more ends, and is found as a crash.
MEMORY_LIMIT = 1 << 30


class Seed:
    def __init__(self, folder, name, data):
        self.folder = folder
        self.name = name
        self.data = data


def load(root):
    """The seeds, and the recordings that ship with the project as more of them; in the order of their names."""
    seeds = []
    base = os.path.join(root, "Fuzz", "Seeds")
    for folder, _, files in sorted(os.walk(base)):
        name = os.path.relpath(folder, base)
        if files and name not in commands.WITHOUT:
            seeds += [Seed(name, file, read(os.path.join(folder, file))) for file in sorted(files)]
    captures = os.path.join(root, "captures")
    seeds += [Seed("captures", file, read(os.path.join(captures, file))) for file in sorted(os.listdir(captures))]
    return seeds


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


class Case:
    """One mutated file and what is to be done with it, both told by seed and index alone."""

    def __init__(self, seeds, seed, index):
        random = generator(seed, index)
        self.index = index
        # Each folder the same share, however many files it has.
        folders = sorted({seed.folder for seed in seeds})
        folder = folders[index % len(folders)]
        self.seed = random.choice([seed for seed in seeds if seed.folder == folder])
        other = seeds[random.randrange(len(seeds))]
        self.data = mutate(self.seed.data, other.data, random)
        self.line = random.choice(commands.of(self.seed.folder))

    def words(self, work, path, data=None):
        """Writes the file and answers the words of the command line."""
        data = self.data if data is None else data
        suffix = os.path.splitext(self.seed.name)[1]
        if "HEX" in self.line:
            head = 2 if "UUID" in self.line else 0
            uuid = data[:head][::-1].hex() or "2ad2"
            return [{"UUID": uuid, "HEX": data[head:].hex()}.get(word, word) for word in self.line]
        if "ROOT" in self.line or "GOLDEN" in self.line:
            store(path, suffix, data, is_golden="GOLDEN" in self.line)
        elif "FILE.json" in self.line:
            write(path + ".json", data)
        else:
            write(path, data)
        names = {
            "FILE": path,
            "FILE.json": path + ".json",
            "ROOT": path + ".store",
            "GOLDEN": path + ".store",
            "OUT": path + ".out",
            "LOG": os.path.join(work, "log"),
            "FORMAT": os.path.basename(self.seed.folder),
        }
        return [names.get(word, word) for word in self.line]


def store(path, suffix, data, is_golden):
    root = path + ".store"
    for folder in ("captures", "golden"):
        os.makedirs(os.path.join(root, folder), exist_ok=True)
        for name in os.listdir(os.path.join(root, folder)):
            os.unlink(os.path.join(root, folder, name))
    write(os.path.join(root, "captures", "a.log" if is_golden else "a" + suffix), LOG if is_golden else data)
    write(os.path.join(root, "golden", "a.session.txt"), data if is_golden else b"rullo-session 1\n")


LOG = "18:18:33.157 ← 0x2AD2  44 00 60 0B\n18:18:33.257 → 0x2AD9  00\n".encode()


class Result:
    """What became of a batch."""

    def __init__(self):
        self.count = 0
        self.lines = {}
        self.faults = []
        self.peak_mb = 0.0
        self.seconds = 0.0


class Fault:
    def __init__(self, index, kind, words, saved, said):
        self.index, self.kind, self.words, self.saved, self.said = index, kind, words, saved, said


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(binary, list_path, patience=HANG_SECONDS):
    """Runs a list. Answers how the process ended, the number of the line it was at, what it said last, its peak."""
    environment = {**os.environ, "CI": "1", "SWIFT_BACKTRACE": "enable=no", "TMPDIR": os.path.dirname(list_path)}
    process = subprocess.Popen(
        [binary, "fuzz-batch", list_path],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment,
        preexec_fn=limit,
    )
    descriptor = process.stderr.fileno()
    tail, marker, last, is_hanging = b"", None, time.monotonic(), False
    while True:
        ready, _, _ = select.select([descriptor], [], [], 1.0)
        if ready:
            chunk = os.read(descriptor, 1 << 16)
            if not chunk:
                break
            tail = tail[-8192:] + chunk
            start = tail.rfind(b"\x01")
            if start >= 0 and b"\n" in tail[start:]:
                found = tail[start + 1 : tail.index(b"\n", start)]
                if found != marker:
                    marker, last = found, time.monotonic()
        if time.monotonic() - last > patience:
            is_hanging = True
            process.kill()
            break
    process.stderr.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if marker == b"end" and process.returncode == 0:
        kind = None
    elif is_hanging:
        kind = f"no end within {patience} s"
    else:
        kind = f"signal {-process.returncode}" if process.returncode < 0 else f"ended with {process.returncode}"
    number = int(marker) if marker and marker.isdigit() else 0
    # Kilobytes on Linux, octets on macOS.
    peak = usage.ru_maxrss / (1e6 if os.uname().sysname == "Darwin" else 1e3)
    return kind, number, tail[tail.rfind(b"\x01") :].decode(errors="replace"), peak


def run_lines(binary, work, lines, **options):
    path = os.path.join(work, "list")
    write(path, b"".join("\t".join(words).encode() + b"\n" for words in lines))
    return run(binary, path, **options)


def run_batch(binary, seeds, seed, first, count, work, crashes):
    """Runs the cases `first` and following; a case that ends the process is kept, and the rest goes on."""
    os.makedirs(work, exist_ok=True)
    write(os.path.join(work, "log"), LOG)
    result = Result()
    start = time.monotonic()
    cases = [Case(seeds, seed, index) for index in range(first, first + count)]
    lines = [case.words(work, os.path.join(work, str(number))) for number, case in enumerate(cases)]
    for case in cases:
        name = case.line[0] if case.line[0] != "golden" else " ".join(case.line[:2])
        result.lines[name] = result.lines.get(name, 0) + 1
    done = 0
    while done < count:
        kind, number, said, peak = run_lines(binary, work, lines[done:])
        result.peak_mb = max(result.peak_mb, peak)
        if kind is None:
            break
        result.faults.append(keep(binary, cases[done + number], kind, said, work, crashes))
        done += number + 1
    result.count = count
    result.seconds = time.monotonic() - start
    return result


def keep(binary, case, kind, said, work, crashes):
    """Makes the file that ended the program smaller while it still does, and saves it."""
    data = case.data

    def fails(candidate):
        words = case.words(work, os.path.join(work, "small"), candidate)
        return run_lines(binary, work, [words], patience=3)[0] is not None

    is_alone = fails(data)
    if is_alone:
        data = smaller(data, fails)
    os.makedirs(crashes, exist_ok=True)
    name = f"{hashlib.sha256(data).hexdigest()[:12]}-{case.seed.name}"
    path = os.path.join(crashes, name)
    write(path, data)
    words = case.words(crashes, path, data)
    if not is_alone:
        kind += ", not when run alone"
    return Fault(case.index, kind, words, path, said)


def smaller(data, fails, most=200):
    """Takes parts away, large ones first, as long as the fault stays."""
    size, tries = len(data) // 2, 0
    while size > 0 and tries < most:
        start = 0
        while start < len(data) and tries < most:
            candidate = data[:start] + data[start + size :]
            tries += 1
            if fails(candidate):
                data = candidate
            else:
                start += size
        size //= 2
    return data
