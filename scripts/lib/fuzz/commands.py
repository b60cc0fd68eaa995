"""The command lines that mutated files are given to. A new command or format is one line here."""

# FILE is the mutated file, HEX its octets as digits, FORMAT its folder's log format, ROOT a golden store whose only
# recording is the file, GOLDEN one whose golden of a session text is the file, OUT a file to write.
READING = (
    "info FILE",
    "info --json FILE",
    "info --explain-skips --ring-lines 20000 FILE",
    "decode FILE",
    "decode --json FILE",
    "decode --event 3 FILE",
    "decode --characteristic 2AD2 --from 0.01 --to 5 FILE",
    "rate FILE",
    "rate --json FILE",
    "rate --csv FILE",
    "diff LOG FILE",
    "diff --json FILE LOG",
    "baseline LOG FILE -o OUT",
    "convert --format pcapng FILE OUT",
    "convert --format btsnoop-monitor FILE OUT",
    "convert --format session FILE OUT",
    "convert --format app-log FILE OUT",
    "redact --format session FILE OUT",
    "redact --format btsnoop FILE OUT",
    "profile learn --name fuzz FILE",
    "profile compare kickr-core FILE",
    "replay FILE",
    "replay --against LOG --anchoring writes FILE",
    "replay --against FILE LOG",
    "golden check --root ROOT",
    "golden coverage --missing --root ROOT",
)

# Which command lines the seeds of a folder get; the longest name that fits decides.
COMMANDS = {
    "": READING,
    "logs": (*READING, "rate --log-format FORMAT FILE", "decode --log-format FORMAT FILE"),
    "logs/recogniser": READING,
    "logs/columns": tuple(
        f"{command} --columns time=time_s,uuid=uuid,direction=direction,value=value_hex FILE"
        for command in ("info", "decode", "decode --json", "rate", "rate --json")
    ),
    "texts/json": (
        "info --log-format FILE.json LOG",
        "profile show FILE.json",
        "simulate --profile FILE.json --duration 5 --format session -o OUT",
    ),
    "texts/log-format": ("info --log-format FILE.json LOG", "rate --log-format FILE.json LOG"),
    "texts/session": (*READING, "golden check --root GOLDEN"),
    "layers/att": ("value ATT HEX", "value --json ATT HEX"),
    "layers/values": ("value UUID HEX", "value --json UUID HEX"),
}

# Folders whose seeds have no command of their own: the packets of captures reach the same code.
WITHOUT = ("layers/hci", "layers/l2cap")

# Commands that read no file of a stranger, and why.
EXCUSED = {
    "capture": "reads a network",
    "profile list": "reads what is built in",
    "adopt": "does what golden check does with a recording, and writes it",
    "golden review": "reads what golden check wrote",
    "golden accept": "moves what golden check wrote",
    "golden reject": "removes what golden check wrote",
    "golden prune": "compares names of files",
}


def of(folder):
    """The command lines for the seeds of a folder, each as words."""
    parts = folder.split("/")
    names = ["/".join(parts[:count]) for count in range(len(parts), -1, -1)]
    return next([line.split() for line in COMMANDS[name]] for name in names if name in COMMANDS)


def missing(names):
    """Those of the program's commands that stand in no line above."""
    lines = [line + " " for commands in COMMANDS.values() for line in commands]
    return [name for name in names if name not in EXCUSED and not any(line.startswith(name + " ") for line in lines)]
