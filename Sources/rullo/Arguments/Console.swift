import RulloBase

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Standard output and standard error of one run.
struct Console: ~Copyable {
  /// Text for standard output; sent on when it grows and at the end.
  var text = TextBuffer(capacity: 128 * 1024)

  /// Whether a person watches: progress goes to a terminal only.
  let showsProgress = isatty(2) == 1

  private static let chunk = 64 * 1024

  /// Sends the text on once there is enough of it.
  mutating func flushIfLarge() {
    if text.count >= Self.chunk { flush() }
  }

  /// Sends all text on.
  mutating func flush() {
    text.withBytes { Self.print($0) }
    text.removeAll()
  }

  /// Writes a line to standard error.
  func complain(_ message: String) {
    var line = TextBuffer()
    line.append(message)
    line.append(byte: 0x0A)
    _ = Self.send(line, to: 2)
  }

  /// Writes text to standard error as it is, for progress.
  static func show(_ text: String) {
    var line = TextBuffer()
    line.append(text)
    _ = send(line, to: 2)
  }

  /// Writes octets straight to standard output.
  ///
  /// A reader that has gone, such as `head`, wants no more: the process ends without a word. Anything
  /// else, such as a full disk, is said.
  static func print(_ bytes: RawSpan) {
    guard !send(bytes, to: 1) else { return }
    let code = errno
    if code == EPIPE { end(.done) }
    let reason = unsafe String(cString: strerror(code))
    show("rullo: cannot write to standard output: \(reason)\n")
    end(.unusable)
  }

  /// Answers false where nobody reads any more.
  private static func send(_ text: borrowing TextBuffer, to descriptor: Int32) -> Bool {
    text.withBytes { send($0, to: descriptor) }
  }

  private static func send(_ bytes: RawSpan, to descriptor: Int32) -> Bool {
    unsafe bytes.withUnsafeBytes { buffer in
      var place = 0
      while place < buffer.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[place...])
        let sent = unsafe write(descriptor, rest.baseAddress, rest.count)
        if sent < 0, errno == EINTR { continue }
        if sent <= 0 { return false }
        place += sent
      }
      return true
    }
  }

  /// Seconds of a clock that never steps; for progress only, never for a result.
  static func monotonicSeconds() -> Int {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec
  }

  /// Nanoseconds of the same clock, to hold a demonstration to real time.
  static func monotonicNanoseconds() -> Int64 {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }

  /// Waits in real time; not at all where the time is over already.
  static func sleep(nanoseconds: Int64) {
    guard nanoseconds > 0 else { return }
    var rest = timespec()
    rest.tv_sec = Int(nanoseconds / 1_000_000_000)
    rest.tv_nsec = Int(nanoseconds % 1_000_000_000)
    _ = unsafe nanosleep(&rest, nil)
  }

  /// Ends the process.
  static func end(_ code: ExitCode) -> Never { exit(code.rawValue) }

  /// A reader that goes away, such as `head`, is no error.
  static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }
}
