#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file that cannot be written, in words.
public struct OutputError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

/// A file that is written whole or not at all: its octets go to a temporary name beside it.
///
/// The first fault is kept and thrown by ``finish()``, so that writers need not ask after each block.
/// What is not finished leaves nothing behind. `-` is standard output, which gets the octets at once,
/// and so do pipes and devices such as `/dev/null`, whose name no file may take.
public final class OutputFile {
  public let path: String
  private let temporary: String?
  private let descriptor: Int32
  private var failure: OutputError?
  private var isOpen = true

  /// Octets written so far.
  public private(set) var count = 0

  /// Opens a temporary file beside the path; throws where that cannot be done.
  public init(path: String) throws(OutputError) {
    self.path = path
    guard path != "-" else {
      temporary = nil
      descriptor = 1
      return
    }
    guard !Self.isSpecial(path) else {
      let opened = unsafe open(path, O_WRONLY | O_CLOEXEC)
      guard opened >= 0 else { throw Self.error("cannot write \(path)") }
      temporary = nil
      descriptor = opened
      return
    }
    let name = "\(path).\(getpid()).partial"
    let opened = unsafe open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard opened >= 0 else { throw Self.error("cannot write \(path)") }
    temporary = name
    descriptor = opened
  }

  deinit {
    guard isOpen else { return }
    if descriptor != 1 { close(descriptor) }
    if let temporary { unsafe unlink(temporary) }
  }

  /// Appends octets.
  public func write(_ bytes: RawSpan) {
    guard failure == nil else { return }
    count += bytes.byteCount
    unsafe bytes.withUnsafeBytes { buffer in
      var place = 0
      while place < buffer.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[place...])
        #if canImport(Darwin)
        let sent = unsafe Darwin.write(descriptor, rest.baseAddress, rest.count)
        #elseif canImport(Musl)
        let sent = unsafe Musl.write(descriptor, rest.baseAddress, rest.count)
        #else
        let sent = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
        #endif
        if sent < 0, errno == EINTR { continue }
        guard sent > 0 else {
          failure = Self.error("cannot write \(path)")
          return
        }
        place += sent
      }
    }
  }

  /// Gives the file its name; throws the first fault, and leaves nothing behind then.
  public func finish() throws(OutputError) {
    guard isOpen else { return }
    isOpen = false
    if descriptor != 1, close(descriptor) != 0, failure == nil {
      failure = Self.error("cannot write \(path)")
    }
    if let temporary, failure == nil, unsafe rename(temporary, path) != 0 {
      failure = Self.error("cannot write \(path)")
    }
    guard let failure else { return }
    if let temporary { unsafe unlink(temporary) }
    throw failure
  }

  /// Whether a thing stands there that is no file of octets: renaming over it would destroy it.
  private static func isSpecial(_ path: String) -> Bool {
    var found = stat()
    guard unsafe stat(path, &found) == 0 else { return false }
    return found.st_mode & S_IFMT != S_IFREG
  }

  private static func error(_ text: String) -> OutputError {
    OutputError("\(text): \(unsafe String(cString: strerror(errno)))")
  }
}
