public import RulloBase

/// The answer of a Wahoo trainer to a command (A026E005, op 01, from one public decoder).
public struct WahooTrainerResponse: Hashable, Sendable {
  /// The op code of the command that is answered.
  public var requestOpCode: UInt8

  /// 1 is success; no other code is known.
  public var result: UInt8

  /// What follows the result; its meaning is not known.
  public var rest: [UInt8]

  public init(to requestOpCode: UInt8, result: UInt8, rest: [UInt8] = []) {
    (self.requestOpCode, self.result, self.rest) = (requestOpCode, result, rest)
  }

  /// Decodes an answer; throws where it is cut or a command.
  public init(decoding bytes: some Collection<UInt8>) throws(DecodingFailure) {
    let (value, octets) = try Self.layout.decodeResponse(bytes)
    (requestOpCode, result) = (value.octet(0), value.octet(1))
    rest = Array(octets.dropFirst(value.consumed))
  }

  /// The octets to indicate.
  public var encoded: [UInt8] {
    Self.layout.encodeOperation(0x01, [Int64(requestOpCode), Int64(result)]) + rest
  }

  public static var layout: CharacteristicLayout { .wahooTrainerControl }
}
