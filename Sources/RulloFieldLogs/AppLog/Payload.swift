internal import RulloBase

/// The octets of an exchange in the notations that people paste.
///
/// Nothing is guessed: octets end at two blanks, a tab, or the first word that is no pair of the same
/// kind; what could be more octets or another line makes the whole line unclear.
enum Payload {
  /// Reads the value at `place` into `octets` and moves behind it; a label may stand there.
  static func read(
    _ line: RawSpan, _ place: inout Int, into octets: inout [UInt8]
  ) -> SkipReason? {
    octets.removeAll(keepingCapacity: true)
    LineCursor.skipBlanks(line, &place)
    if line.octet(place) == 0x3C { return angled(line, &place, into: &octets) }
    if line.octet(place) == 0x7B { return described(line, &place, into: &octets) }
    if let count = octetCount(line, place) { return count == 0 ? nil : .notLogged }
    return hex(line, &place, into: &octets) ?? label(line, place)
  }

  /// `8 bytes`: the log counts the octets and does not hold them.
  private static func octetCount(_ line: RawSpan, _ start: Int) -> Int? {
    var place = start
    var count = 0
    while let byte = line.octet(place), LineCursor.isDigit(byte), place - start < 6 {
      count = count * 10 + Int(byte & 15)
      place += 1
    }
    guard place > start, LineCursor.take(0x20, line, &place) else { return nil }
    guard LineCursor.take("byte", line, &place) else { return nil }
    _ = LineCursor.take(0x73, line, &place)
    return LineCursor.wordEnd(line, place) == place ? count : nil
  }

  /// `<4400600b a0008b00>`, as CoreBluetooth printed values on old systems.
  private static func angled(
    _ line: RawSpan, _ place: inout Int, into octets: inout [UInt8]
  ) -> SkipReason? {
    place += 1
    while let byte = line.octet(place), byte != 0x3E {
      if byte == 0x20 {
        place += 1
        continue
      }
      if line.holds("...", at: place) { return .elided }
      guard run(line, &place, into: &octets) else { return .cutHex }
    }
    guard LineCursor.take(0x3E, line, &place) else { return .cutHex }
    return isTorn(line, place) ? .torn : nil
  }

  /// `{length = 8, bytes = 0x4400600ba0008b00}`, as CoreBluetooth prints values now.
  private static func described(
    _ line: RawSpan, _ place: inout Int, into octets: inout [UInt8]
  ) -> SkipReason? {
    guard LineCursor.take("{length = ", line, &place) else { return .noBytes }
    var count = 0
    while let byte = line.octet(place), LineCursor.isDigit(byte), count < 1_000_000 {
      count = count * 10 + Int(byte & 15)
      place += 1
    }
    guard LineCursor.take(", bytes = 0x", line, &place) else { return .cutHex }
    let end = LineCursor.hexEnd(line, place)
    if line.holds(" ...", at: end) || line.holds("...", at: end) { return .elided }
    if end > place { guard run(line, &place, into: &octets) else { return .cutHex } }
    guard LineCursor.take(0x7D, line, &place) else { return .cutHex }
    guard octets.count == count else { return .wrongLength }
    return isTorn(line, place) ? .torn : nil
  }

  /// An unbroken row of pairs.
  private static func run(
    _ line: RawSpan, _ place: inout Int, into octets: inout [UInt8]
  ) -> Bool {
    let end = LineCursor.hexEnd(line, place)
    guard end > place, (end - place) % 2 == 0 else { return false }
    while place < end {
      guard let octet = pair(line, place) else { return false }
      octets.append(octet)
      place += 2
    }
    return true
  }

  private static func pair(_ line: RawSpan, _ place: Int) -> UInt8? {
    guard let high = line.octet(place).flatMap(Hex.digit),
      let low = line.octet(place + 1).flatMap(Hex.digit)
    else { return nil }
    return high << 4 | low
  }

  /// Pairs apart by blanks, dashes, colons or commas, or one unbroken row; `0x` may stand in front.
  private static func hex(
    _ line: RawSpan, _ place: inout Int, into octets: inout [UInt8]
  ) -> SkipReason? {
    let hasPrefix = isPrefix(line, place)
    if hasPrefix { place += 2 }
    let end = LineCursor.hexEnd(line, place)
    guard isWordEnd(line.octet(end)) || end - place == 2 else { return .noBytes }
    switch end - place {
    case 2: return pairs(line, &place, hasPrefix: hasPrefix, into: &octets)
    case 0: return hasPrefix && line.octet(end) == nil ? .cutHex : .noBytes
    case let count where count % 2 == 1: return line.octet(end) == nil ? .cutHex : .noBytes
    default:
      let isWord = !hasPrefix && !(place..<end).contains { LineCursor.isDigit(line.octet($0)) }
      if isWord { return .word }
      return run(line, &place, into: &octets) ? nil : .noBytes
    }
  }

  /// Pairs with the same separator and letters of the same case all through.
  private static func pairs(
    _ line: RawSpan, _ place: inout Int, hasPrefix: Bool, into octets: inout [UInt8]
  ) -> SkipReason? {
    var letterCase = Self.letterCase(line, place)
    guard let first = pair(line, place), letterCase != 3 else { return .noBytes }
    octets.append(first)
    var isLettersAlone = !hasDigit(line, place)
    place += 2
    guard let separator = line.octet(place) else { return nil }
    guard [0x20, 0x2D, 0x3A, 0x2C].contains(separator) else {
      return isWordEnd(separator) ? nil : .noBytes
    }
    while line.octet(place) == separator {
      var next = place + 1
      if separator == 0x2C, line.octet(next) == 0x20 { next += 1 }
      if line.octet(next) == nil, separator != 0x20 { return .cutHex }
      if hasPrefix {
        if line.octet(next) == 0x30, next + 2 >= line.byteCount { return .cutHex }
        guard isPrefix(line, next) else { break }
        next += 2
      }
      let end = LineCursor.hexEnd(line, next)
      if end - next == 1, line.octet(end) == nil { return .cutHex }
      guard end - next == 2, let octet = pair(line, next) else { break }
      let following = line.octet(end)
      guard following == separator || isWordEnd(following) else { break }
      let nextCase = Self.letterCase(line, next)
      if nextCase != 0, letterCase != 0, nextCase != letterCase {
        // `Be` begins a label; `4b` among capital letters is neither.
        if hasDigit(line, next) { return .unclearEnd }
        break
      }
      letterCase |= nextCase
      isLettersAlone = !hasDigit(line, next)
      octets.append(octet)
      place = end
    }
    // In a row of small letters `be`, `ad` or `de` in front of a word may belong to it.
    let isSingleBlank = line.octet(place) == 0x20 && !LineCursor.isBlank(line.octet(place + 1))
    // A digit right behind the octets is no label: `0G` or `160` was meant to be one more of them.
    if isSingleBlank, LineCursor.isDigit(line.octet(place + 1)) {
      return isTorn(line, place + 1) ? .torn : .unclearEnd
    }
    let isAmbiguous = isLettersAlone && (letterCase == 2 || octets.count == 1)
    return isAmbiguous && isSingleBlank && place + 1 < line.byteCount ? .word : nil
  }

  private static func isPrefix(_ line: RawSpan, _ place: Int) -> Bool {
    line.octet(place) == 0x30 && line.octet(place + 1).map { $0 | 0x20 } == 0x78
  }

  /// Whether a word may end in front of this octet: everything but letters, digits and marks of times.
  private static func isWordEnd(_ byte: UInt8?) -> Bool {
    guard let byte else { return true }
    switch byte {
    case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: return false
    default: return byte < 0x80
    }
  }

  /// 1 for capital letters, 2 for small ones, 0 for digits alone, 3 for both.
  private static func letterCase(_ line: RawSpan, _ place: Int) -> UInt8 {
    [line.octet(place), line.octet(place + 1)].reduce(0) { kind, byte in
      switch byte {
      case .some(0x41...0x46): kind | 1
      case .some(0x61...0x66): kind | 2
      default: kind
      }
    }
  }

  private static func hasDigit(_ line: RawSpan, _ place: Int) -> Bool {
    LineCursor.isDigit(line.octet(place)) || LineCursor.isDigit(line.octet(place + 1))
  }

  /// Looks at what stands behind the octets: a label is passed over, more octets are not.
  private static func label(_ line: RawSpan, _ start: Int) -> SkipReason? {
    var place = start
    LineCursor.skipBlanks(line, &place)
    guard place < line.byteCount else { return nil }
    if isTorn(line, place) { return .torn }
    // Nothing but pairs: more octets of the value, or a label that looks the same.
    while let byte = line.octet(place) {
      if LineCursor.isBlank(byte) {
        place += 1
        continue
      }
      let end = LineCursor.wordEnd(line, place)
      guard end - place == 2, pair(line, place) != nil else { return nil }
      place = end
    }
    return .unclearEnd
  }

  /// Whether an arrow or a clock stands in the rest of a line: a second line begins there.
  private static func isTorn(_ line: RawSpan, _ start: Int) -> Bool {
    for place in start..<max(start, line.byteCount) {
      if Direction.isSign(line, place) { return true }
      if line.octet(place + 2) == 0x3A, line.octet(place + 5) == 0x3A {
        var end = place
        if LineCursor.digits(2, line, &end) != nil, LineCursor.take(0x3A, line, &end),
          LineCursor.digits(2, line, &end) != nil
        {
          return true
        }
      }
    }
    return false
  }
}
