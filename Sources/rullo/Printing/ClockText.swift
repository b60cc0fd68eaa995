import RulloBase
import RulloBluetooth
import RulloFieldLogs
import RulloImporting

/// What the clock of a text log can and cannot tell, in words.
struct ClockText {
  /// Whether each time counts from the line before.
  private let countsSteps: Bool

  /// `nil` for captures, whose clocks are fine enough for every figure.
  init?(of file: borrowing RecordingFile) {
    guard file.format == .appLog || file.format == .fieldLog else { return nil }
    countsSteps = file.logFormat?.countsSteps ?? false
  }

  func sentence(_ clock: Clock, lacksZone: Bool) -> String {
    let bound = Self.bound(clock.resolution)
    switch clock.kind {
    case .none:
      return "the log has none: it tells the order of events, and no rate, interval or latency"
    case .timeOfDay:
      return "a time of day without a date. \(bound) A jump of more than half a day is taken for"
        + " midnight, so that a silence of a day or more cannot be seen."
    case .absolute:
      return bound
        + (lacksZone ? " No time zone is named: the hour of the first event may be off." : "")
    case .elapsed where countsSteps:
      let step = Figures.duration(clock.resolution)
      let many = Figures.duration(
        clock.resolution.multipliedReportingOverflow(by: 100).partialValue)
      return "steps from line to line, each rounded to \(step). Their errors add up: an interval"
        + " of one step is right within \(step), one of 100 steps within \(many). When of the day"
        + " is not known."
    case .elapsed:
      return "counts from a start that the log does not name, so that the time of day is not known."
        + " \(bound)"
    }
  }

  /// The lower bound, without its unit where the upper one has the same: `89 to 91 ms`.
  private static func shared(_ low: String, with high: String) -> String {
    let (number, unit) = (low.split(separator: " "), high.split(separator: " "))
    guard number.count == 2, unit.count == 2, number.last == unit.last else { return low }
    return String(number[0])
  }

  /// What the steps of a clock mean for intervals.
  ///
  /// `1 ms steps bound every interval: one of 90 ms is 89 to 91 ms.`
  private static func bound(_ step: Int64) -> String {
    let interval = max(step.multipliedReportingOverflow(by: 9).partialValue, 90_000_000)
    let low = Figures.duration(interval - step)
    let high = Figures.duration(interval + step)
    return "\(Figures.resolution(step)) steps bound every interval: one of"
      + " \(Figures.duration(interval)) is \(shared(low, with: high)) to \(high)."
  }
}
