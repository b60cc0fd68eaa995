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
      // A date with its time says more than a time of day beside it.
      if match.stamp?.hasDate != true || stamp.hasDate { match.stamp = stamp }
    case .milliseconds, .seconds, .microseconds, .laterMilliseconds, .laterSeconds, .later,
      .epochSeconds, .epochMilliseconds:
      guard var stamp = StampCount.read(slot, line, &place) else { return false }
      stamp.writer = stamp.isDelta ? match.writer : nil
      match.stamp = stamp
    case .writer:
      let end = LineCursor.wordEnd(line, place)
      guard 1...64 ~= end - place else { return false }
      match.writer = line.extracting(place..<end).copied()
      place = end
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
    case .bytes, .short, .python, .decimal, .groups:
      match.fault = Octets.read(slot, line, &place, isLast: isLast, into: &match.octets)
      match.hasOctets = match.fault == nil
      match.octetsEnd = place
      return match.hasOctets
    case .declaration:
      var octets: [UInt8] = []
      guard Octets.read(.bytes, line, &place, isLast: isLast, into: &octets) == nil,
        let declared = octets.withRawSpan({ Self.declaration($0) })
      else { return false }
      match.declared = declared
    case .connection:
      guard let number = flag(line, &place), let handle = UInt16(exactly: number) else {
        return false
      }
      match.connection = handle
    case .boundary:
      guard let number = flag(line, &place) else { return false }
      match.boundary = UInt8(number & 3)
    case .gap:
      let start = place
      LineCursor.skipBlanks(line, &place)
      return place > start + 1 || line.octet(start) == 0x09
    case .length:
      guard let number = number(line, &place) else { return false }
      match.length = number
    case .number: return number(line, &place) != nil
    case .word, .any: return false
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

  /// A decimal number, or a hexadecimal one behind `0x`.
  private func flag(_ line: RawSpan, _ place: inout Int) -> Int? {
    guard LineCursor.take("0x", line, &place) else { return number(line, &place) }
    let end = LineCursor.hexEnd(line, place)
    guard 1...8 ~= end - place else { return nil }
    defer { place = end }
    return (place..<end).reduce(0) { $0 << 4 | Int(line.octet($1).flatMap(Hex.digit) ?? 0) }
  }

  /// Properties, handle of the value, UUID (attribute type 2803).
  private static func declaration(
    _ octets: RawSpan
  ) -> (handle: UInt16, uuid: BluetoothUUID)? {
    guard let handle = octets.u16le(1) else { return nil }
    switch octets.byteCount {
    case 5: return octets.u16le(3).map { (handle, BluetoothUUID($0)) }
    case 19:
      guard let low = octets.u64le(3), let high = octets.u64le(11) else { return nil }
      return (handle, BluetoothUUID(high: high, low: low))
    default: return nil
    }
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
    var isNegative = false
    if slot == .laterMilliseconds || slot == .laterSeconds || slot == .later {
      isNegative = LineCursor.take(0x2D, line, &place)
      if !isNegative { _ = LineCursor.take(0x2B, line, &place) }
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
    if slot == .later { return later(isNegative ? -whole : whole, line, place, &start) }
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
    if isNegative {
      stamp.instant =
        stamp.instant.nanoseconds(since: Instant()).map { Instant().advanced(by: -$0) }
        ?? stamp.instant
    }
    start = place
    return stamp
  }

  /// `539ms`, `2s`, `1m`, `1h`: what the number counts stands behind it.
  private static func later(
    _ whole: Int64, _ line: RawSpan, _ end: Int, _ start: inout Int
  ) -> Stamp? {
    let units: [(StaticString, Int64)] = [
      ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000), ("h", 3_600_000_000_000),
      ("d", 86_400_000_000_000),
    ]
    guard let (word, step) = units.first(where: { line.holds($0.0, at: end) }),
      !LineCursor.isWordPart(line.octet(end + word.utf8CodeUnitCount))
    else { return nil }
    let (passed, isTooFar) = whole.multipliedReportingOverflow(by: step)
    guard !isTooFar, passed.magnitude <= Instant.furthest.magnitude else { return nil }
    start = end + word.utf8CodeUnitCount
    var stamp = Stamp(instant: Instant().advanced(by: passed), resolution: step)
    stamp.isDelta = true
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
