internal import RulloBase
internal import RulloCaptureFiles

/// What the first octets of a file say about its format.
enum Recognition {
  case format(SourceFormat)
  /// Why it cannot be read, as the end of a sentence that begins with the file's name.
  case none(String)

  /// Looks at the start of an input.
  ///
  /// Throws ``InputError`` with what was found and what to do.
  static func format(of input: inout ChunkedInput) throws(InputError) -> SourceFormat {
    switch try input.withHead({ Recognition(of: $0) }) {
    case .format(let format): return format
    case .none(let reason): throw InputError("\(input.name) \(reason)")
    }
  }

  private init(of head: RawSpan) {
    if head.byteCount == 0 {
      self = .none("is empty: it holds 0 octets; record it again, or check the export")
    } else if BtsnoopFormat.recognises(head) {
      self = .format(.btsnoop)
    } else if let known = Self.foreign(head) {
      self = .none(known)
    } else {
      let start = Hex.text(head.extracting(0..<min(8, head.byteCount)).copied(), separator: " ")
      self = .none(
        "is of no known format (it starts with \(start)); Rullo reads btsnoop, pcapng, pcap, app logs"
          + " with lines such as '18:18:33.157 ← 0x2AD2  44 00 …', and session texts")
    }
  }

  /// Formats that are known and not read, with what to do instead.
  private static func foreign(_ head: RawSpan) -> String? {
    switch (head.u32be(0) ?? 0, head.u16be(0) ?? 0) {
    case (_, 0x1F8B): "is compressed with gzip; expand it first with 'gunzip'"
    case (0x28B5_2FFD, _): "is compressed with zstd; expand it first with 'unzstd'"
    case (0xFD37_7A58, _): "is compressed with xz; expand it first with 'unxz'"
    case (0x504B_0304, _): "is a zip archive; expand it and name the capture in it"
    case (0x2550_4446, _): "is a PDF document, no capture"
    case (0x8950_4E47, _): "is a picture, no capture"
    default: nil
    }
  }
}
