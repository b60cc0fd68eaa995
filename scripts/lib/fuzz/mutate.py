"""Makes a broken file of a whole one: what damage, tools and attackers do to captures and logs."""

import random
import struct

INTERESTING = (0, 1, 2, 4, 7, 8, 16, 32, 64, 100, 127, 128, 255, 256, 511, 512, 1000, 1024, 4095, 4096, 32767, 32768)
INTERESTING += (65535, 65536, 1 << 24, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 63) - 1, (1 << 64) - 1)
WIDTHS = ((1, "B", 0xFF), (2, "H", 0xFFFF), (4, "I", 0xFFFFFFFF), (8, "Q", 0xFFFFFFFFFFFFFFFF))
WORDS = [
    word.encode()
    for word in (
        "0x", "0x2AD2", "2AD9", "00002ad2-0000-1000-8000-00805f9b34fb", "←", "→", "<-", "->", "\r\n", "\n\n", "\t", "\0",
        "\ufeff", "23:59:59.999 ", "00:00:00.000 ", "24:60:60.1000 ", "9" * 20, "-1", "1e309", "0.000000000000000001",
        "...", "…", '"', "\\u", "\\", "{", "}", "[", "]", "({", "é", "\U0001f6b2", "[2A D2]", "GG", "A", "4400600",
        "1970-01-01 00:00:00", "9999-12-31T23:59:59Z", "0000-00-00", "{bytes}", "{any}", "{time}", "→A", "=", "- ",
    )
]  # fmt: skip
LARGEST = 1 << 16


def mutate(data, other, generator):
    """One to eight changes; `other` is a seed to take parts from. The same generator makes the same file."""
    data = bytearray(data)
    below = generator._randbelow
    for _ in range(1 + below(1 << below(4))):
        CHANGES[below(len(CHANGES))](data, other, below)
        if len(data) > LARGEST:
            del data[LARGEST:]
    return bytes(data)


def place(data, below):
    return below(len(data) + 1)


def span(data, below):
    """A start and an end, mostly near each other."""
    start = place(data, below)
    return start, min(len(data), start + 1 + below(1 << below(9)))


def flip_bit(data, _, below):
    if data:
        data[below(len(data))] ^= 1 << below(8)


def set_octet(data, _, below):
    if data:
        data[below(len(data))] = below(256)


def set_number(data, _, below):
    """What a length, a count or a time could be made to say: a field's size and its neighbours included."""
    _, code, mask = WIDTHS[below(4)]
    number = INTERESTING[below(len(INTERESTING))] if below(3) else len(data) - 8 + below(17)
    field = struct.pack("<>"[below(2)] + code, number & mask)
    start = place(data, below)
    data[start : start + len(field)] = field


def add_to_octet(data, _, below):
    if data:
        start = below(len(data))
        data[start] = data[start] + below(9) - 4 & 0xFF


def delete(data, _, below):
    start, end = span(data, below)
    del data[start:end]


def cut(data, _, below):
    del data[place(data, below) :]


def drop_start(data, _, below):
    if not below(4):
        del data[: place(data, below)]


def insert_octets(data, _, below):
    start = place(data, below)
    data[start:start] = bytes([below(256)]) * (1 + below(1 << below(7)))


def insert_word(data, _, below):
    start = place(data, below)
    data[start:start] = WORDS[below(len(WORDS))]


def overwrite_word(data, _, below):
    start, word = place(data, below), WORDS[below(len(WORDS))]
    data[start : start + len(word)] = word


def repeat(data, _, below):
    """A part again and again, as a logger that stutters."""
    start, end = span(data, below)
    data[end:end] = data[start:end] * (1 + below(1 << below(7)))


def move(data, _, below):
    start, end = span(data, below)
    part = data[start:end]
    del data[start:end]
    start = place(data, below)
    data[start:start] = part


def splice(data, other, below):
    """The beginning of one file and the end of another one."""
    data[place(data, below) :] = other[place(other, below) :]


def borrow(data, other, below):
    start, end = span(other, below)
    at = place(data, below)
    if below(2):
        data[at:at] = other[start:end]
    else:
        data[at : at + end - start] = other[start:end]


CHANGES = (
    flip_bit, flip_bit, set_octet, set_octet, set_number, set_number, set_number, add_to_octet, delete, delete, cut,
    drop_start, insert_octets, insert_word, overwrite_word, repeat, move, splice, borrow,
)  # fmt: skip


def generator(seed, index):
    return random.Random(seed << 40 | index)
