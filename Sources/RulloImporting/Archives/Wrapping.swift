internal import RulloBase

/// What can stand around a capture, told by the first octets.
enum Wrapping {
  case gzip
  /// bzip2, xz, zstd, zip, tar: what libarchive expands.
  case archive
  /// Android's compressed snoop text inside a bug report.
  case bugReport

  /// Answers `nil` for octets that nothing stands around.
  init?(_ head: RawSpan) {
    switch (head.u32be(0) ?? 0, head.u16be(0) ?? 0) {
    case (_, 0x1F8B): self = .gzip
    case (0x28B5_2FFD, _), (0xFD37_7A58, _), (0x504B_0304, _), (0x504B_0506, _): self = .archive
    // bzip2: the level is a digit.
    case (0x425A_6831...0x425A_6839, _): self = .archive
    default:
      if head.holds("ustar", at: 257) {
        self = .archive
      } else if SnoozText.recognises(head) {
        self = .bugReport
      } else {
        return nil
      }
    }
  }
}

/// An input without what stood around it, as far as there is one way to go.
enum Unwrapped: ~Copyable {
  case plain(ChunkedInput)
  case members(ArchiveStream)

  /// Takes off one wrapping after the other until there are members to choose from, or none is left.
  ///
  /// Throws ``InputError`` for what cannot be expanded, and for more wrappings than anybody makes.
  static func of(_ input: consuming ChunkedInput) throws(InputError) -> Unwrapped {
    var input = input
    for _ in 0..<CaptureSearch.deepest {
      switch try input.withHead({ Wrapping($0) }) {
      case nil: return .plain(input)
      case .gzip: input = try GzipStream.open(input)
      case .bugReport: input = try SnoozText.open(input)
      case .archive:
        let stream = try ArchiveStream(input)
        switch try stream.hasMembers() {
        case false?:
          _ = try stream.next()
          input = stream.content()
        default: return .members(stream)
        }
      }
    }
    throw InputError(
      "\(input.name) is compressed \(CaptureSearch.deepest) times over and more; expand it first")
  }
}
