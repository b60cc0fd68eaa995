"""Runs one command and prints its time and memory as JSON: runner.py OUTPUT ERRORS COMMAND…

A process of its own and a small one, started without the site packages: Linux counts into a program's peak memory what
the process had that started it.
"""

import os
import sys
import time


def main():
    output, errors, command = sys.argv[1], sys.argv[2], sys.argv[3:]
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, output, flags, 0o600),
        (os.POSIX_SPAWN_OPEN, 2, errors, flags, 0o600),
    ]
    start = time.perf_counter()
    process = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
    _, status, usage = os.wait4(process, 0)
    seconds = time.perf_counter() - start
    code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else -os.WTERMSIG(status)
    # Kilobytes on Linux, bytes on macOS.
    unit = 1 if sys.platform == "darwin" else 1024
    print('{"seconds":%.6f,"peak_mb":%.1f,"code":%d}' % (seconds, usage.ru_maxrss * unit / 1e6, code))


main()
