public import RulloBase
public import RulloBluetooth

/// The figures of one stream, ready to print.
public struct StreamReport: Sendable {
  /// A stretch without a notification that is longer than the stream's rhythm explains.
  public struct Gap: Hashable, Sendable {
    /// The event before the gap.
    public let afterEvent: Int
    public let time: Int64
    public let length: Int64

    /// How many notifications would have fitted in.
    public let missing: Int64
  }

  /// Data records that came in several notifications (*More Data*).
  public struct SplitRecords: Hashable, Sendable {
    /// Records that were joined, and the notifications that went into them.
    public let joined: Int
    public let notifications: Int

    /// Records that the link's end cut.
    public let dropped: Int

    /// Whether the recording ends inside a record.
    public let isLastOpen: Bool
  }

  public let device: Device?
  public let attribute: Attribute?
  public let kind: Event.Kind
  public let count: Int
  public let firstTime: Int64?
  public let lastTime: Int64?
  public let rate: RateEstimate?
  public let intervals: IntervalStatistics?
  public let freshCount: Int
  public let freshRate: ExactDecimal?
  public let repeats: Int
  public let longestRun: Int
  public let wheel: RevolutionCounter?
  public let crank: RevolutionCounter?
  public let grid: DeliveryGrid?
  public let gaps: [Gap]

  /// Joined *More Data* records; `nil` where the characteristic has none.
  public let records: (count: Int, rate: ExactDecimal?)?

  /// What became of records in several notifications; `nil` where none was split.
  public let splitRecords: SplitRecords?

  /// When an app subscribed, if the recording holds it.
  public let subscribed: Int64?

  /// From the subscription to the end of the recording, where not one notification came.
  public let silence: Int64?

  /// Notifications that the grid explains: one more than its intervals.
  public var onGrid: Int? { grid.map { $0.explained + 1 } }

  init(
    _ stream: StreamAccumulator, device: Device?, attribute: Attribute?, clock: Clock,
    end: Int64?
  ) {
    self.device = device
    self.attribute = attribute
    kind = stream.kind
    count = stream.count
    let hasTimes = stream.firstTime != Event.noTime
    firstTime = hasTimes ? stream.firstTime : nil
    lastTime = hasTimes ? stream.lastTime : nil
    let span = hasTimes ? max(0, stream.lastTime &- stream.firstTime) : 0
    let intervals = IntervalStatistics(stream.intervals, span: span)
    self.intervals = intervals
    rate =
      hasTimes
      ? RateEstimate(count: stream.timedCount, span: span, deviation: intervals?.deviation) : nil
    freshCount = stream.freshCount
    let freshSpan =
      stream.timedFreshCount > 0 ? max(0, stream.lastFreshTime &- stream.firstFreshTime) : 0
    freshRate = RateEstimate(count: stream.timedFreshCount, span: freshSpan, deviation: nil)?.rate
    repeats = stream.count - stream.freshCount
    longestRun = stream.longestRun
    wheel = stream.counters?.wheel
    crank = stream.counters?.crank
    var isDirectConnect = false
    if case .endpoint = device?.identity { isDirectConnect = true }
    let grid = DeliveryGrid(
      stream.intervals, resolution: clock.resolution, isRadio: !isDirectConnect)
    self.grid = grid
    gaps = Self.gaps(stream, median: intervals?.median ?? 0, grid: grid?.spacing ?? 0)
    subscribed = stream.subscribed
    if stream.count == 0, let start = stream.subscribed, start != Event.noTime, let end {
      silence = max(0, end &- start)
    } else {
      silence = nil
    }
    if let joined = stream.records {
      // Without a part every notification is a record of its own.
      records = stream.hasParts ? (joined.count, joined.rate) : (count, rate?.rate)
      splitRecords =
        stream.hasParts
        ? SplitRecords(
          joined: joined.joined, notifications: joined.joinedParts, dropped: joined.dropped,
          isLastOpen: joined.openParts > 0) : nil
    } else {
      records = nil
      splitRecords = nil
    }
  }

  private static func gaps(_ stream: StreamAccumulator, median: Int64, grid: Int64) -> [Gap] {
    let rhythm = max(median, grid)
    guard rhythm > 0, rhythm < Int64.max / 4 else { return [] }
    return stream.gaps.longer(than: 3 * rhythm).map {
      Gap(
        afterEvent: $0.afterEvent, time: $0.start, length: $0.length,
        missing: max(0, $0.length / rhythm + ($0.length % rhythm * 2 / rhythm) - 1))
    }
  }
}
