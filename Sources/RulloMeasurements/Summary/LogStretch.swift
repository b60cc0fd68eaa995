public import RulloBase
public import RulloBluetooth

/// What stretch of time a text log covers, how fast it grows, and for how long a ring of lines can
/// hold at this rate.
///
/// An export of a ring that was full begins in the middle: what happened before is gone.
public struct LogStretch: Hashable, Sendable {
  /// Lines that are not empty: exchanges, and those that were skipped.
  public let lines: Int
  public let duration: Int64

  /// How many lines the ring holds; `nil` where nothing says that there was one.
  public let ring: Int?

  /// Whether the size of the ring is a guess: the log has whole thousands of lines.
  public let isGuessed: Bool
  private let clock: Clock

  /// `nil` without a clock: `ring` names the ring's size where the log cannot show it.
  ///
  /// Without it a log of whole thousands of lines, from 1,000 on, may be a full ring.
  public init?(lines: Int, duration: Int64?, clock: Clock, ring: Int?) {
    guard let duration, duration > 0, lines > 1, ring ?? 1 > 0 else { return nil }
    isGuessed = ring == nil && lines.isMultiple(of: 1_000)
    self.ring = ring ?? (isGuessed ? lines : nil)
    self.lines = lines
    self.duration = duration
    self.clock = clock
  }

  public var isFull: Bool { ring.map { lines >= $0 } ?? false }

  /// Lines a second in thousandths.
  public var milliLinesPerSecond: Int64 {
    let (scaled, isTooMuch) = Int64(lines - 1).multipliedReportingOverflow(by: 1_000_000_000_000)
    return isTooMuch ? Int64(lines - 1) / max(1, duration / 1_000_000_000_000) : scaled / duration
  }

  /// Seconds for which the ring holds what comes at this rate.
  public var heldSeconds: Int64? {
    guard let ring else { return nil }
    let (scaled, isTooMuch) = Int64(ring).multipliedReportingOverflow(by: 1_000)
    return isTooMuch ? 0 : scaled / max(1, milliLinesPerSecond)
  }

  /// What it comes to, in sentences.
  ///
  /// `The log covers 18:10:29 to 18:26:25 and grows by 20.9 lines/s. 20,000 lines at 20.9 lines/s
  /// hold 16 minutes: what happened before 18:10:29 is gone.`
  public var text: String {
    "The log covers \(covered) and grows by \(rate) lines/s." + (ringText.map { " " + $0 } ?? "")
  }

  /// What follows from the ring alone, with its full stop.
  private var ringText: String? {
    guard let ring, let held = heldSeconds else { return nil }
    let size = Self.grouped(ring)
    let span = Self.span(held)
    guard !isGuessed else {
      return "If this was a ring of \(size) lines, it holds \(span) at this rate, and what happened"
        + " before \(beginning) is gone."
    }
    let start = "\(size) lines at \(rate) lines/s hold \(span)"
    return isFull
      ? start + ": what happened before \(beginning) is gone."
      : start + ": the ring was not full, so that the beginning is here."
  }

  private var rate: String {
    let tenths = (milliLinesPerSecond + 50) / 100
    return "\(tenths / 10).\(tenths % 10)"
  }

  private var covered: String {
    // Of a few seconds the milliseconds tell.
    let places = duration < 10_000_000_000 ? 3 : 0
    guard let first = time(at: 0, places), let last = time(at: duration, places) else {
      return duration < 10_000_000_000
        ? "\(duration / 1_000_000) ms" : Self.span(duration / 1_000_000_000)
    }
    return "\(first) to \(last)"
  }

  private var beginning: String { time(at: 0) ?? "the first line" }

  /// The time of day so many nanoseconds behind the first event, where the clock has one.
  private func time(at offset: Int64, _ places: Int = 0) -> String? {
    let instant = clock.start.advanced(by: offset)
    let seconds = (instant.seconds % 86_400 + 86_400) % 86_400
    var text = TextBuffer()
    guard clock.kind == .timeOfDay || clock.kind == .absolute,
      Instant(seconds: seconds, nanoseconds: instant.nanoseconds)
        .appendTimeOfDay(places: places, to: &text)
    else { return nil }
    return text.string
  }

  /// Rounded as people say it: `50 seconds`, `16 minutes`, `3 hours`.
  private static func span(_ seconds: Int64) -> String {
    let (count, unit): (Int64, String) =
      switch seconds {
      case ..<120: (seconds, "second")
      case ..<7_200: ((seconds + 30) / 60, "minute")
      case ..<172_800: ((seconds + 1_800) / 3_600, "hour")
      default: ((seconds + 43_200) / 86_400, "day")
      }
    return "\(count) \(unit)\(count == 1 ? "" : "s")"
  }

  private static func grouped(_ number: Int) -> String {
    var digits = "\(number)"
    var parts: [String] = []
    while digits.count > 3 {
      parts.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return ([digits] + parts).joined(separator: ",")
  }

  /// Writes the key `ring` and its object; nothing where there was none.
  public func writeJSON(to json: inout JSONWriter) {
    guard let ring else { return }
    json.key("ring")
    json.beginObject()
    json.number("lines", lines)
    json.number("ring_lines", ring)
    json.bool("guessed", isGuessed)
    json.number("covered_ns", duration)
    json.bool("full", isFull)
    json.number("held_s", heldSeconds)
    json.string("text", text)
    json.endObject()
  }
}
