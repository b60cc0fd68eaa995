public import RulloBase

/// A rate in hertz with the 95 % interval in which it lies.
///
/// rate = (count − 1) / (last − first). The interval is Student's t on the mean of the intervals:
/// 1 / (mean ± t · s / √n), with s their standard deviation and n their number.
public struct RateEstimate: Hashable, Sendable {
  /// Hertz with three decimals.
  public let rate: ExactDecimal

  /// `nil` under two intervals; `high` also where the interval reaches past zero.
  public let low: ExactDecimal?
  public let high: ExactDecimal?

  /// Answers `nil` under two events and where no time passed.
  public init?(count: Int, span: Int64, deviation: Int64?) {
    guard count >= 2, span > 0,
      let rate = ExactDecimal.ratio(Int128(count - 1) * 1_000_000_000, Int128(span), places: 3)
    else { return nil }
    self.rate = rate
    let intervals = Int128(count - 1)
    guard let deviation, intervals >= 2 else {
      low = nil
      high = nil
      return
    }
    // Nanoseconds and thousandths of t: margin = t · s / √n, all in integers.
    let root = max(1, Int128(IntervalStatistics.squareRoot(intervals * 1_000_000)))
    let margin = Int128(Self.quantile(count - 2)) * Int128(deviation) / root
    let mean = Int128(span) / intervals
    low = ExactDecimal.ratio(1_000_000_000, mean + margin, places: 3)
    high = mean > margin ? ExactDecimal.ratio(1_000_000_000, mean - margin, places: 3) : nil
  }

  /// The two-sided 95 % quantile of Student's t, in thousandths, by degrees of freedom.
  private static func quantile(_ freedom: Int) -> Int {
    let table = [
      12_706, 4_303, 3_182, 2_776, 2_571, 2_447, 2_365, 2_306, 2_262, 2_228, 2_201, 2_179, 2_160,
      2_145, 2_131, 2_120, 2_110, 2_101, 2_093, 2_086, 2_080, 2_074, 2_069, 2_064, 2_060, 2_056,
      2_052, 2_048, 2_045, 2_042,
    ]
    if freedom < 1 { return table[0] }
    if freedom <= table.count { return table[freedom - 1] }
    return freedom <= 40 ? 2_042 : freedom <= 60 ? 2_021 : freedom <= 120 ? 2_000 : 1_980
  }
}
