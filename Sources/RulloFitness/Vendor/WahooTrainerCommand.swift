public import RulloBase

/// A command to a Wahoo trainer (A026E005-0A7D-4AB3-97FA-F1500F9FEB8B, from public decoders).
///
/// Numbers are integers in the steps of the wire.
public enum WahooTrainerCommand: ControlPointOperation {
  /// FCEE is what apps send.
  case unlock(UInt16)

  /// (1 - intensity) × 16383.
  case resistanceIntensity(UInt16)

  /// 0 to 9.
  case level(UInt8)

  /// In watts.
  case targetPower(UInt16)

  /// Steps of 0.01 kg, of 0.0001, and of 0.001 kg/m.
  case simulation(weight: UInt16, rollingResistance: UInt16, windResistance: UInt16)

  /// In steps of 0.0001.
  case rollingResistance(UInt16)

  /// In steps of 0.001 kg/m.
  case windResistance(UInt16)

  /// (grade / 100 + 1) × 32768.
  case grade(UInt16)

  /// In steps of 0.001 m/s above -32.768.
  case windSpeed(UInt16)

  /// In steps of 0.1 mm.
  case wheelCircumference(UInt16)

  /// A command that the table does not know, kept as sent.
  case other(opCode: UInt8, parameter: [UInt8])

  /// What apps send before any other command.
  public static let standardUnlock = Self.unlock(0xFCEE)

  /// A grade in percent, rounded to its step and kept within what can be sent.
  public static func grade(percent: ExactDecimal) -> Self {
    .grade(UInt16(clamping: scale(of: "grade_pct", in: 0x46).raw(of: percent)))
  }

  /// A head wind in m/s, rounded to its step and kept within what can be sent.
  public static func windSpeed(metresPerSecond: ExactDecimal) -> Self {
    .windSpeed(UInt16(clamping: scale(of: "wind_speed_mps", in: 0x47).raw(of: metresPerSecond)))
  }

  private static func scale(of key: String, in opCode: UInt8) -> Scale {
    let table = layout.tables.first { $0.code == opCode }
    return table?.fields.first { $0.key.description == key }?.scale ?? .one
  }

  public var opCode: UInt8 {
    switch self {
    case .unlock: 0x20
    case .resistanceIntensity: 0x40
    case .level: 0x41
    case .targetPower: 0x42
    case .simulation: 0x43
    case .rollingResistance: 0x44
    case .windResistance: 0x45
    case .grade: 0x46
    case .windSpeed: 0x47
    case .wheelCircumference: 0x48
    case .other(let opCode, _): opCode
    }
  }

  /// Decodes a command; octets behind the parameter are left out.
  public init(decoding bytes: some Collection<UInt8>) throws(DecodingFailure) {
    let (value, octets) = try Self.layout.decodeOperation(bytes)
    switch value.opCode {
    case 0x20: self = .unlock(value.unsigned(0))
    case 0x40: self = .resistanceIntensity(value.unsigned(0))
    case 0x41: self = .level(value.octet(0))
    case 0x42: self = .targetPower(value.unsigned(0))
    case 0x43:
      self = .simulation(
        weight: value.unsigned(0), rollingResistance: value.unsigned(1),
        windResistance: value.unsigned(2))
    case 0x44: self = .rollingResistance(value.unsigned(0))
    case 0x45: self = .windResistance(value.unsigned(0))
    case 0x46: self = .grade(value.unsigned(0))
    case 0x47: self = .windSpeed(value.unsigned(0))
    case 0x48: self = .wheelCircumference(value.unsigned(0))
    default: self = .other(opCode: value.opCode, parameter: Array(octets.dropFirst()))
    }
  }

  /// The octets to write.
  public var encoded: [UInt8] {
    switch self {
    case .unlock(let number), .resistanceIntensity(let number), .targetPower(let number),
      .rollingResistance(let number), .windResistance(let number), .grade(let number),
      .windSpeed(let number), .wheelCircumference(let number):
      Self.layout.encodeOperation(opCode, [Int64(number)])
    case .level(let level): Self.layout.encodeOperation(opCode, [Int64(level)])
    case .simulation(let weight, let rollingResistance, let windResistance):
      Self.layout.encodeOperation(
        opCode, [weight, rollingResistance, windResistance].map(Int64.init))
    case .other(let opCode, let parameter): [opCode] + parameter
    }
  }

  public static var layout: CharacteristicLayout { .wahooTrainerControl }
}
