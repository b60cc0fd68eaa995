internal import RulloBase

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A pipe's octets in a temporary file without a name, so that they can be read more than once.
@safe final class Spool {
  private let file: UnsafeMutablePointer<FILE>
  let name: String

  /// Takes the rest of an input.
  init(_ input: inout ChunkedInput) throws(InputError) {
    guard let file = unsafe tmpfile() else {
      throw InputError(
        "no temporary file for \(input.name): \(unsafe String(cString: strerror(errno)))")
    }
    unsafe self.file = file
    name = input.name
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = try input.move(into: &buffer)
      if count == 0 { break }
      guard unsafe fwrite(buffer, 1, count, file) == count else {
        throw InputError(
          "cannot write a temporary file: \(unsafe String(cString: strerror(errno)))")
      }
    }
    unsafe fflush(file)
  }

  deinit { unsafe fclose(file) }

  /// A path under which the file can be opened at its start while this object lives.
  var path: String {
    let descriptor = unsafe fileno(file)
    // Where opening the path only duplicates the descriptor, both share one place.
    lseek(descriptor, 0, SEEK_SET)
    return "/dev/fd/\(descriptor)"
  }
}
