import Foundation
import RulloTestSupport
import Testing

/// How far reading has come, on a terminal of Python's `pty` and nowhere else.
@Suite("progress") struct ProgressTests {
  /// Gives the command a pipe that takes three seconds, on a terminal at least until progress is shown,
  /// however slow the machine; its standard error is a terminal or a pipe.
  static let script = """
    import os, pty, subprocess, sys, threading, time
    program, capture, kind = sys.argv[1:4]
    octets = open(capture, 'rb').read()
    master, terminal = pty.openpty() if kind == 'terminal' else os.pipe()
    process = subprocess.Popen(
        [program, 'info', '-'], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=terminal)
    os.close(terminal)
    shown = bytearray()
    def collect():
        while True:
            try:
                part = os.read(master, 65536)
            except OSError:
                break
            if not part:
                break
            shown.extend(part)
    reader = threading.Thread(target=collect)
    reader.start()
    header, records = octets[:16], octets[16:]
    process.stdin.write(header)
    end = time.monotonic() + 3
    while time.monotonic() < end or kind == 'terminal' and b' MiB' not in shown:
        process.stdin.write(records * 40)
        process.stdin.flush()
        time.sleep(0.1)
    process.stdin.close()
    reader.join()
    process.wait()
    sys.stdout.buffer.write(shown)
    sys.exit(process.returncode)
    """

  @Test(
    "is shown once reading takes over a second, and only there",
    .enabled(if: Tool(named: "python3") != nil),
    arguments: ["terminal", "pipe"])
  func progress(kind: String) throws {
    let program = RulloCommand.folder.appendingPathComponent("rullo").path
    let result = try #require(Tool(named: "python3")).run(
      ["-c", Self.script, program, RulloCommand.capture("bumble-session.btsnoop"), kind])
    #expect(result.code == 0, "\(result.complaint)")
    // The line is begun anew and cleared at the end.
    #expect(result.text.contains("\r\u{1B}[Kstandard input: ") == (kind == "terminal"))
    #expect(result.text.contains(" MiB") == (kind == "terminal"))
    // The notes come in either case; the clock steps back where the capture begins again.
    #expect(result.text.contains("note: "))
  }
}
