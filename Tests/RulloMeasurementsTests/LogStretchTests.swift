import RulloBluetooth
import RulloMeasurements
import Testing

@Suite("Rings of lines")
struct LogStretchTests {
  private static let clock = Clock(
    kind: .timeOfDay, resolution: 1_000_000, start: Instant(seconds: 65_429))

  // 19,999 intervals in 956.89 s are 20.9 a second; 20,000 / 20.9 = 956 s = 15 min 56 s;
  // second 65,429 of a day is 18:10:29.
  @Test("a full ring says what is gone") func full() throws {
    var notes = NoteBook()
    notes.add(Note(.skippedLine, at: SourceReference(.line, 3), "x"), count: 500)
    let stretch = try #require(
      LogStretch(
        events: 19_500, notes: notes, duration: 956_890_000_000, clock: Self.clock, ring: nil))
    #expect(
      stretch.text
        == "20,000 lines at 20.9 lines/s hold 15 min 56 s: what happened before 18:10:29 is gone")
  }

  // 20 intervals in 10 s are 2 a second: 100 lines hold 50 s.
  @Test("a ring that was not full says so") func notFull() throws {
    let stretch = try #require(
      LogStretch(
        events: 21, notes: NoteBook(), duration: 10_000_000_000, clock: Self.clock, ring: 100))
    #expect(
      stretch.text
        == "100 lines at 2.0 lines/s hold 50 s; the ring was not full, so that the beginning is here"
    )
  }

  @Test("without a clock, or a size, nothing is said") func nothing() {
    #expect(
      LogStretch(events: 1_000, notes: NoteBook(), duration: nil, clock: Self.clock, ring: nil)
        == nil)
    #expect(
      LogStretch(events: 1_404, notes: NoteBook(), duration: 5, clock: Self.clock, ring: nil)
        == nil)
  }
}
