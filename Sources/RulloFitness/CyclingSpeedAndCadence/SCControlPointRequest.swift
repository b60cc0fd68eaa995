public import RulloBase

/// A request written to the SC Control Point (2A55, Cycling Speed and Cadence Service 1.0 3.4).
public enum SCControlPointRequest: ControlPointOperation {
  /// In revolutions of the wheel.
  case setCumulativeValue(UInt32)

  /// Not used by speed and cadence sensors.
  case startSensorCalibration

  /// The code of a ``SensorLocation``.
  case updateSensorLocation(UInt8)
  case requestSupportedSensorLocations

  /// An operation that the table does not know, kept as sent.
  case other(opCode: UInt8, parameter: [UInt8])

  public var opCode: UInt8 {
    switch self {
    case .setCumulativeValue: 0x01
    case .startSensorCalibration: 0x02
    case .updateSensorLocation: 0x03
    case .requestSupportedSensorLocations: 0x04
    case .other(let opCode, _): opCode
    }
  }

  /// Decodes a request; octets behind the parameter are left out.
  public init(decoding bytes: some Collection<UInt8>) throws(DecodingFailure) {
    let (value, octets) = try Self.layout.decodeOperation(bytes)
    switch value.opCode {
    case 0x01: self = .setCumulativeValue(value.raw(row: 0))
    case 0x02: self = .startSensorCalibration
    case 0x03: self = .updateSensorLocation(value.octet(0))
    case 0x04: self = .requestSupportedSensorLocations
    default: self = .other(opCode: value.opCode, parameter: Array(octets.dropFirst()))
    }
  }

  /// The octets to write.
  public var encoded: [UInt8] {
    switch self {
    case .setCumulativeValue(let revolutions):
      Self.layout.encodeOperation(opCode, parts: [.integer(revolutions)])
    case .updateSensorLocation(let code):
      Self.layout.encodeOperation(opCode, parts: [.integer(code)])
    case .startSensorCalibration, .requestSupportedSensorLocations: [opCode]
    case .other(let opCode, let parameter): [opCode] + parameter
    }
  }

  public static var layout: CharacteristicLayout { .scControlPoint }
}
