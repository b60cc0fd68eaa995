public import RulloBase
public import RulloBluetooth

/// What stretch of time a text log covers, and for how long a ring of lines can hold its rate.
///
/// An export of a ring that was full begins in the middle: what happened before is gone.
public struct LogStretch: Hashable, Sendable {
  /// Lines that are not empty: exchanges, and those that were skipped.
  public let lines: Int
  public let duration: Int64

  /// How many lines the ring holds.
  public let ring: Int
  private let clock: Clock

  /// `nil` without a clock or without a ring: `ring` names its size where the log cannot show it.
  ///
  /// Without it a log of whole thousands of lines, from 1,000 on, is taken for a full ring.
  public init?(
    events: Int, notes: NoteBook, duration: Int64?, clock: Clock, ring: Int?
  ) {
    let lost = notes.entries.filter { [.skippedLine, .elidedPayload].contains($0.note.kind) }
    lines = events + lost.reduce(0) { $0 + $1.count }
    guard let duration, duration > 0, lines > 1 else { return nil }
    guard let size = ring ?? (lines.isMultiple(of: 1_000) ? lines : nil), size > 0 else {
      return nil
    }
    self.ring = size
    self.duration = duration
    self.clock = clock
  }

  public var isFull: Bool { lines >= ring }

  /// Lines a second in thousandths.
  public var milliLinesPerSecond: Int64 {
    let (scaled, isTooMuch) = Int64(lines - 1).multipliedReportingOverflow(by: 1_000_000_000_000)
    return isTooMuch ? Int64(lines - 1) / max(1, duration / 1_000_000_000_000) : scaled / duration
  }

  /// Seconds for which the ring holds what comes at this rate.
  public var heldSeconds: Int64 {
    let (scaled, isTooMuch) = Int64(ring).multipliedReportingOverflow(by: 1_000)
    return isTooMuch ? 0 : scaled / max(1, milliLinesPerSecond)
  }

  /// `20,000 lines at 20.9 lines/s hold 15 minutes 56 s: what happened before 18:10:29 is gone`.
  public var text: String {
    let tenths = (milliLinesPerSecond + 50) / 100
    let held = heldSeconds
    let minutes = held >= 60 ? "\(held / 60) min \(held % 60) s" : "\(held) s"
    let rate = "\(tenths / 10).\(tenths % 10)"
    let start = "\(Self.grouped(ring)) lines at \(rate) lines/s hold \(minutes)"
    guard isFull else { return start + "; the ring was not full, so that the beginning is here" }
    return start + ": what happened before \(beginning) is gone"
  }

  private var beginning: String {
    let seconds = (clock.start.seconds % 86_400 + 86_400) % 86_400
    var text = TextBuffer()
    guard clock.kind == .timeOfDay || clock.kind == .absolute,
      Instant(seconds: seconds).appendTimeOfDay(places: 0, to: &text)
    else { return "the first line" }
    return text.string
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

  /// Writes the key `ring` and its object.
  public func writeJSON(to json: inout JSONWriter) {
    json.key("ring")
    json.beginObject()
    json.number("lines", lines)
    json.number("ring_lines", ring)
    json.number("covered_ns", duration)
    json.key("full")
    json.bool(isFull)
    json.number("held_s", heldSeconds)
    json.string("text", text)
    json.endObject()
  }
}
