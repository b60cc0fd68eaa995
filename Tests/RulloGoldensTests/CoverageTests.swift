import RulloGoldens
import RulloTestSupport
import Testing

@Suite("protocol coverage") struct CoverageTests {
  @Test("a denied and a granted grade are facts of one op code") func answers() throws {
    let scratch = try ScratchStore(copying: ["control-denied-once.log"])
    let coverage = try StoreCoverage(of: scratch.store)
    // The six lines: grade denied, control requested and granted, grade granted.
    #expect(
      coverage.shown.map { "\($0.fact)" } == [
        "2AD9 request control = success",
        "2AD9 set indoor bike simulation = success",
        "2AD9 set indoor bike simulation = control not permitted",
      ])
    #expect(coverage.shown.allSatisfy { $0.recordings == ["control-denied-once"] })
  }

  @Test("an op code that nothing answered is a fact, one that was is none of these")
  func silence() throws {
    let log = """
      10:00:00.000 → 0x2AD9  00
      10:00:00.040 ← 0x2AD9  80 00 01
      10:00:01.000 → 0x2AD9  05 64 00
      10:00:03.000 → 0x2AD9  05 65 00
      10:00:03.050 ← 0x2AD9  80 05 01

      """
    let stored = try StoredRecording(octets: Array(log.utf8), file: "silent.log")
    #expect(
      ProtocolFacts.of(stored.recording).map { "\($0)" } == [
        "2AD9 request control = success", "2AD9 set target power = success",
        "2AD9 set target power = no answer",
      ])
  }

  @Test("flags are facts both ways") func flags() throws {
    // 0x0044: cadence and power; bit 0 clear means that speed is there.
    let log = "10:00:00.000 ← 0x2AD2  44 00 60 0B A0 00 8B 00\n"
    let stored = try StoredRecording(octets: Array(log.utf8), file: "flags.log")
    let facts = ProtocolFacts.of(stored.recording)
    #expect(facts.filter { $0.kind == .flagSet }.map(\.code) == [2, 6])
    #expect(
      facts.filter { $0.kind == .flagClear }.map(\.code) == [0, 1, 3, 4, 5, 7, 8, 9, 10, 11, 12])
  }

  @Test("every known fact has a name") func names() {
    let known = ProtocolFacts.known
    #expect(known == known.sorted())
    // FTMS has 21 requests (0x00 to 0x14) and five results in its tables.
    #expect(known.count { "\($0.characteristic)" == "2AD9" && $0.kind == .answer } == 21 * 5)
    #expect(known.allSatisfy { !$0.subject.hasPrefix("bit ") && !$0.subject.isEmpty })
  }
}
