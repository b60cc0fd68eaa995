import RulloHostileInput
import RulloImporting

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Readers that open files themselves get one.
enum WholeFile {
  /// A file of this process, beside those of others that run at the same time.
  private static let path = "/tmp/rullo-fuzz-\(getpid())"

  @Sendable static func read(_ bytes: [UInt8]) {
    guard write(bytes) else { return }
    guard let file = try? RecordingFile(path: path) else { return }
    let outcome = file.read(into: EverySink())
    let census = outcome.census
    var sink = outcome.intoSink()
    sink.finish(census)
  }

  private static func write(_ bytes: [UInt8]) -> Bool {
    guard let file = unsafe fopen(path, "wb") else { return false }
    let count = unsafe bytes.withUnsafeBytes { memory in
      unsafe memory.isEmpty ? 0 : fwrite(memory.baseAddress, 1, memory.count, file)
    }
    unsafe fclose(file)
    return count == bytes.count
  }
}
