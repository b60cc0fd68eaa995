#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Tells whether two paths are one file, also through links and other spellings.
enum SameFile {
  /// The second path where it is the first one's file; an archive's member is the archive.
  static func both(_ input: String, _ output: String) -> String? {
    guard input != "-", output != "-", let target = identity(output) else { return nil }
    let archive = input.split(separator: "!", maxSplits: 1).first.map(String.init) ?? input
    return [input, archive].contains { identity($0).map { $0 == target } ?? false } ? output : nil
  }

  private static func identity(_ path: String) -> [UInt64]? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return [UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino)]
  }
}
