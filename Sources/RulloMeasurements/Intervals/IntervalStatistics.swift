/// The figures of a stream's intervals, in nanoseconds.
public struct IntervalStatistics: Hashable, Sendable {
  public let minimum: Int64
  public let median: Int64
  public let mean: Int64
  public let percentile95: Int64
  public let percentile99: Int64
  public let maximum: Int64

  /// The standard deviation (divisor n − 1); 0 for a single interval.
  public let deviation: Int64

  /// Whether the percentiles are exact; else they are within 0.1 %.
  public let isExact: Bool

  /// Percentiles are nearest-rank; answers `nil` without an interval.
  ///
  /// `span` is the time from the first to the last event, which gives the mean exactly.
  public init?(_ distribution: IntervalDistribution, span: Int64) {
    let sorted = distribution.sorted
    guard let first = sorted.first, distribution.count > 0 else { return nil }
    let count = distribution.count
    func rank(_ percent: Int) -> Int64 {
      let wanted = max(1, (percent * count + 99) / 100)
      var passed = 0
      for entry in sorted {
        passed += entry.count
        if passed >= wanted { return min(entry.interval, distribution.maximum) }
      }
      return distribution.maximum
    }
    minimum = first.interval
    median = rank(50)
    percentile95 = rank(95)
    percentile99 = rank(99)
    maximum = distribution.maximum
    mean = Self.divided(Int128(max(0, span)), by: Int128(count))
    isExact = distribution.isExact
    deviation = Self.deviation(sorted, from: median, count: count)
  }

  /// The standard deviation; the largest number where it does not fit, as with a damaged clock.
  private static func deviation(
    _ entries: [(interval: Int64, count: Int)], from median: Int64, count: Int
  ) -> Int64 {
    guard count > 1 else { return 0 }
    // Sums over deviations from the median stay small; the shift falls out of the variance.
    var sum: Int128 = 0
    var squares: Int128 = 0
    for entry in entries {
      let distance = Int128(entry.interval - median)
      sum += distance * Int128(entry.count)
      let (square, isWide) = (distance * distance).multipliedReportingOverflow(
        by: Int128(entry.count))
      let (total, isFull) = squares.addingReportingOverflow(square)
      if isWide || isFull { return .max }
      squares = total
    }
    let spread = max(0, squares - Self.wide(sum, count: count))
    return Self.squareRoot(spread / Int128(count - 1))
  }

  private static func wide(_ sum: Int128, count: Int) -> Int128 {
    let (square, overflow) = sum.multipliedReportingOverflow(by: sum)
    return overflow ? 0 : square / Int128(count)
  }

  /// A quotient rounded to nearest.
  static func divided(_ numerator: Int128, by denominator: Int128) -> Int64 {
    Int64(clamping: (numerator + denominator / 2) / denominator)
  }

  /// The integer square root, rounded to nearest; integers keep it the same on every machine.
  static func squareRoot(_ value: Int128) -> Int64 {
    guard value > 0 else { return 0 }
    var low: Int128 = 0
    var high: Int128 = min(value, Int128(Int64.max))
    while low < high {
      let middle = (low + high + 1) / 2
      if middle <= value / middle { low = middle } else { high = middle - 1 }
    }
    return Int64(clamping: value - low * low > low ? low + 1 : low)
  }
}
