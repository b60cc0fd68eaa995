import Foundation
import RulloGoldens
import RulloTestSupport
import Testing

/// Long sessions: 1,500 values, a set-point, 1,500 values, made in the app log's form.
@Suite("outline of a long session") struct OutlineTests {
  /// Cadence 80 rpm, 100 to 149 W and back to 100, four a second; a grade of 7.4 % in the middle.
  static func log(changing changed: Int? = nil) -> String {
    var lines: [String] = []
    for index in 0..<3_000 {
      let milliseconds = index * 250
      let time = String(
        format: "%02d:%02d:%02d.%03d", 10 + milliseconds / 3_600_000,
        milliseconds / 60_000 % 60, milliseconds / 1_000 % 60, milliseconds % 1_000)
      if index == 1_500 {
        lines.append("\(time) → 0x2AD9  11 00 00 E4 02 28 33")
        lines.append("\(time) ← 0x2AD9  80 11 01")
      }
      let power = index == changed ? 99 : 100 + index % 50
      lines.append("\(time) ← 0x2AD2  44 00 60 0B A0 00 \(String(format: "%02X", power)) 00")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  static func golden(_ log: String) throws -> [String] {
    let stored = try StoredRecording(octets: Array(log.utf8), file: "long.log")
    let octets = try GoldenText.of(stored, .session)
    return String(decoding: octets, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
  }

  @Test("streams become blocks, control lines stay") func blocks() throws {
    let lines = try Self.golden(Self.log())
    #expect(lines.first == "rullo-outline 1")
    let blocks = lines.filter { $0.hasPrefix("block ") }
    #expect(blocks.count == 2)
    #expect(blocks[0].hasPrefix("block    0.000000000 – 374.750000000 · 1500 events · sha256:"))
    #expect(blocks[1].hasPrefix("block    375.000000000 – 749.750000000 · 1500 events · sha256:"))
    // 1,499 intervals of 250 ms are 4 Hz; 0x0B60 = 2912 hundredths of a km/h; 0xA0 = 160 halves.
    let stream = try #require(lines.firstIndex { $0.hasPrefix("  ←A") })
    #expect(
      Array(lines[stream..<stream + 4]) == [
        "  ←A 1826/2AD2 n · 1500 values · 4 Hz · 8 octets · flags 0x44",
        "    instantaneous_speed_kmh  29.12 … 29.12 · first 29.12 · last 29.12",
        "    instantaneous_cadence_rpm  80 … 80 · first 80 · last 80",
        "    instantaneous_power_w  100 … 149 · first 100 · last 149",
      ])
    #expect(
      lines.contains {
        $0.hasPrefix("375.000000000 →A 1826/2AD9 w~  11 00 00 E4 02 28 33 ")
      })
    #expect(lines.contains { $0.hasPrefix("375.000000000 ←A 1826/2AD9 i~  80 11 01 ") })
    #expect(lines.filter { $0.hasPrefix("  check ") }.allSatisfy { $0.count == 8 + 2 * 1_500 })
    #expect(lines.contains { $0.hasPrefix("end 3002 events · values sha256:") })
  }

  @Test(
    "the first differing line within a block is named", arguments: [0, 777, 1_499, 1_500, 2_999])
  func firstDifference(changed: Int) throws {
    let scratch = try ScratchStore(copying: [])
    try scratch.write(Self.log(), "captures/long.log")
    try scratch.write(
      try Self.golden(Self.log(changing: changed)).joined(separator: "\n"),
      "golden/long.session.txt")
    let results = try GoldenCheck(scratch.store, keepsPending: false).run()
    let session = try #require(results.first { $0.file == "long.session.txt" })
    let first = try #require(session.firstLines.first)
    let place = changed % 1_500 + 1
    #expect(first.hasPrefix("value \(place) of the block: "))
    #expect(first.hasSuffix("power \(100 + changed % 50) W"))
    #expect(session.firstLines.count == 1)
  }
}
