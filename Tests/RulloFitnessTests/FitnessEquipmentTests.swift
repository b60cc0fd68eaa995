import RulloBase
import RulloFitness
import RulloTestSupport
import Testing

/// Frames of the shared vectors; their checksums are those of three public programs.
@Suite("FE-C over BLE")
struct FitnessEquipmentTests {
  static let frames: [(hex: String, frame: FitnessEquipmentFrame)] = [
    (
      "A4 09 4E 05 10 19 04 0A 8D 20 FF 20 93",
      FitnessEquipmentFrame(
        .general(
          GeneralEquipmentPage(
            equipmentType: 25, elapsedTime: 4, distance: 10, speed: 8333, heartRate: nil,
            capabilities: 0, state: .init(code: 2))), messageID: 0x4E)
    ),
    (
      "A4 09 4E 05 19 07 5A 10 27 C8 00 30 6D",
      FitnessEquipmentFrame(
        .trainer(
          TrainerPage(
            eventCount: 7, cadence: 90, accumulatedPower: 10_000, power: 200, status: [],
            limit: 0, state: .init(code: 3))), messageID: 0x4E)
    ),
    (
      "A4 09 4E 05 19 08 FF 00 00 FF 0F 20 D8",
      FitnessEquipmentFrame(
        .trainer(
          TrainerPage(
            eventCount: 8, cadence: nil, accumulatedPower: 0, power: nil, status: [], limit: 0,
            state: .init(code: 2))), messageID: 0x4E)
    ),
    ("A4 09 4F 05 30 FF FF FF FF FF FF 14 C3", .init(.basicResistance(percent: 10))),
    ("A4 09 4F 05 31 FF FF FF FF FF 20 03 0A", .init(.targetPower(watts: 200))),
    (
      "A4 09 4F 05 32 FF FF FF FF 33 7F 64 FD",
      .init(.windResistance(coefficient: 51, windSpeed: 127, draftingFactor: 100))
    ),
    (
      "A4 09 4F 05 33 FF FF FF FF B0 4F 50 7B",
      .init(.trackResistance(grade: 4, rollingResistance: ExactDecimal(4, exponent: -3)))
    ),
  ]

  @Test("frames decode and encode back", arguments: frames)
  func frame(hex: String, frame: FitnessEquipmentFrame) throws {
    let found = try FitnessEquipmentFrame(decoding: octets(hex))
    #expect(found == frame)
    #expect(found.isChecksumRight)
    #expect(frame.encoded == octets(hex))
  }

  /// Status bits 0 and 2 over power 0x0123, limit 2, state 3 with the lap toggle.
  @Test("packed octets fall apart") func packed() throws {
    // The exclusive or of the first twelve octets is 3B.
    let bytes = octets("A4 09 4E 05 19 01 02 03 04 23 51 B2 3B")
    let frame = try FitnessEquipmentFrame(decoding: bytes)
    guard case .trainer(let page) = frame.page else {
      Issue.record("no page 25")
      return
    }
    #expect(page.power == 0x0123)
    #expect(page.status == [.powerCalibrationWanted, .userConfigurationWanted])
    #expect(page.limit == 2)
    #expect(page.state == .init(code: 3, lapToggle: true))
    #expect(frame.isChecksumRight)
    #expect(frame.encoded == bytes)
  }

  @Test("unknown pages are kept, wrong checksums are seen, cut frames throw") func other() throws {
    let unknown = try FitnessEquipmentFrame(
      decoding: octets("A4 09 4E 05 99 01 02 03 04 05 06 07 00"))
    #expect(unknown.page == .other(number: 0x99, octets: [1, 2, 3, 4, 5, 6, 7]))
    #expect(!unknown.isChecksumRight)
    // The exclusive or of A4, 09, 4E, 05 and 99 is 7F; that of 1 to 7 is 0.
    #expect(unknown.encoded == octets("A4 09 4E 05 99 01 02 03 04 05 06 07 7F"))
    for (hex, _) in Self.frames + [
      ("A4 09 4E 05 99 01 02 03 04 05 06 07 7F", .init(.targetPower(0)))
    ] {
      let bytes = octets(hex)
      for count in bytes.indices {
        #expect(throws: DecodingFailure.self) {
          try FitnessEquipmentFrame(decoding: bytes.prefix(count))
        }
      }
    }
  }
}
