import Foundation
import RulloImporting
import RulloRecordings
import RulloSimulator
import RulloTestSupport
import Testing

/// Each built-in profile against the recordings that it names as its sources.
@Suite("provenance") struct ProvenanceTests {
  /// What was measured by hand, because no stream shows it to a program: value and how it was found.
  static let byHand: [String: String] = [
    // captures/kickr-core-10hz.log, lines 1 to 20: 2A63 comes 0 to 2 ms behind 2AD2, mostly 1 or 2.
    "kickr-core streams.2A63 offset_us": "1500",
    "kickr-core streams.2AD2 offset_us": "0",
    // Lines 5 and 7: 33.337 and 33.338, two values in one slot.
    "kickr-core streams.2AD2 burst_us": "1000",
    // Lines 6 and 8: 33.338 and 33.340; lines 2 and 4 have the same millisecond.
    "kickr-core streams.2A63 burst_us": "1000",
    // Of lines 1 to 20 the 2AD2 values change with the wheel's count (45A3 … 49A3) and not with the
    // crank's (line 16).
    "kickr-core streams.2AD2 fresh": "wheel",
    // captures/bumble-session.btsnoop: 2A63 comes 2451, 2402, 2387 µs … behind 2AD2, whose grid is
    // 150 ms.
    "generic-ftms streams.2A63 offset_us": "2400",
    "generic-ftms streams.2A63 grid_us": "150000",
  ]

  @Test(
    "what counts as measured is what is learned of the recording",
    arguments: DeviceProfile.builtIn)
  func measured(profile: DeviceProfile) throws {
    for setting in profile.settings {
      guard case .measured(let file, _) = setting.value.provenance else { continue }
      let place = "\(profile.name) \(setting.section) \(setting.name)"
      if let found = Self.byHand[place] {
        #expect(setting.value.value.text == found, "\(place)")
        continue
      }
      let learned = try Self.learned(file)
      let value = learned.settings.first {
        $0.section == setting.section && $0.name == setting.name
      }
      #expect(value?.value.value.text == setting.value.value.text, "\(place)")
    }
    for service in profile.services {
      for characteristic in service.characteristics {
        guard case .measured(let file, _)? = characteristic.value?.provenance else { continue }
        let learned = try Self.learned(file).services.first { $0.uuid == service.uuid }?
          .characteristics.first { $0.uuid == characteristic.uuid }
        #expect(
          learned?.value?.value == characteristic.value?.value,
          "\(profile.name) \(characteristic.uuid)")
      }
    }
  }

  /// The profile that the command learns of a recording of the project.
  static func learned(_ file: String) throws -> DeviceProfile {
    let path = projectFolder.appendingPathComponent("captures/" + file).path
    let outcome = try RecordingFile(path: path).read(into: ProfileLearner())
    return try outcome.intoSink().profile(name: "learned", recording: file)
  }

  @Test(
    "every value of every profile says where it is from, in words",
    arguments: DeviceProfile.builtIn)
  func everyValue(profile: DeviceProfile) {
    for row in ProfileSheet(profile).rows {
      switch row.provenance {
      case .measured(let recording, let digest):
        #expect(!recording.isEmpty && digest.hasPrefix("sha256:"), "\(profile.name) \(row.name)")
      case .published(let address):
        // The note on the H3 stands in a repository whose address is not known.
        let isNote = profile.name == "saris-h3" && address.hasPrefix("recon note on a real unit")
        #expect(address.hasPrefix("https://") || isNote, "\(profile.name) \(row.name)")
      case .assumed(let reason):
        #expect(reason.split(separator: " ").count > 2, "\(profile.name) \(row.name)")
      }
    }
  }
}
