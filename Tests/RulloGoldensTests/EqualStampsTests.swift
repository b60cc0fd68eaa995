import RulloGoldens
import Testing

/// Logs with stamps of 1 ms give an answer and the request that it led to one stamp.
@Suite("equal stamps") struct EqualStampsTests {
  static let log = """
    10:00:00.000 → 0x2AD9  00
    10:00:00.040 ← 0x2AD9  80 00 01
    10:00:00.040 → 0x2AD9  07
    10:00:00.040 ← 0x2AD2  44 00 60 0B A0 00 8B 00
    10:00:00.080 ← 0x2AD9  80 07 01
    10:00:00.080 → 0x2AD9  11 00 00 E4 02 28 33
    10:00:00.080 ← 0x2AD9  80 11 01
    10:00:01.000 ← 0x2AD2  44 00 60 0B A0 00 8B 00

    """

  @Test("a recording whose stamps are equal replays against itself, in its own order")
  func replays() throws {
    let stored = try StoredRecording(octets: Array(Self.log.utf8), file: "equal.log")
    let text = String(decoding: try GoldenText.of(stored, .transcript), as: UTF8.self)
    let lines = text.split(separator: "\n").filter { $0.contains("/2AD9") }
    func place(_ octets: String) throws -> Int {
      try #require(lines.firstIndex { $0.contains("  \(octets) ") })
    }
    #expect(try place("80 00 01") < place("07"))
    #expect(try place("80 07 01") < place("11 00 00 E4 02 28 33"))
    #expect(lines.count { $0.contains("match=exact") } == 3)
  }
}
