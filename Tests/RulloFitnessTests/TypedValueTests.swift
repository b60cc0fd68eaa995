import RulloBase
import RulloFitness
import RulloTestSupport
import Testing

@Suite("Typed values")
struct TypedValueTests {
  static let requests: [(hex: String, request: FitnessMachineControlPointRequest)] = [
    ("00", .requestControl), ("01", .reset), ("02 34 12", .set(.speed(0x1234))),
    ("03 F4 FF", .set(.inclination(-12))), ("04 64 00", .set(.resistanceLevel(.sint16(100)))),
    ("04 F4 FF", .set(.resistanceLevel(.sint16(-12)))),
    ("04 F0", .set(.resistanceLevel(.uint8(240)))),
    ("05 9C FF", .set(.power(-100))), ("06 96", .set(.heartRate(150))), ("07", .startOrResume),
    ("08 01", .stop), ("08 02", .pause), ("09 F4 01", .set(.expendedEnergy(500))),
    ("0A BC 02", .set(.steps(700))), ("0B BD 02", .set(.strides(701))),
    ("0C 03 02 01", .set(.distance(66051))), ("0D 10 0E", .set(.trainingTime(3600))),
    ("0E 0A 00 14 00", .set(.timeInTwoZones(fatBurn: 10, fitness: 20))),
    ("0F 0A 00 14 00 1E 00", .set(.timeInThreeZones(light: 10, moderate: 20, hard: 30))),
    (
      "10 0A 00 14 00 1E 00 28 00 32 00",
      .set(.timeInFiveZones(veryLight: 10, light: 20, moderate: 30, hard: 40, maximum: 50))
    ),
    (
      "11 B8 0B FD FF 28 33",
      .set(
        .simulation(
          IndoorBikeSimulation(
            windSpeedSteps: 3000, gradeSteps: -3, rollingResistanceSteps: 40,
            windResistanceSteps: 51)))
    ),
    ("12 28 55", .set(.wheelCircumference(21800))), ("13 01", .spinDown(.start)),
    ("13 02", .spinDown(.ignore)), ("14 B5 00", .set(.cadence(181))),
    ("F0 01", .other(opCode: 0xF0, parameter: [0x01])),
  ]

  @Test("requests decode and encode back", arguments: requests)
  func request(hex: String, request: FitnessMachineControlPointRequest) throws {
    #expect(try FitnessMachineControlPointRequest(decoding: octets(hex)) == request)
    #expect(request.encoded == octets(hex))
    #expect(request.opCode == octets(hex).first)
  }

  @Test("statuses decode and encode back; target op codes are shifted against the requests'")
  func status() throws {
    let rows: [(String, FitnessMachineStatus)] = [
      ("01", .reset), ("02 01", .stoppedByUser), ("02 02", .pausedByUser),
      ("03", .stoppedBySafetyKey), ("04", .startedOrResumedByUser),
      ("05 69 00", .targetChanged(.speed(105))),
      ("07 64", .targetChanged(.resistanceLevel(.uint8(100)))),
      ("09 96", .targetChanged(.heartRate(150))),
      ("0A F4 01", .targetChanged(.expendedEnergy(500))),
      ("0D 40 42 0F", .targetChanged(.distance(1_000_000))),
      ("13 28 55", .targetChanged(.wheelCircumference(21800))), ("14 04", .spinDown(.stopPedaling)),
      ("15 B4 00", .targetChanged(.cadence(180))), ("FF", .controlPermissionLost),
      ("16 07", .other(opCode: 0x16, parameter: [0x07])),
    ]
    for (hex, status) in rows {
      #expect(try FitnessMachineStatus(decoding: octets(hex)) == status)
      #expect(status.encoded == octets(hex))
    }
  }

  @Test("responses keep results that the table reserves") func response() throws {
    let rows: [(String, FitnessMachineControlPointResponse)] = [
      ("80 00 01", .init(to: 0x00, .success)), ("80 11 05", .init(to: 0x11, .controlNotPermitted)),
      ("80 05 06", .init(to: 0x05, .init(rawValue: 6))), ("80 13 01", .init(to: 0x13, .success)),
      (
        "80 13 01 E8 03 88 13",
        .init(to: 0x13, .success, spinDownSpeeds: .init(low: 1000, high: 5000))
      ),
    ]
    for (hex, response) in rows {
      #expect(try FitnessMachineControlPointResponse(decoding: octets(hex)) == response)
      #expect(response.encoded == octets(hex))
    }
    #expect(
      FitnessMachineControlPointResponse.Result.controlNotPermitted.words?.text
        == "control not permitted")
  }

  @Test("an Indoor Bike Data is built field by field") func indoorBikeData() throws {
    var data = IndoorBikeData()
    #expect(data.encoded == octets("00 00 00 00"))
    data.instantaneousPower = 139
    data.instantaneousCadence = 80
    data.instantaneousSpeed = ExactDecimal(2912, exponent: -2)
    #expect(data.encoded == octets("44 00 60 0B A0 00 8B 00"))
    #expect(try IndoorBikeData(decoding: data.encoded) == data)
    data.instantaneousSpeed = nil
    #expect(data.encoded == octets("45 00 A0 00 8B 00"))
    #expect(data.hasMoreData)
    #expect(data.reading(of: .instantaneousSpeed) == .absent)
    // The group of three comes and goes as one; what was not set is not available.
    data.instantaneousCadence = nil
    data.totalEnergy = 4
    #expect(data.encoded == octets("41 01 8B 00 04 00 FF FF FF"))
    #expect(data.reading(of: .energyPerHour) == .notAvailable)
    #expect(data.reading(of: .totalEnergy) == .number(4))
    data.setNotAvailable(.totalEnergy)
    #expect(data.totalEnergy == nil)
    #expect(data.encoded == octets("41 01 8B 00 FF FF FF FF FF"))
    // Beyond the octets of a field the nearest value is sent.
    data.instantaneousPower = 40_000
    #expect(data.instantaneousPower == 32_767)
  }

  @Test("octets behind the last field stay with the value") func trailing() throws {
    let bytes = octets("44 80 CA 0C A0 00 2C 01 AA BB CC DD")
    var data = try IndoorBikeData(decoding: bytes)
    #expect(data.trailing == octets("AA BB CC DD"))
    #expect(data.encoded == bytes)
    data.heartRate = 143
    #expect(data.encoded == octets("44 82 CA 0C A0 00 2C 01 8F AA BB CC DD"))
  }

  @Test("a Cycling Power Measurement has its counters as pairs") func cyclingPower() throws {
    let bytes = octets("34 00 8B 00 7D A4 45 A3 00 00 B9 E9 3F 48 51 C7")
    var power = try CyclingPowerMeasurement(decoding: bytes)
    #expect(power.instantaneousPower == 139)
    #expect(power.accumulatedTorque == ExactDecimal(131_590_625, exponent: -5))
    #expect(power.wheel == .init(revolutions: 41797, lastEventTime: 59833))
    #expect(power.crank == .init(revolutions: 18495, lastEventTime: 51025))
    power.wheel = nil
    power.accumulatedTorque = nil
    power.crank = .init(revolutions: 0x1_0001, lastEventTime: 2)
    #expect(power.encoded == octets("20 00 8B 00 01 00 02 00"))
    power[.maximumAngle] = 5
    #expect(power[.maximumAngle] == nil, "no octets to put it into")
  }

  @Test("a Fitness Machine Feature is two sets") func feature() throws {
    let feature = try FitnessMachineFeature(decoding: octets("86 50 00 00 0C E0 00 00"))
    #expect(
      feature.features == [
        .cadence, .totalDistance, .resistanceLevel, .elapsedTime, .powerMeasurement,
      ])
    #expect(
      feature.targets
        == [.resistance, .power, .indoorBikeSimulation, .wheelCircumference, .spinDownControl])
    let built = FitnessMachineFeature(features: feature.features, targets: feature.targets)
    #expect(built == feature)
  }

  @Test("a range is built in its unit") func range() {
    let range = SupportedResistanceLevelRange(
      minimum: 0, maximum: 20, minimumIncrement: ExactDecimal(1, exponent: -1))
    #expect(range.encoded == octets("00 00 C8 00 01 00"))
    let power = SupportedPowerRange(minimum: -100, maximum: 4000, minimumIncrement: 5)
    #expect(power.encoded == octets("9C FF A0 0F 05 00"))
  }

  @Test("the rows of a type are the rows of its table") func rows() {
    check(IndoorBikeData.self)
    check(TreadmillData.self)
    check(CrossTrainerData.self)
    check(StepClimberData.self)
    check(StairClimberData.self)
    check(RowerData.self)
    check(FitnessMachineFeature.self)
    check(CyclingPowerMeasurement.self)
    check(CSCMeasurement.self)
    check(HeartRateMeasurement.self)
    check(TrainingStatus.self)
    check(BatteryLevel.self)
  }

  /// The key of a row is the name of its case and, mostly, a unit.
  private func check<Record: FieldRecord>(_: Record.Type) {
    let fields = Record.layout.tables.first?.fields ?? []
    #expect(fields.count == Record.Row.allCases.count, "\(Record.self)")
    for (row, field) in zip(Record.Row.allCases, fields) {
      let snake = "\(row)".flatMap { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }
      #expect(field.key.description.hasPrefix(String(snake)), "\(Record.self).\(row)")
    }
  }

  @Test("a number that its octets cannot carry is refused where it must be exact")
  func refusal() throws {
    let layout = CharacteristicLayout.indoorBikeData
    var data = IndoorBikeData()
    #expect(throws: EncodingFailure.self) { try data.setExactly(40_000, .instantaneousPower) }
    #expect(throws: EncodingFailure.self) {
      try data.setExactly(ExactDecimal(29_123, exponent: -3), .instantaneousSpeed)
    }
    #expect(data == IndoorBikeData())
    try data.setExactly(ExactDecimal(2912, exponent: -2), .instantaneousSpeed)
    #expect(data.encoded == octets("00 00 60 0B"))
    // Long fields need the octets that they were decoded from.
    let name = CharacteristicLayout.deviceName
    let value = name.decoded(octets("4B 49 43 4B 52"))
    #expect(throws: EncodingFailure.self) { try name.encode(value) }
    #expect(throws: Never.self) { try layout.encode(layout.decoded(octets("00 00 83 06"))) }
  }
}
