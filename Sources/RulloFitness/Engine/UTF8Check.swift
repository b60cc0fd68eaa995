internal import RulloBase

/// Tells UTF-8 from other octets without making a string.
enum UTF8Check {
  /// The offset of the first sequence in `range` that is no UTF-8.
  static func firstFault(_ bytes: RawSpan, _ range: Range<Int>) -> Int? {
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard let length = sequenceLength(bytes, offset, end: range.upperBound) else { return offset }
      offset += length
    }
    return nil
  }

  private static func sequenceLength(_ bytes: RawSpan, _ offset: Int, end: Int) -> Int? {
    guard let first = bytes.octet(offset) else { return nil }
    // The second octet has a narrower range where a longer form, a surrogate or a value beyond
    // U+10FFFF would begin (Unicode 15, table 3-7).
    let (length, second): (Int, ClosedRange<UInt8>) =
      switch first {
      case 0x00...0x7F: (1, 0x80...0xBF)
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xE1...0xEF: (3, 0x80...0xBF)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: (0, 0x80...0xBF)
      }
    guard length > 0, offset + length <= end else { return nil }
    for place in 1..<max(1, length) {
      guard let octet = bytes.octet(offset + place) else { return nil }
      guard (place == 1 ? second : 0x80...0xBF).contains(octet) else { return nil }
    }
    return length
  }
}
