internal import RulloBase

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Finds the captures inside compressed files, archives, and archives inside archives.
///
/// Nothing is unpacked to disk; memory follows how deep the archives lie, not what they hold.
struct CaptureSearch {
  /// A bug report's zip in a person's zip in a tar.gz is three; more than this is made to do harm.
  static let deepest = 5

  /// A bug report holds thousands of files; an archive with more than this is not searched on.
  private static let mostFiles = 100_000

  /// More captures than this are nobody's list.
  private static let mostCaptures = 100

  /// The paths of the captures found, `FILE!member` with a further mark for each archive inside.
  private(set) var captures: [String] = []
  private(set) var files = 0

  /// Why the search ended early, where it did.
  private(set) var fault: String?

  /// The path of a file and the member named behind it: `FILE!member`.
  ///
  /// A file whose own name has the mark in it stays whole.
  static func split(_ path: String) -> (file: String, member: String?) {
    guard path != "-", unsafe access(path, F_OK) != 0 else { return (path, nil) }
    for mark in path.indices where path[mark] == "!" {
      let file = String(path[..<mark])
      let member = String(path[path.index(after: mark)...])
      let isFile = unsafe access(file, R_OK) == 0
      if isFile || file == "-" { return (file, member) }
    }
    return (path, nil)
  }

  /// Opens the capture that a path names: a file, what is compressed in it, or a member of it.
  ///
  /// Throws ``InputError`` that lists the captures where there are several, and says so where none.
  static func open(_ path: String) throws(InputError) -> ChunkedInput {
    let (file, member) = split(path)
    var input = try ChunkedInput(path: file)
    guard let wrapping = try input.withHead({ Wrapping($0) }) else {
      guard let member else { return input }
      throw InputError("\(file) is no archive, so there is no '\(member)' in it")
    }
    // What is in a pipe cannot be read twice, once to look for captures.
    let spool = input.isReopenable ? nil : try Spool(&input)
    func fresh() throws(InputError) -> Unwrapped {
      let path = spool?.path ?? file
      let name = spool?.name ?? file
      // A zip file's list stands at its end, where only a file of its own can be read.
      guard wrapping == .archive else {
        return try Unwrapped.of(ChunkedInput(path: path, name: name))
      }
      let stream = try ArchiveStream(path: path, name: name)
      guard try stream.hasMembers() == false else { return .members(stream) }
      _ = try stream.next()
      return try Unwrapped.of(stream.content())
    }
    if let member { return try pick(member, fresh) }
    return try only(file, fresh)
  }

  /// All captures of a file, which may be one itself; empty for a file that is none.
  static func captures(in file: String) throws(InputError) -> [String] {
    var search = CaptureSearch()
    var input = try ChunkedInput(path: file)
    if try input.withHead({ Wrapping($0) }) == .archive {
      let stream = try ArchiveStream(path: file, name: file)
      if try stream.hasMembers() != false {
        search.search(stream, in: file, depth: 0)
        return search.captures
      }
    }
    search.look(input, as: file, depth: 0)
    return search.captures
  }

  /// The only capture of what `fresh` opens.
  private static func only(
    _ file: String, _ fresh: () throws(InputError) -> Unwrapped
  ) throws(InputError) -> ChunkedInput {
    switch try fresh() {
    case .plain(let input): return input
    case .members(let stream):
      var search = CaptureSearch()
      search.search(stream, in: file, depth: 0)
      return try search.only(file, fresh)
    }
  }

  private func only(
    _ file: String, _ fresh: () throws(InputError) -> Unwrapped
  ) throws(InputError) -> ChunkedInput {
    guard let first = captures.first else {
      let end = fault.map { " (\($0))" } ?? ""
      throw InputError(
        "\(file) is an archive of \(files) file\(files == 1 ? "" : "s"), none of them a capture or a"
          + " log\(end); an HCI snoop log must be switched on before it is in a bug report")
    }
    guard captures.count == 1 else {
      let list = captures.map { "\n  \($0)" }.joined()
      throw InputError("\(file) holds \(captures.count) captures; name one of them:\(list)")
    }
    return try Self.pick(String(first.dropFirst(file.count + 1)), fresh)
  }

  /// Opens the member that is named, through as many archives as its name goes.
  private static func pick(
    _ member: String, _ fresh: () throws(InputError) -> Unwrapped
  ) throws(InputError) -> ChunkedInput {
    switch try fresh() {
    case .plain(let input):
      throw InputError("\(input.name) is no archive, so there is no '\(member)' in it")
    case .members(let stream):
      while try stream.next() {
        guard let name = stream.member else { continue }
        if name == member {
          return try only(stream.memberPath) { () throws(InputError) in
            try again(member, fresh)
          }
        }
        guard member.hasPrefix(name + "!") else { continue }
        let rest = String(member.dropFirst(name.count + 1))
        return try pick(rest) { () throws(InputError) in try again(name, fresh) }
      }
      throw InputError("there is no file '\(member)' in the archive; 'rullo info' of it lists them")
    }
  }

  /// Opens an archive anew and goes to a member of it that is known to be there.
  private static func again(
    _ member: String, _ fresh: () throws(InputError) -> Unwrapped
  ) throws(InputError) -> Unwrapped {
    if case .members(let stream) = try fresh() {
      while try stream.next() {
        if stream.member == member { return try Unwrapped.of(stream.content()) }
      }
    }
    throw InputError("the archive changed while it was read: '\(member)' is gone")
  }

  /// Goes through the members of an archive.
  private mutating func search(_ stream: ArchiveStream, in path: String, depth: Int) {
    do throws(InputError) {
      while try stream.next() {
        guard files < Self.mostFiles, captures.count < Self.mostCaptures else {
          fault = "the search ended after \(files) files"
          return
        }
        files += 1
        guard let member = stream.member else { continue }
        look(stream.content(room: 64 * 1024), as: "\(path)!\(member)", depth: depth + 1)
      }
    } catch {
      fault = "\(error)"
    }
  }

  /// Looks whether an input is a capture, or holds some.
  private mutating func look(_ input: consuming ChunkedInput, as path: String, depth: Int) {
    guard depth <= Self.deepest else {
      fault = "it holds archives more than \(Self.deepest) deep in one another"
      return
    }
    do throws(InputError) {
      switch try Unwrapped.of(input) {
      case .members(let inner): search(inner, in: path, depth: depth)
      case .plain(var content):
        if case .none = try Recognition.of(&content) { return }
        captures.append(path)
      }
    } catch {
      // A member that is nothing of ours, or damaged beyond its start, is no capture.
      return
    }
  }
}
