public import RulloBase

/// The answer of the SC Control Point (2A55, op 10, Cycling Speed and Cadence Service 1.0 3.4).
public struct SCControlPointResponse: Hashable, Sendable {
  /// The op code of the request that is answered.
  public var requestOpCode: UInt8
  public var result: ControlPointResult

  /// Codes of ``SensorLocation``; only sent in the successful answer to op 04.
  public var sensorLocations: [UInt8]

  public init(
    to requestOpCode: UInt8, _ result: ControlPointResult, sensorLocations: [UInt8] = []
  ) {
    (self.requestOpCode, self.result) = (requestOpCode, result)
    self.sensorLocations = sensorLocations
  }

  /// Decodes an answer; octets behind it are left out, results that the table reserves are kept.
  public init(decoding bytes: some Collection<UInt8>) throws(DecodingFailure) {
    let (value, octets) = try Self.layout.decodeResponse(bytes)
    requestOpCode = value.octet(0)
    result = ControlPointResult(rawValue: value.octet(1))
    sensorLocations = value.octets(2, of: octets)
  }

  /// The octets to indicate.
  public var encoded: [UInt8] {
    Self.layout.encodeOperation(
      0x10,
      parts: [.integer(requestOpCode), .integer(result.rawValue), .octets(sensorLocations)])
  }

  public static var layout: CharacteristicLayout { .scControlPoint }
}
