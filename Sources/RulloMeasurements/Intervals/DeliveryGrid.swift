/// The spacing on which the arrivals of a stream fall, such as a connection interval or a multiple.
///
/// The largest spacing of at least 5 × tolerance such that at least 90 % of the consecutive intervals
/// lie within the tolerance of a multiple of it, 0 included. Measured on consecutive intervals, so
/// that clock drift does not blur it. Of the spacings that close to the largest one the result is the
/// centre of those that explain most intervals: the edge itself would be off by the tolerance.
public struct DeliveryGrid: Hashable, Sendable {
  /// Nanoseconds.
  public let spacing: Int64

  /// How many consecutive intervals are within the tolerance of a multiple.
  public let explained: Int

  /// Whether nine tenths of the longer intervals fit as well.
  ///
  /// An interval within the tolerance of 0 fits any spacing, so that a stream of bursts can meet the
  /// definition by chance.
  public let isConvincing: Bool

  /// Fewer intervals than this show no grid.
  public static let fewestIntervals = 8

  /// Answers `nil` where there is no such spacing.
  ///
  /// `resolution` is the clock's, in nanoseconds. With `isRadio` the spacing is rounded to a multiple
  /// of 1.25 ms, the step of connection intervals, where the clock cannot tell them apart.
  public init?(_ distribution: IntervalDistribution, resolution: Int64, isRadio: Bool) {
    guard distribution.count >= Self.fewestIntervals else { return nil }
    let tolerance = Self.tolerance(resolution: resolution)
    let search = Search(distribution, tolerance: tolerance)
    guard let largest = search.largest() else { return nil }
    let best = search.plateau(below: largest)
    var spacing = (best.lowerBound + best.upperBound) / 2
    if isRadio {
      let step: Int64 = 1_250_000
      let rounded = (spacing + step / 2) / step * step
      let blur = min(max(0, resolution), tolerance)
      let reach = best.lowerBound - blur...best.upperBound + blur
      if reach.contains(rounded), rounded >= 5 * tolerance { spacing = rounded }
    }
    self.spacing = spacing
    explained = search.explained(by: spacing...spacing)
    let long = distribution.count - search.shortCount
    isConvincing = (explained - search.shortCount) * 10 >= long * 9
  }

  /// How far from a multiple an interval may lie, in nanoseconds.
  public static func tolerance(resolution: Int64) -> Int64 {
    // No clock that can show a rhythm counts in more than hours; a damaged one may say so.
    max(2 * min(max(0, resolution), 3_600_000_000_000), 2_000_000)
  }
}

/// A branch-and-bound search over whole nanoseconds.
private struct Search {
  let entries: [(interval: Int64, count: Int)]
  let tolerance: Int64
  let needed: Int

  /// Above this many distinct intervals they are put into bins of 1/32 of the tolerance.
  private static let mostEntries = 2_048

  init(_ distribution: IntervalDistribution, tolerance: Int64) {
    // A damaged clock makes intervals of centuries; they fit every spacing and decide nothing.
    var entries = distribution.sorted.map { (interval: min($0.interval, 1 << 60), count: $0.count) }
    if entries.count > Self.mostEntries {
      let bin = tolerance / 32
      var binned: [(interval: Int64, count: Int)] = []
      for entry in entries {
        let middle = entry.interval / bin * bin + bin / 2
        if let last = binned.indices.last, binned[last].interval == middle {
          binned[last].count += entry.count
        } else {
          binned.append((middle, entry.count))
        }
      }
      entries = binned
    }
    self.entries = entries
    self.tolerance = tolerance
    needed = (distribution.count * 9 + 9) / 10
  }

  /// The most intervals that any one spacing of the range could explain; exact for a single spacing.
  func explained(by range: ClosedRange<Int64>) -> Int {
    var sum = 0
    for entry in entries {
      // The largest multiple that can reach down to the interval reaches up the furthest as well.
      let multiple = (entry.interval + tolerance) / range.lowerBound
      let (reach, isFar) = multiple.multipliedReportingOverflow(by: range.upperBound)
      if isFar || entry.interval - tolerance <= reach { sum += entry.count }
    }
    return sum
  }

  /// Intervals within the tolerance of 0.
  var shortCount: Int {
    entries.reduce(0) { $1.interval <= tolerance ? $0 + $1.count : $0 }
  }

  /// The largest spacing that explains enough.
  func largest() -> Int64? {
    // Without long intervals any spacing would do, and says nothing. With them, a spacing longer
    // than most of them explains nothing.
    let short = shortCount
    var long: Int64 = 0
    var seen = 0
    guard short < needed else { return nil }
    for entry in entries.reversed() {
      seen += entry.count
      long = entry.interval
      if seen >= needed - short { break }
    }
    let lowest = 5 * tolerance
    guard long + tolerance >= lowest else { return nil }
    var budget = 4_000
    return largest(in: lowest...long + tolerance, &budget)
  }

  private func largest(in range: ClosedRange<Int64>, _ budget: inout Int) -> Int64? {
    // Noise without a grid can split for ever; what is not found in thousands of steps is none.
    budget -= 1
    guard budget > 0, explained(by: range) >= needed else { return nil }
    if range.lowerBound == range.upperBound { return range.lowerBound }
    let middle = range.lowerBound + (range.upperBound - range.lowerBound) / 2
    return largest(in: middle + 1...range.upperBound, &budget)
      ?? largest(in: range.lowerBound...middle, &budget)
  }

  /// The spacings within two tolerances below `largest` that explain most.
  func plateau(below largest: Int64) -> ClosedRange<Int64> {
    let lowest = max(5 * tolerance, largest - 2 * tolerance)
    var edges: [(spacing: Int64, change: Int)] = []
    for entry in entries where entry.interval > tolerance {
      let first = max(1, (entry.interval - tolerance) / largest)
      let last = (entry.interval + tolerance) / lowest
      // A gap of thousands of spacings fits any of them and decides nothing.
      guard first <= last, last - first < 1_000 else { continue }
      for multiple in first...last {
        let from = (entry.interval - tolerance + multiple - 1) / multiple
        let to = (entry.interval + tolerance) / multiple
        guard from <= to, to >= lowest, from <= largest else { continue }
        edges.append((max(from, lowest), entry.count))
        edges.append((min(to, largest) + 1, -entry.count))
      }
    }
    edges.sort { $0.spacing < $1.spacing }
    var best = (count: -1, range: lowest...largest)
    var count = 0
    var index = 0
    while index < edges.count {
      let start = edges[index].spacing
      while index < edges.count, edges[index].spacing == start {
        count += edges[index].change
        index += 1
      }
      guard start <= largest, count >= best.count else { continue }
      let end = index < edges.count ? edges[index].spacing - 1 : largest
      best = (count, start...max(start, min(end, largest)))
    }
    return best.range
  }
}
