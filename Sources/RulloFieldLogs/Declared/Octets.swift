internal import RulloBase

/// Octets in the notations that a pattern can name; what stands behind them is the pattern's.
enum Octets {
  /// Appends the octets that begin at `place` and moves behind them.
  static func read(
    _ slot: Slot, _ line: RawSpan, _ place: inout Int, isLast: Bool, into octets: inout [UInt8]
  ) -> SkipReason? {
    switch slot {
    case .short: return short(line, &place, into: &octets)
    case .python: return python(line, &place, into: &octets)
    case .decimal: return decimal(line, &place, into: &octets)
    case .groups: return groups(line, &place, into: &octets)
    default: break
    }
    if line.octet(place) == 0x3C || line.holds("{length", at: place) {
      var value: [UInt8] = []
      let close: UInt8 = line.octet(place) == 0x3C ? 0x3E : 0x7D
      let end = (line.firstOffset(of: close, from: place) ?? line.byteCount - 1) + 1
      let fault = Payload.read(line.extracting(0..<end), &place, into: &value)
      place = end
      octets += value
      return fault
    }
    return hex(line, &place, into: &octets)
  }

  /// Pairs with the same separator all through, or one unbroken row; `0x` may stand in front.
  private static func hex(
    _ line: RawSpan, _ place: inout Int, into octets: inout [UInt8]
  ) -> SkipReason? {
    let hasPrefix = prefix(line, place)
    if hasPrefix { place += 2 }
    let end = LineCursor.hexEnd(line, place)
    let digits = end - place
    guard digits > 0 else { return .noBytes }
    guard digits % 2 == 0 else { return line.octet(end) == nil ? .cutHex : .noBytes }
    guard !LineCursor.isWordPart(line.octet(end)) else { return .noBytes }
    var letters = letterCase(line, place)
    while place < end { place += append(line, place, to: &octets) }
    guard digits == 2, let mark = separator(line, place) else {
      return elision(line, place)
    }
    while let next = behind(mark, line, place) {
      guard let byte = line.octet(next) else { break }
      var first = next
      if hasPrefix, byte == 0x30, prefix(line, next) {
        first += 2
      } else if hasPrefix, mark != 0x2D {
        return isPair(line, first) ? .unclearEnd : elision(line, place)
      }
      let end = LineCursor.hexEnd(line, first)
      if end - first == 1, line.octet(end) == nil { return .cutHex }
      guard isPair(line, first) else { break }
      // `Be` begins a label where the octets have capital letters.
      let nextCase = letterCase(line, first)
      guard nextCase == 0 || letters == 0 || nextCase == letters else { break }
      letters |= nextCase
      _ = append(line, first, to: &octets)
      place = end
    }
    return elision(line, place)
  }

  private static func isPair(_ line: RawSpan, _ place: Int) -> Bool {
    let end = LineCursor.hexEnd(line, place)
    return end - place == 2 && !LineCursor.isWordPart(line.octet(end))
  }

  /// 1 for capital letters, 2 for small ones, 3 for both, 0 for digits alone.
  private static func letterCase(_ line: RawSpan, _ place: Int) -> Int {
    (place...place + 1).reduce(0) { kind, index in
      switch line.octet(index) {
      case .some(0x41...0x46): kind | 1
      case .some(0x61...0x66): kind | 2
      default: kind
      }
    }
  }

  /// Three dots behind octets stand for what the log leaves out.
  private static func elision(_ line: RawSpan, _ start: Int) -> SkipReason? {
    var place = start
    LineCursor.skipBlanks(line, &place)
    return line.holds("...", at: place) || line.holds("…", at: place) ? .elided : nil
  }

  private static func append(_ line: RawSpan, _ place: Int, to octets: inout [UInt8]) -> Int {
    let high = line.octet(place).flatMap(Hex.digit) ?? 0
    let low = line.octet(place + 1).flatMap(Hex.digit) ?? 0
    octets.append(high << 4 | low)
    return 2
  }

  private static func prefix(_ line: RawSpan, _ place: Int) -> Bool {
    line.octet(place) == 0x30 && line.octet(place + 1).map { $0 | 0x20 } == 0x78
  }

  private static func separator(_ line: RawSpan, _ place: Int) -> UInt8? {
    guard let byte = line.octet(place), [0x20, 0x09, 0x2D, 0x3A, 0x2C].contains(byte) else {
      return nil
    }
    return byte
  }

  /// The place of the next octet behind a separator; a comma may have a blank behind it.
  private static func behind(_ mark: UInt8, _ line: RawSpan, _ place: Int) -> Int? {
    guard line.octet(place) == mark else { return nil }
    let next = place + 1
    return mark == 0x2C && LineCursor.isBlank(line.octet(next)) ? next + 1 : next
  }

  /// `20 0 19 0 b6`: one or two digits, apart by blanks.
  private static func short(
    _ line: RawSpan, _ place: inout Int, into octets: inout [UInt8]
  ) -> SkipReason? {
    let before = octets.count
    var next = place
    while true {
      if prefix(line, next), LineCursor.isHexDigit(line.octet(next + 2)) { next += 2 }
      let end = LineCursor.hexEnd(line, next)
      guard 1...2 ~= end - next, !LineCursor.isWordPart(line.octet(end)) else { break }
      octets.append(
        (next..<end).reduce(0) { $0 << 4 | (line.octet($1).flatMap(Hex.digit) ?? 0) })
      place = end
      guard LineCursor.isBlank(line.octet(end)) else { break }
      next = end + 1
    }
    return octets.count > before ? nil : .noBytes
  }

  /// `FEEF C0A2 01`: groups of four digits, the last of two or four, apart by one blank.
  private static func groups(
    _ line: RawSpan, _ place: inout Int, into octets: inout [UInt8]
  ) -> SkipReason? {
    var next = place
    while true {
      let end = LineCursor.hexEnd(line, next)
      let digits = end - next
      guard digits == 4 || digits == 2, !LineCursor.isWordPart(line.octet(end)) else {
        if let elided = elision(line, end) { return elided }
        // Half an octet, or nothing where the first group should be.
        return 1...4 ~= digits && line.octet(end) == nil ? .cutHex : next == place ? .noBytes : nil
      }
      while next < end { next += append(line, next, to: &octets) }
      place = end
      guard digits == 4, line.octet(end) == 0x20, LineCursor.isHexDigit(line.octet(end + 1)) else {
        return elision(line, place)
      }
      next = end + 1
    }
  }

  /// `[68, 0, 96, 11]`; negative numbers are the signed octets of Java.
  private static func decimal(
    _ line: RawSpan, _ place: inout Int, into octets: inout [UInt8]
  ) -> SkipReason? {
    let isBracketed = LineCursor.take(0x5B, line, &place)
    let before = octets.count
    var next = place
    while true {
      LineCursor.skipBlanks(line, &next)
      let isNegative = LineCursor.take(0x2D, line, &next)
      var value = 0
      let start = next
      while let byte = line.octet(next), LineCursor.isDigit(byte), next - start < 4 {
        value = value * 10 + Int(byte & 15)
        next += 1
      }
      guard next > start, value <= (isNegative ? 128 : 255) else { break }
      octets.append(UInt8(truncatingIfNeeded: isNegative ? -value : value))
      place = next
      guard LineCursor.take(0x2C, line, &next) || LineCursor.isBlank(line.octet(next)) else {
        break
      }
    }
    guard octets.count > before else { return .noBytes }
    if isBracketed, !LineCursor.take(0x5D, line, &place) { return .cutHex }
    return nil
  }

  /// `bytearray(b'\xfeq \x98')` or `b"…"`: printable octets stand as themselves.
  private static func python(
    _ line: RawSpan, _ place: inout Int, into octets: inout [UInt8]
  ) -> SkipReason? {
    let isArray = LineCursor.take("bytearray(", line, &place)
    guard LineCursor.take(0x62, line, &place), let quote = line.octet(place),
      quote == 0x27 || quote == 0x22
    else { return .noBytes }
    place += 1
    while let byte = line.octet(place), byte != quote {
      place += 1
      guard byte == 0x5C else {
        guard 0x20...0x7E ~= byte else { return .noBytes }
        octets.append(byte)
        continue
      }
      switch line.octet(place) {
      case 0x78:
        guard let high = line.octet(place + 1).flatMap(Hex.digit),
          let low = line.octet(place + 2).flatMap(Hex.digit)
        else { return .cutHex }
        octets.append(high << 4 | low)
        place += 2
      case 0x6E: octets.append(0x0A)
      case 0x72: octets.append(0x0D)
      case 0x74: octets.append(0x09)
      case .some(let mark) where [0x5C, 0x27, 0x22].contains(mark): octets.append(mark)
      default: return .cutHex
      }
      place += 1
    }
    guard LineCursor.take(quote, line, &place) else { return .cutHex }
    return !isArray || LineCursor.take(0x29, line, &place) ? nil : .cutHex
  }
}
