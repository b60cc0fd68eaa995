import Foundation
import RulloBase
import RulloSimulator
import RulloTestSupport
import RulloTransport
import Testing

@Suite("profiles") struct ProfileTests {
  static let folder = projectFolder.appendingPathComponent("profiles")

  static let files: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).filter { $0.hasSuffix(".json") }.sorted()
  }()

  static func file(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  @Test("the built-in profiles are those of the folder; scripts/embed-profiles makes them so")
  func embedded() throws {
    #expect(Self.files.count == 14)
    #expect(DeviceProfile.builtIn.map { $0.name + ".json" } == Self.files)
    for (name, profile) in zip(Self.files, DeviceProfile.builtIn) {
      #expect(try DeviceProfile(Self.file(name)) == profile, "\(name)")
    }
    #expect(DeviceProfile.kickrCore.name == "kickr-core")
    #expect(DeviceProfile.genericFTMS.name == "generic-ftms")
    #expect(DeviceProfile.ftmsWithoutSimulation.name == "ftms-without-simulation")
  }

  @Test("a profile that is written reads back as the same", arguments: DeviceProfile.builtIn)
  func roundTrip(profile: DeviceProfile) throws {
    #expect(try DeviceProfile(Array(profile.json.utf8)) == profile)
  }

  @Test("octets of real devices, as they were published") func published() throws {
    // devices, section 0: 0x2ACC side by side.
    for (name, hex) in [
      ("kickr-core", "03 40 00 00 0C 60 00 00"), ("elite-direto-xr", "86 50 00 00 0C E0 00 00"),
      ("zbike-2", "86 50 00 00 0C E0 00 00"), ("saris-h3", "86 40 00 00 0C E0 00 00"),
      ("tacx-flux", "82 40 00 00 0C A0 00 00"), ("zwift-hub", "87 44 00 00 0C E0 00 00"),
    ] {
      let feature = try #require(DeviceProfile.builtIn(name)?.characteristic(0x2ACC)?.value)
      #expect(feature.value == octets(hex), "\(name)")
      #expect(feature.provenance.word == "published", "\(name)")
    }
  }

  @Test("nothing assumed looks measured: what has no public octets is assumed") func honesty() {
    for name in ["elite-justo", "van-rysel-d100"] {
      let profile = DeviceProfile.builtIn(name)
      #expect(profile?.characteristic(0x2ACC)?.value?.provenance.word == "assumed", "\(name)")
    }
    for profile in DeviceProfile.builtIn {
      for row in ProfileSheet(profile).rows where row.provenance.word == "measured" {
        guard case .measured(let recording, let digest) = row.provenance else { continue }
        let path = projectFolder.appendingPathComponent("captures/" + recording).path
        #expect(FileManager.default.fileExists(atPath: path))
        // The digest is that of the recording's golden.
        let stem = recording.prefix { $0 != "." }
        let golden = projectFolder.appendingPathComponent("golden/\(stem).session.txt")
        let text = try? String(contentsOf: golden, encoding: .utf8)
        #expect(text?.contains("values \(digest)") == true)
      }
    }
    // What a file does not say is assumed as well.
    let value = DeviceProfile.kickrCore.value("bike", "brake_n")
    #expect(value.provenance.word == "assumed")
  }

  static func complaint(_ text: String) -> String {
    do throws(ProfileFailure) {
      _ = try DeviceProfile(Array(text.utf8))
      return "nothing"
    } catch {
      return error.description
    }
  }

  static func profile(_ part: String) -> String {
    """
    {"rullo_profile": 1, "name": "mine", "services": [{"uuid": "1826", "characteristics": [
      {"uuid": "2AD2", "properties": "notify"}]}], \(part)}
    """
  }

  @Test("the shortest profile rides; plain values are assumed") func shortest() throws {
    let text = Self.profile("\"streams\": {\"2AD2\": {\"layout\": \"44 00\", \"grid_us\": 500000}}")
    let profile = try DeviceProfile(Array(text.utf8))
    let grid = profile.value("streams.2AD2", "grid_us")
    #expect(grid.value == .integer(500_000))
    #expect(grid.provenance.word == "assumed")
    var script = TrainerScript(FakeTrainer(profile), subscribing: false)
    script.ask(.subscribe(.init(0x2AD2)))
    script.pass(milliseconds: 5_000)
    #expect(script.values(0x2AD2).count == 10)
  }

  @Test(
    "faults name the place and what should stand there",
    arguments: [
      ("{", "line 1"),
      ("[]", "a profile is a JSON object"),
      ("{\"rullo_profile\": 2}", "\"rullo_profile\" should be 1"),
      ("{\"rullo_profile\": 1}", "\"name\" is missing"),
      ("{\"rullo_profile\": 1, \"name\": \"x\"}", "names no characteristic"),
      ("{\"rullo_profile\": 1, \"name\": \"x\", \"colour\": 1}", "no key \"colour\""),
    ])
  func faults(text: String, wanted: String) {
    #expect(Self.complaint(text).contains(wanted))
  }

  @Test(
    "faults of settings",
    arguments: [
      ("\"control\": {\"reset_keeps_control\": 1}", "control.reset_keeps_control should be true"),
      ("\"control\": {\"nonsense\": 1}", "control has no \"nonsense\""),
      ("\"control\": {\"status_echo\": \"loud\"}", "one of none, others, all"),
      ("\"bike\": {\"mass_g\": -5}", "bike.mass_g should be an integer from 1000"),
      ("\"bike\": {\"mass_g\": {\"from\": \"x\"}}", "\"value\" is missing"),
      (
        "\"bike\": {\"mass_g\": {\"value\": 80000, \"from\": \"x\"}}",
        "names no entry of \"sources\""
      ),
      ("\"sources\": {\"a\": {}}", "says none of \"measured\""),
      ("\"streams\": {\"2AD2\": {\"steps\": [0, 0]}}", "never leaves its slot"),
      ("\"streams\": {\"2AD2\": {\"layout\": \"44\"}}", "has flags that 2AD2 does not have"),
      ("\"streams\": {\"2A63\": {\"layout\": \"00 00\"}}", "no characteristic that notifies"),
      ("\"streams\": {\"bike\": {}}", "named by no UUID"),
      ("\"streams\": {\"2AD2\": {\"layout\": \"4\"}}", "should be octets"),
    ])
  func settingFaults(part: String, wanted: String) {
    #expect(Self.complaint(Self.profile(part)).contains(wanted), "\(part)")
  }

  @Test("no prefix and no changed octet of a profile traps") func hostile() throws {
    let octets = try Self.file("zwift-hub.json")
    for length in stride(from: 0, to: octets.count, by: 7) {
      #expect(throws: ProfileFailure.self) { try DeviceProfile(Array(octets.prefix(length))) }
    }
    for place in stride(from: 0, to: octets.count, by: 3) {
      var changed = octets
      changed[place] ^= 0x15
      guard let profile = try? DeviceProfile(changed) else { continue }
      var script = TrainerScript(FakeTrainer(profile))
      for stream in profile.streams { script.ask(.subscribe(.init(uuid: stream))) }
      script.pass(milliseconds: 300)
    }
  }
}
