"""An app's log of an hour: four characteristics at the rates of a real trainer and a strap."""

import os
from dataclasses import dataclass, field

from streams import bike_values, power_values


@dataclass
class HourLog:
    path: str
    packets: int
    paths: list = field(default_factory=lambda: ["1826/2AD2", "1818/2A63", "180D/2A37", "1826/2AD9"])


def one_hour_log(folder):
    """2AD2 and 2A63 four times a second, 2A37 once, and a set slope each ten seconds with its answer."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "one-hour.log")
    bikes, powers = bike_values(3), power_values(4)
    lines, values = [], 0

    def line(milliseconds, arrow, uuid, octets):
        seconds, rest = divmod(milliseconds, 1000)
        time = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.{rest:03}"
        lines.append(f"{time} {arrow} 0x{uuid}  {octets.hex(' ').upper()}")

    for quarter in range(4 * 3600):
        time = 36_000_000 + quarter * 250
        line(time, "←", "2AD2", next(bikes))
        line(time + 2, "←", "2A63", next(powers))
        values += 2
        if quarter % 4 == 1:
            line(time + 5, "←", "2A37", bytes([0, 90 + quarter // 4 % 60]))
            values += 1
        if quarter % 40 == 10:
            grade = (quarter // 40 * 25 % 1600 - 800).to_bytes(2, "little", signed=True)
            line(time + 100, "→", "2AD9", bytes([0x11, 0, 0]) + grade + bytes([0x28, 0x33]))
            line(time + 145, "←", "2AD9", bytes([0x80, 0x11, 0x01]))
            values += 1
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return HourLog(path, values)
