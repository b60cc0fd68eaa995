import Foundation
import RulloBase
import RulloGoldens
import RulloRecordings
import RulloTestSupport
import Testing

@Suite("adopting a recording") struct AdoptionTests {
  /// Every octet of a folder's files.
  static func contents(of url: URL) throws -> [UInt8] {
    var octets: [UInt8] = []
    for folder in ["captures", "golden"] {
      let names = try FileManager.default.contentsOfDirectory(
        atPath: url.appendingPathComponent(folder).path)
      for name in names {
        octets += try Data(contentsOf: url.appendingPathComponent("\(folder)/\(name)"))
      }
    }
    return octets
  }

  static func projectRecording(_ name: String) throws -> StoredRecording {
    try StoredRecording(StoreFolder(projectFolder.path).folder("captures"), name)
  }

  @Test("a capture becomes a case that passes, with names and serials replaced") func capture()
    throws
  {
    let scratch = try ScratchStore(copying: [])
    let stored = try Self.projectRecording("bumble-session.btsnoop")
    let report = try Adoption(name: "ride", into: scratch.store).adopt(
      stored.recording, format: stored.format)
    #expect(
      report.files == [
        "captures/ride.session.txt", "golden/ride.session.txt", "golden/ride.rate.json",
        "golden/ride.transcript.txt",
      ])
    #expect(report.events == 196)
    #expect(try GoldenCheck(scratch.store, keepsPending: false).run().allSatisfy { $0.isEqual })
    let octets = try Self.contents(of: scratch.url)
    // Its session golden has the device as "Rullo Trainer", serial RULLO-0001, F0:F1:F2:F3:F4:F5.
    for original in ["Rullo Trainer", "RULLO-0001", "F0:F1:F2:F3:F4:F5", "52 55 4C 4C 4F 2D 30"] {
      #expect(octets.firstRange(of: Array(original.utf8)) == nil, "\(original)")
    }
    #expect(report.redactions.contains("1 serial number"))
    #expect(report.news.contains { "\($0)" == "2AD9 set target power = success" })
  }

  @Test("an app log stays an app log, octet for octet where nothing is to redact") func log()
    throws
  {
    let scratch = try ScratchStore(copying: [])
    let stored = try Self.projectRecording("kickr-core-10hz.log")
    let report = try Adoption(name: "core", into: scratch.store).adopt(
      stored.recording, format: stored.format)
    #expect(report.files.first == "captures/core.log")
    let original = try String(
      contentsOf: projectFolder.appendingPathComponent("captures/kickr-core-10hz.log"),
      encoding: .utf8)
    let adopted = try String(
      contentsOf: scratch.url.appendingPathComponent("captures/core.log"), encoding: .utf8)
    let exchanges = original.split(separator: "\n").filter { $0.contains("0x2A") }
    #expect(adopted.split(separator: "\n") == exchanges)
  }

  @Test("facts that the store covers already are no news") func news() throws {
    let scratch = try ScratchStore(copying: ["control-denied-once.log"])
    let stored = try Self.projectRecording("control-denied-once.log")
    let report = try Adoption(name: "again", into: scratch.store).adopt(
      stored.recording, format: stored.format)
    #expect(report.news.isEmpty)
  }

  @Test("bad names, taken names and empty recordings write nothing") func refusals() throws {
    let scratch = try ScratchStore(copying: ["control-denied-once.log"])
    for name in [
      "", "../up", "a b", "-x", "ä", String(repeating: "x", count: 65), "a/b", ".hidden",
    ] {
      #expect(throws: GoldenError.self) { try Adoption(name: name, into: scratch.store) }
    }
    #expect(throws: GoldenError.self) {
      try Adoption(name: "control-denied-once", into: scratch.store)
    }
    let before = try Self.contents(of: scratch.url)
    #expect(throws: GoldenError.self) {
      try Adoption(name: "empty", into: scratch.store).adopt(.init(), format: "app_log")
    }
    #expect(try Self.contents(of: scratch.url) == before)
  }

  @Test("the test for another package is written once") func swiftTest() throws {
    let scratch = try ScratchStore(copying: [])
    let folder = StoreFolder(scratch.url.appendingPathComponent("Tests/AppTests").path)
    #expect(try AdoptionTest.write(into: folder))
    try scratch.write("// mine\n", "Tests/AppTests/\(AdoptionTest.fileName)")
    #expect(try !AdoptionTest.write(into: folder))
    #expect(try folder.read(AdoptionTest.fileName) == Array("// mine\n".utf8))
  }
}
