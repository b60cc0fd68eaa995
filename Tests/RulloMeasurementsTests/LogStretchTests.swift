import RulloBluetooth
import RulloMeasurements
import Testing

@Suite("Rings of lines")
struct LogStretchTests {
  private static let clock = Clock(
    kind: .timeOfDay, resolution: 1_000_000, start: Instant(seconds: 65_429))

  private static func stretch(
    _ lines: Int, _ seconds: Int64, ring: Int?, clock: Clock = clock
  ) -> LogStretch? {
    LogStretch(lines: lines, duration: seconds * 1_000_000_000, clock: clock, ring: ring)
  }

  // 19,999 intervals in 957 s are 20.898 a second; 20,000 / 20.897 = 957 s = 15 min 57 s, 16 minutes;
  // second 65,429 of a day is 18:10:29, and 957 s later it is 18:26:26.
  @Test("a full ring says what is gone") func full() throws {
    let stretch = try #require(Self.stretch(20_000, 957, ring: 20_000))
    #expect(
      stretch.text
        == "The log covers 18:10:29 to 18:26:26 and grows by 20.9 lines/s."
        + " 20,000 lines at 20.9 lines/s hold 16 minutes: what happened before 18:10:29 is gone.")
    #expect(stretch.isFull && !stretch.isGuessed)
  }

  @Test("whole thousands of lines are guessed to be a ring, and said to be a guess") func guess()
    throws
  {
    let stretch = try #require(Self.stretch(20_000, 957, ring: nil))
    #expect(stretch.isGuessed)
    #expect(
      stretch.text.hasSuffix(
        " If this was a ring of 20,000 lines, it holds 16 minutes at this rate, and what happened"
          + " before 18:10:29 is gone."))
  }

  // 20 intervals in 10 s are 2 a second: 100 lines hold 50 s.
  @Test("a ring that was not full says so") func notFull() throws {
    let stretch = try #require(Self.stretch(21, 10, ring: 100))
    #expect(
      stretch.text
        == "The log covers 18:10:29 to 18:10:39 and grows by 2.0 lines/s. 100 lines at 2.0 lines/s"
        + " hold 50 seconds: the ring was not full, so that the beginning is here.")
  }

  // 1,403 intervals in 380 s are 3.69 a second.
  @Test("without a ring only the growth is said") func growth() throws {
    let elapsed = Clock(kind: .elapsed, resolution: 1_000_000)
    let stretch = try #require(Self.stretch(1_404, 380, ring: nil, clock: elapsed))
    #expect(stretch.text == "The log covers 6 minutes and grows by 3.7 lines/s.")
    #expect(stretch.ring == nil && !stretch.isFull)
    #expect(stretch.heldSeconds == nil)
  }

  @Test("over midnight") func midnight() throws {
    let late = Clock(kind: .timeOfDay, resolution: 1_000_000, start: Instant(seconds: 86_399))
    #expect(
      try #require(Self.stretch(3, 2, ring: nil, clock: late)).text
        == "The log covers 23:59:59.000 to 00:00:01.000 and grows by 1.0 lines/s.")
  }

  @Test("without a clock nothing is said") func nothing() {
    #expect(LogStretch(lines: 1_000, duration: nil, clock: Self.clock, ring: nil) == nil)
    #expect(LogStretch(lines: 1_000, duration: 5, clock: Self.clock, ring: 0) == nil)
  }
}
