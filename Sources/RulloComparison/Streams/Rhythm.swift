internal import RulloMeasurements

/// The rhythm of a stream without its gaps.
struct Rhythm: Sendable {
  /// The mean of the intervals that are no gap.
  let mean: Int64
  let median: Int64
  let percentile95: Int64

  /// Intervals, without gaps.
  let count: Int

  /// An interval of more than this many means is a gap: a pause is no slower rhythm.
  private static let gap: Int128 = 5

  init?(_ intervals: IntervalDistribution) {
    guard let figures = IntervalStatistics(intervals, span: 0) else { return nil }
    median = figures.median
    percentile95 = figures.percentile95
    let sorted = intervals.sorted
    var kept = sorted.count
    var mean: Int128 = 0
    var count = 0
    // Taking a gap out lowers the mean, which may show another one.
    for _ in 0..<16 {
      let sum = sorted.prefix(kept).reduce(Int128(0)) {
        $0 + Int128($1.interval) * Int128($1.count)
      }
      count = sorted.prefix(kept).reduce(0) { $0 + $1.count }
      mean = sum / Int128(max(1, count))
      let next = sorted.prefix(kept).count { Int128($0.interval) <= Self.gap * mean }
      guard next < kept, next > 0 else { break }
      kept = next
    }
    self.mean = Int64(clamping: mean)
    self.count = count
  }
}
