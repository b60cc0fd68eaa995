internal import RulloImporting

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Readers that open files themselves get one.
enum WholeFile {
  @Sendable static func read(_ bytes: [UInt8]) -> String? {
    var path = Array("\(folder)/rullo-hostile-XXXXXX".utf8CString)
    let descriptor = unsafe mkstemp(&path)
    guard descriptor >= 0 else { return "has no temporary file" }
    let count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
    defer { unsafe unlink(path) }
    guard count == bytes.count else { return "could not write a temporary file" }
    let name = String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let file = try? RecordingFile(path: name) else { return nil }
    let outcome = file.read(into: EverySink())
    let census = outcome.census
    var sink = outcome.intoSink()
    sink.finish(census)
    return nil
  }

  private static let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
}
