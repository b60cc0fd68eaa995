internal import RulloBase
internal import RulloBluetooth

/// The clock of one line as it is written: a time of day, or a date and a time.
struct Stamp: Hashable, Sendable {
  /// Seconds of the day, or since 1970; nanoseconds.
  var instant: Instant

  /// Whether a date stands in front.
  var hasDate = false

  /// Whether a date says its offset from UTC.
  var hasZone = false

  /// Whether it counts from a start that the log does not name.
  var isElapsed = false

  /// Whether it counts from the line before.
  var isDelta = false

  /// Who counts, where each writer counts from the line before of its own.
  var writer: [UInt8]?

  /// The kind of clock that writes such stamps.
  var kind: Clock.Kind { hasDate ? .absolute : isElapsed || isDelta ? .elapsed : .timeOfDay }

  /// The step of the digits that were written, in nanoseconds.
  var resolution: Int64

  /// This stamp behind an earlier one of the same exchange: times since the line before add up.
  func behind(_ earlier: Stamp?) -> Stamp {
    guard isDelta, let earlier, earlier.isDelta,
      let passed = earlier.instant.nanoseconds(since: Instant())
    else { return self }
    var sum = self
    sum.instant = instant.advanced(by: passed)
    return sum
  }

  /// `18:18:33.157`, `2026-08-20T18:18:33.157Z`, `2026-08-20 18:18:33,157 +02:00`.
  ///
  /// Moves behind the stamp; answers `nil`, and does not move, where none stands.
  ///
  /// A blank or the end stands behind it; in a line whose shape is described, any other mark may.
  static func read(_ line: RawSpan, _ start: inout Int, isDescribed: Bool = false) -> Stamp? {
    var place = start
    var days: Int64?
    if line.octet(place + 4) == 0x2D {
      guard let year = LineCursor.digits(4, line, &place), LineCursor.take(0x2D, line, &place),
        let month = LineCursor.digits(2, line, &place), LineCursor.take(0x2D, line, &place),
        let day = LineCursor.digits(2, line, &place),
        let date = CivilDate(year: year, month: month, day: day),
        line.octet(place) == 0x54 || LineCursor.isBlank(line.octet(place))
      else { return nil }
      days = date.daysSince1970
      place += 1
    }
    guard let hours = LineCursor.digits(2, line, &place), LineCursor.take(0x3A, line, &place),
      let minutes = LineCursor.digits(2, line, &place), LineCursor.take(0x3A, line, &place),
      let seconds = LineCursor.digits(2, line, &place),
      hours < 24, minutes < 60, seconds <= 60
    else { return nil }
    var stamp = Stamp(
      instant: Instant(seconds: hours * 3_600 + minutes * 60 + seconds),
      resolution: 1_000_000_000)
    if line.octet(place) == 0x2E || line.octet(place) == 0x2C,
      LineCursor.isDigit(line.octet(place + 1))
    {
      place += 1
      readFraction(line, &place, into: &stamp)
    }
    if let days {
      stamp.hasDate = true
      stamp.instant.seconds += days * 86_400
      readZone(line, &place, into: &stamp)
    }
    let next = line.octet(place)
    guard LineCursor.isBlank(next) || next == nil || isDescribed && !LineCursor.isWordPart(next)
    else { return nil }
    start = place
    return stamp
  }

  /// Up to nine digits count; finer ones are passed over.
  private static func readFraction(_ line: RawSpan, _ place: inout Int, into stamp: inout Stamp) {
    var digits = 0
    while let byte = line.octet(place), LineCursor.isDigit(byte) {
      if digits < 9 {
        stamp.resolution /= 10
        stamp.instant.nanoseconds += Int64(byte & 15) * stamp.resolution
        digits += 1
      }
      place += 1
    }
  }

  /// `Z`, `+02:00`, `+0200`, `+02`, with or without a blank in front.
  private static func readZone(_ line: RawSpan, _ start: inout Int, into stamp: inout Stamp) {
    var place = start
    if line.octet(place) == 0x5A {
      stamp.hasZone = true
      start = place + 1
      return
    }
    LineCursor.skipBlanks(line, &place)
    let sign: Int64
    switch line.octet(place) {
    case 0x2B: sign = 1
    case 0x2D: sign = -1
    default: return
    }
    place += 1
    guard let hours = LineCursor.digits(2, line, &place), hours <= 18 else { return }
    var minutes: Int64 = 0
    var end = place
    _ = LineCursor.take(0x3A, line, &end)
    if let written = LineCursor.digits(2, line, &end), written < 60 {
      minutes = written
      place = end
    }
    guard !LineCursor.isWordPart(line.octet(place)) else { return }
    stamp.hasZone = true
    stamp.instant.seconds -= sign * (hours * 3_600 + minutes * 60)
    start = place
  }
}
