public import RulloBase

/// A request written to the Heart Rate Control Point (2A39, Heart Rate Service 1.0 section 3.3).
public enum HeartRateControlPointRequest: ControlPointOperation {
  case resetEnergyExpended

  /// A code that the table reserves; a sensor refuses it with ATT error 80.
  case other(opCode: UInt8, parameter: [UInt8])

  public var opCode: UInt8 {
    switch self {
    case .resetEnergyExpended: 0x01
    case .other(let opCode, _): opCode
    }
  }

  /// Decodes a request; octets behind it are left out.
  public init(decoding bytes: some Collection<UInt8>) throws(DecodingFailure) {
    let (value, octets) = try Self.layout.decodeOperation(bytes)
    self =
      value.opCode == 0x01
      ? .resetEnergyExpended
      : .other(opCode: value.opCode, parameter: Array(octets.dropFirst()))
  }

  /// The octets to write.
  public var encoded: [UInt8] {
    switch self {
    case .resetEnergyExpended: [opCode]
    case .other(let opCode, let parameter): [opCode] + parameter
    }
  }

  public static var layout: CharacteristicLayout { .heartRateControlPoint }
}
