"""Writes the app diagnostic log: one line a notification, with the time of day to the millisecond."""

START = 6 * 3600 * 1_000_000  # microseconds since midnight; a million lines end before the next one
FLUSH_LINES = 20_000


class LogWriter:
    def __init__(self, file):
        self._file = file
        self._pending = []
        self.packets = 0

    def line(self, time, characteristic, value):
        """`time` is in microseconds since midnight; the log keeps the milliseconds, which are answered in microseconds."""
        milliseconds = time // 1000
        seconds = milliseconds // 1000
        self._pending.append(
            f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.{milliseconds % 1000:03} "
            f"← 0x{characteristic}  {value.hex(' ').upper()}\n"
        )
        self.packets += 1
        if len(self._pending) >= FLUSH_LINES:
            self.flush()
        return milliseconds * 1000

    def flush(self):
        self._file.write("".join(self._pending).encode())
        self._pending.clear()
