import Foundation
import RulloBase
import RulloSimulator
import RulloTestSupport
import RulloTransport
import Testing

/// The page on profiles holds what it says; that it is up to date is a test of the command.
@Suite("page on profiles") struct ProfilesPageTests {
  @Test("its profile reads, rides, and is assumed where it names no source") func smallest() throws
  {
    let file = projectFolder.appendingPathComponent("docs/profiles.md")
    let page = try String(contentsOf: file, encoding: .utf8)
    let block = try #require(
      page.components(separatedBy: "```json\n").last?.components(separatedBy: "\n```").first)
    let profile = try DeviceProfile(Array(block.utf8))
    // 250 ms are four a second: 40 in ten seconds.
    let values = StreamTests.stream(profile, 0x2AD2, seconds: 10)
    #expect(values.count == 40)
    #expect(values.allSatisfy { $0.bytes.starts(with: [0x44, 0x00]) && $0.bytes.count == 8 })
    var script = TrainerScript(FakeTrainer(profile))
    #expect(script.write("00") == ["indication 80 00 01"])
    #expect(script.write("01").first == "indication 80 01 01")
    // It keeps control over a reset, as it says; bit 15 of its targets, spin down, is clear.
    #expect(script.write("11 00 00 E4 02 28 33").first == "indication 80 11 01")
    #expect(script.write("13 01") == ["indication 80 13 02"])
    #expect(profile.characteristic(0x2ACC)?.value?.provenance.word == "assumed")
    let counts = ProfileSheet(profile).counts
    #expect(counts.measured == 0 && counts.published == 0)
  }
}
