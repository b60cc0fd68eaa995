extension RawSpan {
  /// The octets of the UTF-8 character at `place`; `nil` where none begins, or ends, there.
  ///
  /// Overlong forms, surrogates and values beyond U+10FFFF are none (Unicode 15, table 3-7).
  public func utf8Length(at place: Int) -> Int? {
    guard let first = octet(place) else { return nil }
    if first < 0x80 { return 1 }
    // The second octet has a narrower range where a longer form, a surrogate or a value beyond
    // U+10FFFF would begin.
    let form: (length: Int, second: ClosedRange<UInt8>)? =
      switch first {
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xE1...0xEF: (3, 0x80...0xBF)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: nil
      }
    guard let form, let second = octet(place + 1), form.second.contains(second) else { return nil }
    for offset in 2..<max(2, form.length) {
      guard let next = octet(place + offset), 0x80...0xBF ~= next else { return nil }
    }
    return form.length
  }
}
