internal import RulloBase

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A compressed file or an archive, and the capture in it that is wanted.
enum Archive {
  /// Whether a file that starts with these octets is compressed or an archive.
  static func recognises(_ head: RawSpan) -> Bool {
    switch (head.u32be(0) ?? 0, head.u16be(0) ?? 0) {
    case (_, 0x1F8B), (0x28B5_2FFD, _), (0xFD37_7A58, _), (0x504B_0304, _), (0x504B_0506, _): true
    // bzip2: the level is a digit.
    case (0x425A_6831...0x425A_6839, _): true
    default: head.holds("ustar", at: 257)
    }
  }

  /// The path of a file and the member named behind it: `FILE!member`.
  ///
  /// A file whose own name has the mark in it stays whole.
  static func split(_ path: String) -> (file: String, member: String?) {
    guard unsafe access(path, F_OK) != 0 else { return (path, nil) }
    for mark in path.indices where path[mark] == "!" {
      let file = String(path[..<mark])
      if unsafe access(file, R_OK) == 0 { return (file, String(path[path.index(after: mark)...])) }
    }
    return (path, nil)
  }

  /// Opens the capture in an archive: the one that is named, or the only one.
  ///
  /// Throws ``InputError`` that lists the captures where there are several, and says so where none.
  static func open(_ path: String, member: String?) throws(InputError) -> ChunkedInput {
    if let member { return try input(path, member: member, name: "\(path)!\(member)") }
    let stream = try ArchiveStream(path: path)
    var captures: [String] = []
    var files = 0
    while try stream.next() {
      guard let name = stream.member else { return try input(path, member: nil, name: path) }
      files += 1
      if captures.count < mostCaptures, try isCapture(stream.head()) { captures.append(name) }
    }
    guard let first = captures.first else {
      throw InputError(
        "\(path) is an archive of \(files) file\(files == 1 ? "" : "s"), none of them a capture or a"
          + " log; an HCI snoop log must be switched on before it is in a bug report")
    }
    guard captures.count > 1 else {
      return try input(path, member: first, name: "\(path)!\(first)")
    }
    let list = captures.map { "\n  \(path)!\($0)" }.joined()
    throw InputError("\(path) holds \(captures.count) captures; name one of them:\(list)")
  }

  /// A bug report holds thousands of files; more captures than this are nobody's list.
  private static let mostCaptures = 100

  private static func isCapture(_ head: [UInt8]) -> Bool {
    var input = ChunkedInput(bytes: head)
    guard let found = try? Recognition.of(&input) else { return false }
    if case .none = found { return false }
    return true
  }

  /// The octets of one member; `nil` is the content of a file that is only compressed.
  private static func input(
    _ path: String, member: String?, name: String
  ) throws(InputError) -> ChunkedInput {
    let stream = try ArchiveStream(path: path)
    while try stream.next() {
      guard stream.member == member else { continue }
      return ChunkedInput(name: name) { (buffer, start) throws(InputError) in
        try stream.read(into: &buffer, from: start)
      }
    }
    throw InputError("\(path) holds no file '\(member ?? "")'; 'rullo info \(path)' lists them")
  }
}
