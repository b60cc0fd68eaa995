internal import RulloBase

/// A target that the control point sets and that the status repeats once it has changed.
///
/// Numbers are integers in the steps of the wire.
public enum FitnessMachineTarget: Hashable, Sendable {
  /// In steps of 0.01 km/h.
  case speed(UInt16)

  /// In steps of 0.1 %.
  case inclination(Int16)

  case resistanceLevel(ResistanceLevel)

  /// In watts.
  case power(Int16)

  /// In beats per minute.
  case heartRate(UInt8)

  /// In kilocalories.
  case expendedEnergy(UInt16)

  case steps(UInt16)
  case strides(UInt16)

  /// In metres; 24 bits are sent, more becomes the largest that fits.
  case distance(UInt32)

  /// In seconds.
  case trainingTime(UInt16)

  /// In seconds.
  case timeInTwoZones(fatBurn: UInt16, fitness: UInt16)

  /// In seconds.
  case timeInThreeZones(light: UInt16, moderate: UInt16, hard: UInt16)

  /// In seconds.
  case timeInFiveZones(
    veryLight: UInt16, light: UInt16, moderate: UInt16, hard: UInt16, maximum: UInt16)

  case simulation(IndoorBikeSimulation)

  /// In steps of 0.1 mm.
  case wheelCircumference(UInt16)

  /// In steps of 0.5 revolutions per minute.
  case cadence(UInt16)

  /// The op code of the request that sets it.
  public var requestOpCode: UInt8 {
    switch self {
    case .speed: 0x02
    case .inclination: 0x03
    case .resistanceLevel: 0x04
    case .power: 0x05
    case .heartRate: 0x06
    case .expendedEnergy: 0x09
    case .steps: 0x0A
    case .strides: 0x0B
    case .distance: 0x0C
    case .trainingTime: 0x0D
    case .timeInTwoZones: 0x0E
    case .timeInThreeZones: 0x0F
    case .timeInFiveZones: 0x10
    case .simulation: 0x11
    case .wheelCircumference: 0x12
    case .cadence: 0x14
    }
  }

  /// The op code of the status that reports its change.
  public var statusOpCode: UInt8 { requestOpCode + (requestOpCode < 0x09 ? 3 : 1) }

  /// The parameter of a request with this op code, decoded from its table.
  init?(requestOpCode: UInt8, _ value: DecodedValue) {
    func unsigned(_ row: Int = 0) -> UInt16 { UInt16(truncatingIfNeeded: value.raw(row: row)) }
    func signed(_ row: Int = 0) -> Int16 { Int16(truncatingIfNeeded: value.raw(row: row)) }
    func octet(_ row: Int = 0) -> UInt8 { UInt8(truncatingIfNeeded: value.raw(row: row)) }
    switch requestOpCode {
    case 0x02: self = .speed(unsigned())
    case 0x03: self = .inclination(signed())
    case 0x04: self = .resistanceLevel(value.narrowRow == 0 ? .uint8(octet()) : .sint16(signed()))
    case 0x05: self = .power(signed())
    case 0x06: self = .heartRate(octet())
    case 0x09: self = .expendedEnergy(unsigned())
    case 0x0A: self = .steps(unsigned())
    case 0x0B: self = .strides(unsigned())
    case 0x0C: self = .distance(value.raw(row: 0))
    case 0x0D: self = .trainingTime(unsigned())
    case 0x0E: self = .timeInTwoZones(fatBurn: unsigned(), fitness: unsigned(1))
    case 0x0F:
      self = .timeInThreeZones(light: unsigned(), moderate: unsigned(1), hard: unsigned(2))
    case 0x10:
      self = .timeInFiveZones(
        veryLight: unsigned(), light: unsigned(1), moderate: unsigned(2), hard: unsigned(3),
        maximum: unsigned(4))
    case 0x11:
      self = .simulation(
        IndoorBikeSimulation(
          windSpeedSteps: signed(), gradeSteps: signed(1), rollingResistanceSteps: octet(2),
          windResistanceSteps: octet(3)))
    case 0x12: self = .wheelCircumference(unsigned())
    case 0x14: self = .cadence(unsigned())
    default: return nil
    }
  }

  /// The integers of the parameter, in the order of the table.
  var integers: [Int64] {
    switch self {
    case .speed(let value), .expendedEnergy(let value), .steps(let value), .strides(let value),
      .trainingTime(let value), .wheelCircumference(let value), .cadence(let value):
      [Int64(value)]
    case .inclination(let value), .power(let value): [Int64(value)]
    case .resistanceLevel(.sint16(let value)): [Int64(value)]
    case .resistanceLevel(.uint8(let value)), .heartRate(let value): [Int64(value)]
    case .distance(let value): [Int64(value)]
    case .timeInTwoZones(let fatBurn, let fitness): [Int64(fatBurn), Int64(fitness)]
    case .timeInThreeZones(let light, let moderate, let hard):
      [light, moderate, hard].map(Int64.init)
    case .timeInFiveZones(let veryLight, let light, let moderate, let hard, let maximum):
      [veryLight, light, moderate, hard, maximum].map(Int64.init)
    case .simulation(let simulation):
      [
        Int64(simulation.windSpeedSteps), Int64(simulation.gradeSteps),
        Int64(simulation.rollingResistanceSteps), Int64(simulation.windResistanceSteps),
      ]
    }
  }

  var isNarrow: Bool { if case .resistanceLevel(.uint8) = self { true } else { false } }
}

/// A target resistance in steps of 0.1, in either of the two forms that are in use.
public enum ResistanceLevel: Hashable, Sendable {
  /// What the errata say and most machines take.
  case sint16(Int16)

  /// What the tables of the service say.
  case uint8(UInt8)
}
