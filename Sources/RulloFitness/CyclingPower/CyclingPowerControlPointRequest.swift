public import RulloBase

/// A request written to the Cycling Power Control Point (2A66, Cycling Power Service 1.1 3.4).
public enum CyclingPowerControlPointRequest: ControlPointOperation {
  /// In revolutions of the wheel.
  case setCumulativeValue(UInt32)

  /// The code of a ``SensorLocation``.
  case updateSensorLocation(UInt8)
  case requestSupportedSensorLocations

  /// In steps of 0.5 mm.
  case setCrankLength(UInt16)
  case requestCrankLength

  /// In millimetres.
  case setChainLength(UInt16)
  case requestChainLength

  /// In grams.
  case setChainWeight(UInt16)
  case requestChainWeight

  /// In millimetres.
  case setSpanLength(UInt16)
  case requestSpanLength
  case startOffsetCompensation

  /// The fields to turn off until the link ends.
  case maskMeasurementContent(CyclingPowerContentMask)
  case requestSamplingRate
  case requestFactoryCalibrationDate
  case startEnhancedOffsetCompensation

  /// An operation that the table does not know, kept as sent.
  case other(opCode: UInt8, parameter: [UInt8])

  public var opCode: UInt8 {
    switch self {
    case .setCumulativeValue: 0x01
    case .updateSensorLocation: 0x02
    case .requestSupportedSensorLocations: 0x03
    case .setCrankLength: 0x04
    case .requestCrankLength: 0x05
    case .setChainLength: 0x06
    case .requestChainLength: 0x07
    case .setChainWeight: 0x08
    case .requestChainWeight: 0x09
    case .setSpanLength: 0x0A
    case .requestSpanLength: 0x0B
    case .startOffsetCompensation: 0x0C
    case .maskMeasurementContent: 0x0D
    case .requestSamplingRate: 0x0E
    case .requestFactoryCalibrationDate: 0x0F
    case .startEnhancedOffsetCompensation: 0x10
    case .other(let opCode, _): opCode
    }
  }

  /// Decodes a request; octets behind the parameter are left out.
  public init(decoding bytes: some Collection<UInt8>) throws(DecodingFailure) {
    let (value, octets) = try Self.layout.decodeOperation(bytes)
    switch value.opCode {
    case 0x01: self = .setCumulativeValue(value.raw(row: 0))
    case 0x02: self = .updateSensorLocation(value.octet(0))
    case 0x03: self = .requestSupportedSensorLocations
    case 0x04: self = .setCrankLength(value.unsigned(0))
    case 0x05: self = .requestCrankLength
    case 0x06: self = .setChainLength(value.unsigned(0))
    case 0x07: self = .requestChainLength
    case 0x08: self = .setChainWeight(value.unsigned(0))
    case 0x09: self = .requestChainWeight
    case 0x0A: self = .setSpanLength(value.unsigned(0))
    case 0x0B: self = .requestSpanLength
    case 0x0C: self = .startOffsetCompensation
    case 0x0D:
      self = .maskMeasurementContent(CyclingPowerContentMask(rawValue: value.unsigned(0)))
    case 0x0E: self = .requestSamplingRate
    case 0x0F: self = .requestFactoryCalibrationDate
    case 0x10: self = .startEnhancedOffsetCompensation
    default: self = .other(opCode: value.opCode, parameter: Array(octets.dropFirst()))
    }
  }

  /// The octets to write.
  public var encoded: [UInt8] {
    switch self {
    case .setCumulativeValue(let revolutions): encoded(revolutions)
    case .updateSensorLocation(let code): encoded(code)
    case .setCrankLength(let length), .setChainLength(let length), .setSpanLength(let length):
      encoded(length)
    case .setChainWeight(let weight): encoded(weight)
    case .maskMeasurementContent(let mask): encoded(mask.rawValue)
    case .other(let opCode, let parameter): [opCode] + parameter
    default: [opCode]
    }
  }

  private func encoded(_ parameter: some FixedWidthInteger) -> [UInt8] {
    Self.layout.encodeOperation(opCode, parts: [.integer(parameter)])
  }

  public static var layout: CharacteristicLayout { .cyclingPowerControlPoint }
}
