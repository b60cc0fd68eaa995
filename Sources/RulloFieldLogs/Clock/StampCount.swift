internal import RulloBase
internal import RulloBluetooth

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
