internal import RulloBase

/// Small steps over one line; each takes the place by reference and moves it only on success.
enum LineCursor {
  @inline(__always)
  static func isBlank(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x09 }

  static func skipBlanks(_ line: RawSpan, _ place: inout Int) {
    while isBlank(line.octet(place)) { place += 1 }
  }

  static func isDigit(_ byte: UInt8?) -> Bool { byte.map { 0x30...0x39 ~= $0 } ?? false }

  /// Whether a letter, a digit or a further octet of a character stands here.
  static func isWordPart(_ byte: UInt8?) -> Bool {
    switch byte {
    case .some(0x30...0x39), .some(0x41...0x5A), .some(0x61...0x7A), 0x5F, .some(0x80...): true
    default: false
    }
  }

  static func isHexDigit(_ byte: UInt8?) -> Bool { byte.flatMap(Hex.digit) != nil }

  /// Exactly `count` decimal digits.
  static func digits(_ count: Int, _ line: RawSpan, _ place: inout Int) -> Int64? {
    var value: Int64 = 0
    for offset in 0..<count {
      guard let byte = line.octet(place + offset), isDigit(byte) else { return nil }
      value = value * 10 + Int64(byte & 15)
    }
    place += count
    return value
  }

  static func take(_ byte: UInt8, _ line: RawSpan, _ place: inout Int) -> Bool {
    guard line.octet(place) == byte else { return false }
    place += 1
    return true
  }

  static func take(_ text: StaticString, _ line: RawSpan, _ place: inout Int) -> Bool {
    guard line.holds(text, at: place) else { return false }
    place += text.utf8CodeUnitCount
    return true
  }

  /// The place behind the hexadecimal digits that begin at `place`.
  static func hexEnd(_ line: RawSpan, _ place: Int) -> Int {
    var end = place
    while isHexDigit(line.octet(end)) { end += 1 }
    return end
  }

  /// The place behind the word (no blank, no tab) that begins at `place`.
  static func wordEnd(_ line: RawSpan, _ place: Int) -> Int {
    var end = place
    while let byte = line.octet(end), !isBlank(byte) { end += 1 }
    return end
  }
}
