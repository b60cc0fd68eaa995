/// Collects what the rules find, and what could not be compared.
struct Judge: Sendable {
  let limits: ComparisonLimits
  private(set) var findings: [Finding] = []

  /// What was left out and why, each sentence once, in order.
  private(set) var remarks: [String] = []

  /// Every number that was judged, for a baseline to learn from.
  private(set) var measurements: [Measured] = []

  /// Things that both sessions have and that were held side by side.
  var comparedCount = 0

  /// More findings of one rule than this are cut with a remark: hostile input stays small.
  private static let mostOfOneRule = 500
  private var counts: [String: Int] = [:]
  private var known: Set<String> = []

  init(limits: ComparisonLimits) { self.limits = limits }

  mutating func find(
    _ rule: Rule, _ subject: FindingSubject, _ values: Sides<String>,
    samples: Sides<Int> = Sides(old: 1, new: 1), events: Sides<[Int]>, limit: String? = nil,
    measures: Sides<Int64>? = nil
  ) {
    let count = counts[rule.id, default: 0]
    counts[rule.id] = count + 1
    guard count < Self.mostOfOneRule else {
      return remark("\(rule.id): more than \(Self.mostOfOneRule) findings; the rest is left out")
    }
    findings.append(
      Finding(
        rule: rule, findingClass: rule.findingClass, subject: subject, values: values,
        samples: samples, events: events, limit: limit ?? rule.limits, measures: measures))
  }

  /// Keeps a number that a rule judges, whether it finds anything or not.
  mutating func measure(_ rule: Rule, _ subject: FindingSubject, _ values: Sides<Int64>) {
    measurements.append(Measured(rule: rule, subject: subject, values: values))
  }

  mutating func remark(_ text: String) {
    if remarks.count < 200, known.insert(text).inserted { remarks.append(text) }
  }

  /// Whether two times or rates are apart by both limits, and there are enough of them.
  func areApart(_ values: Sides<Int64>, samples: Sides<Int>, resolution: Int64) -> Bool {
    samples.smaller >= limits.samples && isMore(values, resolution: resolution)
  }

  /// The ratio is that of the larger to the smaller, so that both directions give the same answer.
  func isMore(_ values: Sides<Int64>, resolution: Int64) -> Bool {
    let difference = Int128(values.larger) - Int128(values.smaller)
    let floor = max(limits.difference, 2 * min(max(resolution, 0), 1_000_000_000))
    return difference > Int128(floor)
      && Int128(max(values.larger, 0)) * 100
        > Int128(max(values.smaller, 0)) * Int128(100 + limits.percent)
  }
}

/// From when on a difference counts.
public struct ComparisonLimits: Hashable, Sendable {
  /// The fewest samples on each side for a finding of timing.
  public var samples = 30

  /// How many percent the larger one must be above the smaller one.
  public var percent = 20

  /// How far apart they must be as well, in nanoseconds.
  public var difference: Int64 = 10_000_000

  /// How often a field must change on each side before its steps tell a resolution.
  public var changes = 10

  public init() {}

  /// `30 samples a side, over 20 % and over 10 ms`.
  public var text: String {
    "\(samples) samples a side, over \(percent) % and over \(difference / 1_000_000) ms"
  }
}
