internal import RulloBase

/// Turns UTF-16 text into UTF-8, a chunk at a time; half a character waits for the next chunk.
@usableFromInline
struct UTF16Text: Sendable {
  /// UTF-8 octets of a line whose end has not come yet.
  var pending: [UInt8] = []
  private let isBigEndian: Bool
  private var carry: [UInt8] = []
  private var high: UInt32?
  private var isAtMark = true

  /// So many octets tell; a text that is shorter is looked at as a whole.
  @usableFromInline static let sample = 64

  /// Answers `nil` for text that is not UTF-16.
  ///
  /// Without a byte order mark the text tells: a log is nearly all ASCII, so that of each pair of
  /// octets the same one is zero.
  @usableFromInline
  init?(start bytes: RawSpan) {
    switch bytes.u16le(0) {
    case 0xFEFF: isBigEndian = false
    case 0xFFFE: isBigEndian = true
    default:
      let pairs = min(Self.sample, bytes.byteCount) / 2
      let first = (0..<pairs).count { bytes.octet(2 * $0) == 0 }
      let second = (0..<pairs).count { bytes.octet(2 * $0 + 1) == 0 }
      guard pairs > 1, min(first, second) == 0, max(first, second) * 4 >= pairs * 3 else {
        return nil
      }
      isBigEndian = first > second
      isAtMark = false
    }
  }

  mutating func append(_ bytes: RawSpan, to text: inout [UInt8]) {
    for place in 0..<bytes.byteCount {
      carry.append(bytes.octet(place) ?? 0)
      guard carry.count == 2 else { continue }
      let unit =
        isBigEndian
        ? UInt32(carry[0]) << 8 | UInt32(carry[1])
        : UInt32(carry[1]) << 8 | UInt32(carry[0])
      carry.removeAll(keepingCapacity: true)
      take(unit, to: &text)
    }
  }

  private mutating func take(_ unit: UInt32, to text: inout [UInt8]) {
    if isAtMark {
      isAtMark = false
      return
    }
    if let first = high {
      high = nil
      if 0xDC00...0xDFFF ~= unit {
        return put(0x10000 + (first & 0x3FF) << 10 | (unit & 0x3FF), to: &text)
      }
      put(0xFFFD, to: &text)
    }
    switch unit {
    case 0xD800...0xDBFF: high = unit
    case 0xDC00...0xDFFF: put(0xFFFD, to: &text)
    default: put(unit, to: &text)
    }
  }

  private func put(_ scalar: UInt32, to text: inout [UInt8]) {
    let character = Unicode.Scalar(scalar) ?? "\u{FFFD}"
    text.append(contentsOf: UTF8.encode(character) ?? UTF8.encodedReplacementCharacter)
  }
}
