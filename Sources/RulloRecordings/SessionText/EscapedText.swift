internal import RulloBase

/// Text of others on one line: names, labels, file names.
///
/// Control characters, backslashes, middle dots and octets that are no UTF-8 are written `\xNN`, and
/// so is a blank at either end. Empty text is `-`. A first character that would be taken for `-` or for
/// a parenthesis is escaped as well, so that every text has exactly one form.
enum EscapedText {
  static func append(_ bytes: RawSpan, to text: inout TextBuffer) {
    guard bytes.byteCount > 0 else { return text.append(byte: 0x2D) }
    var place = 0
    while let byte = bytes.octet(place) {
      let isEdge = place == 0 || place == bytes.byteCount - 1
      let length = characterLength(bytes, place)
      let isPlain =
        length > 0 && byte != 0x5C && !(byte == 0x20 && isEdge)
        && !(place == 0 && (byte == 0x28 || byte == 0x2D)) && !bytes.holds("·", at: place)
      if isPlain {
        text.append(bytes: bytes.extracting(place..<place + length))
        place += length
      } else {
        text.append("\\x" as StaticString)
        text.append(byte: Hex.character(byte >> 4))
        text.append(byte: Hex.character(byte))
        place += 1
      }
    }
  }

  static func append(_ string: String, to text: inout TextBuffer) {
    Array(string.utf8).withRawSpan { append($0, to: &text) }
  }

  /// The octets behind an escaped text, or `nil` for a backslash without its two digits.
  static func octets(_ text: RawSpan) -> [UInt8]? {
    if text.byteCount == 1, text.octet(0) == 0x2D { return [] }
    var octets: [UInt8] = []
    var place = 0
    while let byte = text.octet(place) {
      if byte == 0x5C {
        guard text.octet(place + 1) == 0x78, let high = text.octet(place + 2).flatMap(Hex.digit),
          let low = text.octet(place + 3).flatMap(Hex.digit)
        else { return nil }
        octets.append(high << 4 | low)
        place += 4
      } else {
        octets.append(byte)
        place += 1
      }
    }
    return octets
  }

  static func string(_ text: RawSpan) -> String? {
    octets(text).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The length of the printable UTF-8 character at `place`; 0 where there is none.
  private static func characterLength(_ bytes: RawSpan, _ place: Int) -> Int {
    guard let length = bytes.utf8Length(at: place), let first = bytes.octet(place) else { return 0 }
    // Control characters of one octet, and of two: U+0080 to U+009F.
    let isControl =
      length == 1
      ? first < 0x20 || first == 0x7F : first == 0xC2 && (bytes.octet(place + 1) ?? 0) < 0xA0
    return isControl ? 0 : length
  }
}
