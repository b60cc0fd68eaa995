internal import RulloBase
internal import RulloBluetooth

/// Reads what stands in one slot of a pattern.
struct SlotReader {
  let vocabulary: LogVocabulary

  /// Whether the pattern ends with this slot, so that a label may stand behind octets.
  let isLast: Bool

  /// Moves behind what was read; answers whether it fits the slot.
  func read(
    _ slot: Slot, _ line: RawSpan, _ place: inout Int, into match: inout LineMatch
  ) -> Bool {
    switch slot {
    case .time:
      guard let stamp = Stamp.read(line, &place, isDescribed: true) else { return false }
      match.stamp = stamp
    case .milliseconds, .seconds, .microseconds, .laterMilliseconds, .laterSeconds,
      .epochSeconds, .epochMilliseconds:
      guard let stamp = StampCount.read(slot, line, &place) else { return false }
      match.stamp = stamp
    case .direction:
      let found =
        LogVocabulary.take(vocabulary.directions, line, &place) ?? Direction.read(line, &place)
      guard let found else { return false }
      match.direction = found
    case .uuid:
      guard let uuid = ExchangeLine.attribute(line, &place, isDescribed: true) else { return false }
      match.uuid = uuid
    case .name:
      guard let uuid = LogVocabulary.take(vocabulary.attributes, line, &place) else { return false }
      match.uuid = uuid
    case .handle: return handle(line, &place, into: &match)
    case .device:
      let start = place
      while let byte = line.octet(place), !Self.endsWord(byte) { place += 1 }
      guard place > start, place - start <= 64 else { return false }
      match.device = start..<place
    case .bytes, .short, .python, .decimal:
      match.fault = Octets.read(slot, line, &place, isLast: isLast, into: &match.octets)
      match.hasOctets = match.fault == nil
      return match.hasOctets
    case .length:
      guard let number = number(line, &place) else { return false }
      match.length = number
    case .number: return number(line, &place) != nil
    case .word:
      let end = LineCursor.wordEnd(line, place)
      guard end > place else { return false }
      place = end
    case .any: return false
    }
    return true
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    LineCursor.isBlank(byte) || [0x22, 0x27, 0x28, 0x29, 0x2C, 0x5B, 0x5D].contains(byte)
  }

  private func number(_ line: RawSpan, _ place: inout Int) -> Int? {
    var value = 0
    let start = place
    while let byte = line.octet(place), LineCursor.isDigit(byte), place - start < 18 {
      value = value * 10 + Int(byte & 15)
      place += 1
    }
    return place > start ? value : nil
  }

  private func handle(_ line: RawSpan, _ place: inout Int, into match: inout LineMatch) -> Bool {
    if line.holds("0x", at: place) { place += 2 }
    let end = LineCursor.hexEnd(line, place)
    guard 1...4 ~= end - place else { return false }
    match.handle = (place..<end).reduce(0) { value, index in
      value << 4 | UInt16(line.octet(index).flatMap(Hex.digit) ?? 0)
    }
    place = end
    return true
  }
}

/// Stamps that are one number: since a start, since the line before, or since 1970.
enum StampCount {
  static func read(_ slot: Slot, _ line: RawSpan, _ start: inout Int) -> Stamp? {
    var place = start
    if slot == .laterMilliseconds || slot == .laterSeconds {
      _ = LineCursor.take(0x2B, line, &place)
    }
    var whole: Int64 = 0
    let first = place
    while let byte = line.octet(place), LineCursor.isDigit(byte), place - first < 18 {
      whole = whole * 10 + Int64(byte & 15)
      place += 1
    }
    let digits = place - first
    guard digits > 0, !LineCursor.isDigit(line.octet(place)) else { return nil }
    // A day or a year is no time since 1970.
    if slot == .epochMilliseconds, !(12...14).contains(digits) { return nil }
    if slot == .epochSeconds, !(9...11).contains(digits) { return nil }
    let perSecond: Int64 =
      switch slot {
      case .milliseconds, .laterMilliseconds, .epochMilliseconds: 1_000
      case .microseconds: 1_000_000
      default: 1
      }
    var stamp = Stamp(
      instant: Instant(units: whole, perSecond: perSecond), resolution: 1_000_000_000 / perSecond)
    if line.octet(place) == 0x2E, LineCursor.isDigit(line.octet(place + 1)) {
      place += 1
      fraction(line, &place, into: &stamp)
    }
    switch slot {
    case .laterMilliseconds, .laterSeconds: stamp.isDelta = true
    case .epochMilliseconds, .epochSeconds:
      stamp.hasDate = true
      stamp.hasZone = true
    default: stamp.isElapsed = true
    }
    start = place
    return stamp
  }

  /// Digits down to a nanosecond count; finer ones are passed over.
  private static func fraction(_ line: RawSpan, _ place: inout Int, into stamp: inout Stamp) {
    var offset: Int64 = 0
    while let byte = line.octet(place), LineCursor.isDigit(byte) {
      if stamp.resolution >= 10 {
        stamp.resolution /= 10
        offset += Int64(byte & 15) * stamp.resolution
      }
      place += 1
    }
    stamp.instant = stamp.instant.advanced(by: offset)
  }
}
