import RulloBase
import RulloFitness
import RulloTestSupport
import Testing

/// Octets put together by hand from the Cycling Power, CSC, Heart Rate and Wahoo tables.
@Suite("Typed requests and responses of sensors")
struct ControlPointValueTests {
  static let power: [(hex: String, request: CyclingPowerControlPointRequest)] = [
    ("01 04 03 02 01", .setCumulativeValue(0x0102_0304)), ("02 05", .updateSensorLocation(5)),
    ("03", .requestSupportedSensorLocations), ("04 59 01", .setCrankLength(345)),
    ("05", .requestCrankLength), ("06 2C 01", .setChainLength(300)), ("07", .requestChainLength),
    ("08 04 01", .setChainWeight(260)), ("09", .requestChainWeight),
    ("0A 96 00", .setSpanLength(150)), ("0B", .requestSpanLength),
    ("0C", .startOffsetCompensation),
    (
      "0D 81 01",
      .maskMeasurementContent([.pedalPowerBalance, .bottomDeadSpotAngle, .accumulatedEnergy])
    ),
    ("0D 00 80", .maskMeasurementContent(.init(rawValue: 0x8000))),
    ("0E", .requestSamplingRate), ("0F", .requestFactoryCalibrationDate),
    ("10", .startEnhancedOffsetCompensation), ("11 AB", .other(opCode: 0x11, parameter: [0xAB])),
  ]

  @Test("of power decode and encode back", arguments: power)
  func powerRequest(hex: String, request: CyclingPowerControlPointRequest) throws {
    #expect(try CyclingPowerControlPointRequest(decoding: octets(hex)) == request)
    #expect(request.encoded == octets(hex))
    #expect(request.opCode == octets(hex).first)
  }

  typealias Power = CyclingPowerControlPointResponse

  static let answers: [(hex: String, response: Power)] = [
    ("20 03 01 05 06 0C", Power(to: 0x03, .success, .sensorLocations([5, 6, 12]))),
    ("20 03 01", Power(to: 0x03, .success, .sensorLocations([]))),
    ("20 04 03", Power(to: 0x04, .invalidParameter)),
    ("20 05 01 59 01", Power(to: 0x05, .success, .crankLength(345))),
    ("20 07 01 2C 01", Power(to: 0x07, .success, .chainLength(300))),
    ("20 09 01 04 01", Power(to: 0x09, .success, .chainWeight(260))),
    ("20 0B 01 96 00", Power(to: 0x0B, .success, .spanLength(150))),
    ("20 0C 01 85 03", Power(to: 0x0C, .success, .rawOffset(901))),
    ("20 0C 01 FE FF", Power(to: 0x0C, .success, .rawOffset(-2))),
    ("20 0C 01 FF FF", Power(to: 0x0C, .success, .rawOffset(nil))),
    ("20 0C 04", Power(to: 0x0C, .operationFailed)),
    ("20 0E 01 64", Power(to: 0x0E, .success, .samplingRate(100))),
    (
      "20 0F 01 E8 07 03 0F 08 1E 00",
      Power(
        to: 0x0F, .success,
        .factoryCalibrationDate(.init(year: 2024, month: 3, day: 15, hours: 8, minutes: 30)))
    ),
    (
      "20 10 01 85 03 BA 01 02 AA BB",
      Power(
        to: 0x10, .success,
        .enhancedOffset(raw: 901, .init(companyID: 442, octets: [0xAA, 0xBB])))
    ),
    ("20 10 04", Power(to: 0x10, .operationFailed)),
    ("20 10 04 01", Power(to: 0x10, .operationFailed, .failureCause(1, nil))),
    (
      "20 10 04 FF BA 01 01 CC",
      Power(
        to: 0x10, .operationFailed,
        .failureCause(0xFF, .init(companyID: 442, octets: [0xCC])))
    ),
    ("20 11 02", Power(to: 0x11, .opCodeNotSupported)),
    ("20 0C 07", Power(to: 0x0C, .init(rawValue: 7))),
  ]

  @Test("of power are answered", arguments: answers)
  func powerResponse(hex: String, response: Power) throws {
    #expect(try Power(decoding: octets(hex)) == response)
    #expect(response.encoded == octets(hex))
  }

  @Test("leave out what an answer cannot have") func misplaced() {
    #expect(Power(to: 0x05, .operationFailed, .crankLength(345)).encoded == octets("20 05 04"))
    #expect(Power(to: 0x07, .success, .samplingRate(1)).encoded == octets("20 07 01"))
  }

  @Test("of speed and cadence decode and encode back") func speedAndCadence() throws {
    let requests: [(String, SCControlPointRequest)] = [
      ("01 04 03 02 01", .setCumulativeValue(0x0102_0304)), ("02", .startSensorCalibration),
      ("03 0C", .updateSensorLocation(12)), ("04", .requestSupportedSensorLocations),
      ("05 01", .other(opCode: 5, parameter: [1])),
    ]
    for (hex, request) in requests {
      #expect(try SCControlPointRequest(decoding: octets(hex)) == request)
      #expect(request.encoded == octets(hex))
    }
    let responses: [(String, SCControlPointResponse)] = [
      ("10 04 01 04 0C", .init(to: 4, .success, sensorLocations: [4, 12])),
      ("10 02 02", .init(to: 2, .opCodeNotSupported)), ("10 01 01", .init(to: 1, .success)),
    ]
    for (hex, response) in responses {
      #expect(try SCControlPointResponse(decoding: octets(hex)) == response)
      #expect(response.encoded == octets(hex))
    }
    #expect(SCControlPointResponse(to: 1, .success, sensorLocations: [4]).encoded == [0x10, 1, 1])
    // A request is no answer, and an answer without its result is cut.
    #expect(throws: DecodingFailure.self) { try SCControlPointResponse(decoding: octets("01")) }
    #expect(throws: DecodingFailure(.truncated, field: "response_value", offset: 2, needed: 1)) {
      try SCControlPointResponse(decoding: octets("10 04"))
    }
  }

  @Test("of a heart rate sensor know one code") func heartRate() throws {
    #expect(try HeartRateControlPointRequest(decoding: [1]) == .resetEnergyExpended)
    #expect(HeartRateControlPointRequest.resetEnergyExpended.encoded == [1])
    let other = HeartRateControlPointRequest.other(opCode: 2, parameter: [3])
    #expect(try HeartRateControlPointRequest(decoding: [2, 3]) == other)
    #expect(other.encoded == [2, 3])
  }

  /// 7.4 % is 1.074 × 32768 = 35192.8, 35193 = 0x8979; -1 m/s is 31.768 × 1000 = 0x7C18.
  @Test("of a Wahoo trainer decode and encode back") func wahoo() throws {
    let commands: [(String, WahooTrainerCommand)] = [
      ("20 EE FC", .standardUnlock), ("40 FF 3F", .resistanceIntensity(16383)),
      ("41 09", .level(9)), ("42 C8 00", .targetPower(200)),
      (
        "43 E8 1C 28 00 E0 01",
        .simulation(weight: 7400, rollingResistance: 40, windResistance: 480)
      ),
      ("44 28 00", .rollingResistance(40)), ("45 E0 01", .windResistance(480)),
      ("46 79 89", .grade(percent: ExactDecimal(74, exponent: -1))),
      ("47 18 7C", .windSpeed(metresPerSecond: -1)), ("48 28 55", .wheelCircumference(21800)),
      ("99 01", .other(opCode: 0x99, parameter: [1])),
    ]
    for (hex, command) in commands {
      #expect(try WahooTrainerCommand(decoding: octets(hex)) == command)
      #expect(command.encoded == octets(hex))
    }
    // Beyond what two octets carry the nearest is sent.
    #expect(WahooTrainerCommand.grade(percent: 400).encoded == octets("46 FF FF"))
    let answer = try WahooTrainerResponse(decoding: octets("01 42 01 C8 00"))
    #expect(answer == WahooTrainerResponse(to: 0x42, result: 1, rest: [0xC8, 0x00]))
    #expect(answer.encoded == octets("01 42 01 C8 00"))
  }

  @Test("keep what is cut or reserved where that is asked for") func tolerating() {
    #expect(CyclingPowerControlPointRequest(tolerating: []) == nil)
    #expect(
      CyclingPowerControlPointRequest(tolerating: [4, 0x59])
        == .other(opCode: 4, parameter: [0x59]))
    #expect(
      FitnessMachineControlPointRequest(tolerating: [8, 9]) == .other(opCode: 8, parameter: [9]))
    #expect(SCControlPointRequest(tolerating: [3, 9, 7]) == .updateSensorLocation(9))
  }
}
