import RulloBase
import RulloFitness
import RulloTestSupport
import Testing

/// Octets that no device should send, through every typed value.
@Suite("Typed values of hostile octets")
struct HostileValueTests {
  static let records: [any FieldRecord.Type] = [
    IndoorBikeData.self, TreadmillData.self, CrossTrainerData.self, StepClimberData.self,
    StairClimberData.self, RowerData.self, TrainingStatus.self, FitnessMachineFeature.self,
    FitnessMachineServiceData.self, SupportedSpeedRange.self, SupportedInclinationRange.self,
    SupportedResistanceLevelRange.self, SupportedHeartRateRange.self, SupportedPowerRange.self,
    CyclingPowerMeasurement.self, CyclingPowerVector.self, CyclingPowerFeature.self,
    CSCMeasurement.self, CSCFeature.self, SensorLocation.self, BodySensorLocation.self,
    HeartRateMeasurement.self, BatteryLevel.self, SystemID.self, PnPID.self, DeviceName.self,
    ModelNumber.self, UserDescription.self, Appearance.self, PreferredConnectionParameters.self,
    ClientConfiguration.self, PresentationFormat.self,
  ]

  /// All flags set, none, alternating; counting, so that neighbours differ.
  static let fillings: [@Sendable (Int) -> UInt8] = [
    { _ in 0xFF }, { _ in 0x00 }, { _ in 0xA5 }, { UInt8(truncatingIfNeeded: 0x51 &+ 7 &* $0) },
  ]

  @Test("are kept octet by octet, whatever their length")
  func lengths() {
    for record in Self.records {
      for filling in Self.fillings {
        for count in Array(0...40) + [500, 530] { check(record, (0..<count).map(filling)) }
      }
    }
  }

  /// A value that the table can read in full, each flag bit alone, with 500 octets behind it.
  @Test("are kept behind any single flag") func flags() {
    for record in Self.records where record.layout.flagOctets > 0 {
      for bit in 0..<(8 * record.layout.flagOctets) {
        let flags = (0..<record.layout.flagOctets).map {
          bit / 8 == $0 ? UInt8(1) << UInt8(bit % 8) : 0
        }
        for count in [0, 1, 3, 7, 500] {
          check(record, flags + (0..<count).map { UInt8(truncatingIfNeeded: $0) })
        }
      }
    }
  }

  private func check<Record: FieldRecord>(_: Record.Type, _ bytes: [UInt8]) {
    let value = Record(tolerating: bytes)
    #expect(value.encoded == bytes, "\(Record.self) of \(bytes.prefix(24))")
    for row in Record.Row.allCases {
      _ = value.reading(of: row)
      _ = value.numbers(of: row)
      _ = value.text(of: row)
      var changed = value
      changed[row] = 1
      changed.setNotAvailable(row)
      changed[row] = nil
      _ = changed.encoded
    }
    // What decodes strictly decodes to the same tolerantly.
    if let strict = try? Record(decoding: bytes) { #expect(strict == value) }
  }

  @Test("keep their op code and parameter in requests and statuses") func operations() {
    for code in UInt8.min...UInt8.max {
      for count in [0, 1, 2, 3, 4, 5, 6, 12, 30, 500] {
        for filling in Self.fillings {
          let bytes = [code] + (0..<count).map(filling)
          operation(FitnessMachineControlPointRequest.self, bytes)
          operation(FitnessMachineStatus.self, bytes)
          operation(CyclingPowerControlPointRequest.self, bytes)
          operation(SCControlPointRequest.self, bytes)
          operation(HeartRateControlPointRequest.self, bytes)
          operation(WahooTrainerCommand.self, bytes)
          answer(bytes)
        }
      }
    }
  }

  private func operation<Value: ControlPointOperation>(_: Value.Type, _ bytes: [UInt8]) {
    guard let value = Value(tolerating: bytes) else {
      Issue.record("\(Value.self) of \(bytes.prefix(24))")
      return
    }
    #expect(value.opCode == bytes.first)
    #expect(Array(bytes.prefix(value.encoded.count)) == value.encoded, "\(value)")
  }

  /// Whatever decodes as an answer encodes to the octets that it was made of.
  private func answer(_ bytes: [UInt8]) {
    let answers: [[UInt8]?] = [
      try? FitnessMachineControlPointResponse(decoding: bytes).encoded,
      try? CyclingPowerControlPointResponse(decoding: bytes).encoded,
      try? SCControlPointResponse(decoding: bytes).encoded,
      try? WahooTrainerResponse(decoding: bytes).encoded,
    ]
    for case let answer? in answers {
      #expect(Array(bytes.prefix(answer.count)) == answer)
    }
  }
}
