import RulloBase
import RulloBluetooth
import RulloMeasurements
import Testing

@Suite("Delivery grid")
struct DeliveryGridTests {
  /// Intervals in milliseconds, in a 1 ms clock unless said otherwise.
  func grid(
    _ milliseconds: [Int64], resolution: Int64 = 1_000_000, isRadio: Bool = true
  ) -> DeliveryGrid? {
    var distribution = IntervalDistribution()
    for interval in milliseconds { distribution.add(interval * 1_000_000) }
    return DeliveryGrid(distribution, resolution: resolution, isRadio: isRadio)
  }

  // The intervals of the two streams in captures/kickr-core-10hz.log, subtracted by hand. With a
  // tolerance of 2 ms only 89 to 90 ms explain all nine, and 90 ms is 72 × 1.25 ms.
  @Test(
    "explains the real log's two streams with 90 ms",
    arguments: [
      [2, 178, 1, 89, 90, 180, 90, 90, 89], [0, 179, 2, 88, 91, 180, 89, 91, 89],
    ])
  func realLog(intervals: [Int64]) {
    let found = grid(intervals)
    #expect(found?.spacing == 90_000_000)
    #expect(found?.explained == 9)
  }

  @Test("needs eight intervals") func tooFew() {
    #expect(grid([100, 100, 200, 100, 100, 100, 100]) == nil)
    #expect(grid([100, 100, 200, 100, 100, 100, 100, 100])?.spacing == 100_000_000)
  }

  @Test("is none where bursts come at any time") func none() {
    // Nine tenths within 2 ms of 0 fit any spacing: that is no grid.
    #expect(grid([0, 1, 1, 0, 2, 1, 0, 1, 2, 1, 1, 0, 1, 2, 0, 1, 0, 1, 500, 1]) == nil)
    // Squares share no spacing of 10 ms or more within 2 ms.
    #expect(grid([121, 144, 169, 196, 225, 256, 289, 324, 361, 400, 441, 484]) == nil)
  }

  @Test("may leave one in ten unexplained, not more") func tenth() {
    let nine: [Int64] = [60, 60, 120, 60, 60, 180, 60, 60, 60]
    #expect(grid(nine + [87])?.spacing == 60_000_000)
    #expect(grid(nine + [87, 93])?.spacing != 60_000_000)
  }

  // 250 ms is a multiple of 1.25 ms anyway; 251 ms is none, and a network has no such step.
  @Test("rounds to connection intervals on the radio only") func rounding() {
    let intervals = [Int64](repeating: 251, count: 20)
    #expect(grid(intervals, isRadio: true)?.spacing == 251_250_000)
    #expect(grid(intervals, isRadio: false)?.spacing == 251_000_000)
  }
}

@Suite("Interval statistics")
struct IntervalStatisticsTests {
  // Cases D1: gaps in ms 1, 1, 42, 1, 48, 2, 2, 45, 2, 2, 45; their sum is 191, so the mean is
  // 17.36 ms (17.5 in the report, which counts from a rounded sum); the sixth smallest is 2.
  @Test("bursts do not make a high rate") func bursts() throws {
    var distribution = IntervalDistribution()
    let gaps: [Int64] = [1, 1, 42, 1, 48, 2, 2, 45, 2, 2, 45]
    for gap in gaps { distribution.add(gap * 1_000_000) }
    let figures = try #require(IntervalStatistics(distribution, span: 191_000_000))
    #expect(figures.median == 2_000_000)
    #expect(figures.mean == 17_363_636)
    #expect(figures.maximum == 48_000_000)
    let rate = try #require(
      RateEstimate(count: 12, span: 191_000_000, deviation: figures.deviation))
    // 11 / 0.191 s.
    #expect(rate.rate.description == "57.592")
  }

  // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, squared deviations 32, over n − 1 = 7: √4.571428 = 2.138.
  @Test("the deviation divides by n − 1") func deviation() throws {
    var distribution = IntervalDistribution()
    for value in [2, 4, 4, 4, 5, 5, 7, 9] as [Int64] { distribution.add(value * 1_000) }
    let figures = try #require(IntervalStatistics(distribution, span: 40_000))
    #expect(figures.deviation == 2_138)
    #expect(figures.percentile95 == 9_000)
    #expect(figures.minimum == 2_000)
    // t(7) = 2.365, margin = 2.365 × 2138 / √8 = 1787.7 ns: 1e9 / 6787.7 and 1e9 / 3212.3.
    let rate = try #require(RateEstimate(count: 9, span: 40_000, deviation: figures.deviation))
    #expect(rate.rate.description == "200000")
    #expect(abs(try #require(rate.low?.doubleValue) - 147_325) < 50)
    #expect(abs(try #require(rate.high?.doubleValue) - 311_303) < 100)
  }

  @Test("stay within 0.1 % beyond 65,536 distinct intervals") func coarse() throws {
    var distribution = IntervalDistribution()
    for value in 1...200_000 as ClosedRange<Int64> { distribution.add(value * 1_001) }
    let figures = try #require(IntervalStatistics(distribution, span: 1))
    #expect(!figures.isExact)
    #expect(distribution.count == 200_000)
    for (found, rank) in [(figures.median, 100_000), (figures.percentile99, 198_000)] {
      let truth = Int64(rank) * 1_001
      #expect(abs(found - truth) * 1_000 <= truth)
    }
    #expect(figures.maximum == 200_200_000)
  }
}

@Suite("Damaged clocks")
struct DamagedClockTests {
  // Every pair of these is met as an interval and as a resolution; nothing may trap.
  static let edges: [Int64] = [
    .min, -1, 0, 1, 999, 2_000_000, 90_000_000, 3_600_000_000_000, 1 << 60, .max - 1, .max,
  ]

  @Test("give figures or none, and never trap", arguments: edges) func figures(resolution: Int64) {
    for usual in Self.edges {
      for gap in Self.edges {
        var distribution = IntervalDistribution()
        for interval in [usual, usual, gap, usual, usual, usual, gap, usual, usual, usual, usual] {
          distribution.add(interval)
        }
        let grid = DeliveryGrid(distribution, resolution: resolution, isRadio: true)
        #expect(grid?.spacing ?? 1 > 0)
        let figures = IntervalStatistics(distribution, span: gap)
        #expect(figures?.minimum ?? 0 >= 0)
        _ = RateEstimate(count: 12, span: max(0, gap), deviation: figures?.deviation)
      }
    }
  }

  @Test("pass through a whole report", arguments: edges) func report(step: Int64) throws {
    var emitter = EventEmitter(RateMeter(), clock: Clock(kind: .absolute, resolution: 1_000))
    let device = emitter.add(Device(.unnamed(0)))
    let source = SourceReference(.packet, 1)
    let attribute = emitter.add(Attribute(device: device, uuid: 0x2A63), at: source)
    for (index, edge) in (Self.edges + Self.edges.reversed()).enumerated() {
      let time = index % 2 == 0 ? step : edge
      emitter.emit(
        Event(
          .notification, .fromDevice, time: time, device: device, attribute: attribute,
          source: source))
    }
    emitter.finish()
    let report = RateReport(emitter.sink, file: "damaged", format: "script")
    var json = JSONWriter()
    report.writeJSON(to: &json)
    #expect(report.streams.count == 1)
  }
}
