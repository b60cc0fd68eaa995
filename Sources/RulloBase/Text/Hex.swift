/// Hexadecimal text.
public enum Hex {
  /// The value of one hexadecimal digit.
  @inlinable @inline(__always)
  public static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case 0x30...0x39: character &- 0x30
    case 0x41...0x46: character &- 0x37
    case 0x61...0x66: character &- 0x57
    default: nil
    }
  }

  /// The upper-case character of a value under sixteen.
  @inlinable @inline(__always)
  public static func character(_ nibble: UInt8) -> UInt8 {
    let low = nibble & 15
    return low < 10 ? low &+ 0x30 : low &+ 0x37
  }

  /// Upper-case pairs, with `separator` between them.
  public static func text(_ bytes: some Sequence<UInt8>, separator: String = "") -> String {
    var text = ""
    for byte in bytes {
      if !text.isEmpty { text += separator }
      text.unicodeScalars.append(Unicode.Scalar(character(byte >> 4)))
      text.unicodeScalars.append(Unicode.Scalar(character(byte)))
    }
    return text
  }

  /// Reads pairs of digits, each with or without `0x`, apart by blanks, commas, dashes or colons.
  ///
  /// Answers `nil` where the text holds anything else or a pair is incomplete.
  public static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    let characters = Array(text.utf8)
    var index = 0
    while index < characters.count {
      let character = characters[index]
      let isPrefix =
        character == 0x30 && index + 1 < characters.count && characters[index + 1] | 0x20 == 0x78
      if isPrefix, high == nil {
        index += 2
        continue
      }
      if let digit = digit(character) {
        if let pending = high {
          bytes.append(pending << 4 | digit)
          high = nil
        } else {
          high = digit
        }
      } else {
        guard high == nil, [0x20, 0x09, 0x2C, 0x2D, 0x3A].contains(character) else { return nil }
      }
      index += 1
    }
    return high == nil ? bytes : nil
  }
}
