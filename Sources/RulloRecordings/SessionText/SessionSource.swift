internal import RulloBase
internal import RulloBluetooth

/// Where a session came from, as the header of its text says it: `kickr-core-10hz.log · app-log`.
public struct SessionSource: Hashable, Sendable {
  /// The name of the file, without its folder.
  public var file: String

  /// The word of its format.
  public var format: String

  public init(file: String, format: String) {
    self.file = file
    self.format = format
  }
}

/// The clock of a session as its header says it.
enum ClockText {
  /// The resolution in the largest unit that divides it: `1 ms`, `125 µs`; `no clock` without one.
  static func append(resolutionOf clock: Clock, to text: inout TextBuffer) {
    guard clock.kind != .none else { return text.append("no clock" as StaticString) }
    let resolution = clock.resolution
    guard resolution > 0, let unit = units.first(where: { resolution % $0.nanoseconds == 0 }) else {
      return text.append("unknown resolution" as StaticString)
    }
    text.append(resolution / unit.nanoseconds)
    text.append(byte: 0x20)
    text.append(unit.word)
  }

  /// Nanoseconds behind `1 ms`; 0 for an unknown resolution, `nil` for what says no resolution.
  static func resolution(_ text: RawSpan) -> Int64? {
    if text.holds("unknown resolution", at: 0) { return 0 }
    guard let blank = text.firstOffset(of: 0x20),
      let count = DecimalText.integer(text.extracting(0..<blank))
    else { return nil }
    for unit in units
    where text.byteCount == blank + 1 + unit.word.utf8CodeUnitCount
      && text.holds(unit.word, at: blank + 1)
    {
      let (product, overflow) = count.multipliedReportingOverflow(by: unit.nanoseconds)
      // No clock steps by more than an hour, or backwards.
      return overflow || !(1...3_600_000_000_000).contains(product) ? nil : product
    }
    return nil
  }

  /// The kind and the time of zero: `time_of_day 18:18:33.157000000`, `absolute
  /// 2026-08-20T18:18:33.157000000Z`; seconds where neither form fits.
  static func append(startOf clock: Clock, to text: inout TextBuffer) {
    text.append(clock.kind.rawValue)
    text.append(byte: 0x20)
    let front = text.count
    let isDone =
      switch clock.kind {
      case .absolute: clock.start.appendISO(places: 9, to: &text)
      case .timeOfDay: clock.start.appendTimeOfDay(places: 9, to: &text)
      default: false
      }
    if isDone { return }
    text.truncate(to: front)
    text.append(clock.start.seconds)
    text.append(byte: 0x2E)
    text.append(digits: UInt64(max(0, clock.start.nanoseconds)), atLeast: 9)
  }

  static func start(_ text: RawSpan) -> Clock? {
    guard let blank = text.firstOffset(of: 0x20),
      let kind = Clock.Kind(rawValue: EscapedText.string(text.extracting(0..<blank)) ?? ""),
      let point = text.firstOffset(of: 0x2E, from: blank), text.holds(10, at: point),
      let nanoseconds = DecimalText.integer(text.extracting(point + 1..<point + 10)),
      nanoseconds >= 0
    else { return nil }
    let front = text.extracting(blank + 1..<point)
    let tail = text.byteCount - point - 10
    let time = front.byteCount >= 8 ? timeOfDay(front.extracting(last: 8)) : nil
    var start = Instant(nanoseconds: nanoseconds)
    if let number = DecimalText.integer(front), tail == 0 {
      start.seconds = number
    } else if let time, front.byteCount == 8, tail == 0 {
      start.seconds = time
    } else if let time, front.byteCount == 19, text.octet(point + 10) == 0x5A, tail == 1,
      front.octet(10) == 0x54, let date = date(front)
    {
      start.seconds = date.daysSince1970 * 86_400 + time
    } else {
      return nil
    }
    return Clock(kind: kind, resolution: 0, start: start)
  }

  private static func timeOfDay(_ text: RawSpan) -> Int64? {
    guard text.octet(2) == 0x3A, text.octet(5) == 0x3A,
      let hours = DecimalText.integer(text.extracting(0..<2)),
      let minutes = DecimalText.integer(text.extracting(3..<5)),
      let seconds = DecimalText.integer(text.extracting(6..<8)),
      0..<24 ~= hours, 0..<60 ~= minutes, 0..<60 ~= seconds
    else { return nil }
    return hours * 3_600 + minutes * 60 + seconds
  }

  private static func date(_ text: RawSpan) -> CivilDate? {
    guard text.octet(4) == 0x2D, text.octet(7) == 0x2D,
      let year = DecimalText.integer(text.extracting(0..<4)),
      let month = DecimalText.integer(text.extracting(5..<7)),
      let day = DecimalText.integer(text.extracting(8..<10))
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  private static let units: [(word: StaticString, nanoseconds: Int64)] = [
    ("s", 1_000_000_000), ("ms", 1_000_000), ("µs", 1_000), ("ns", 1),
  ]
}
