internal import RulloBase

extension RawSpan {
  /// The range of a long field; empty where the bytes are not those of the value.
  func range(_ offset: Int, _ length: Int) -> Range<Int> {
    holds(length, at: offset) ? offset..<(offset + length) : 0..<0
  }

  /// UTF-8 as a string, without the NUL octets that some devices send behind it.
  var trimmedText: String {
    var octets = copied()
    while octets.last == 0 { octets.removeLast() }
    return String(decoding: octets, as: UTF8.self)
  }

  /// Seven octets of a date and time in ISO 8601; the zone is not sent.
  var dateTimeText: String {
    var text = TextBuffer(capacity: 64)
    text.append(digits: UInt64(u16le(0) ?? 0), atLeast: 4)
    for (place, separator) in [(2, 0x2D), (3, 0x2D), (4, 0x54), (5, 0x3A), (6, 0x3A)] {
      text.append(byte: UInt8(separator))
      text.append(digits: UInt64(octet(place) ?? 0), atLeast: 2)
    }
    return text.string
  }
}

/// The exclusive or over a frame, as ANT has it.
enum Checksum {
  /// Whether the last of the first `consumed` octets is the exclusive or of those before it.
  static func isRight(_ bytes: RawSpan, consumed: Int) -> Bool {
    var sum: UInt8 = 0
    for offset in 0..<max(0, consumed) { sum ^= bytes.octet(offset) ?? 0 }
    return sum == 0
  }
}
