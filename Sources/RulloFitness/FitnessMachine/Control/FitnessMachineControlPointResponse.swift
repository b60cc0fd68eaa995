public import RulloBase

/// The answer that a machine indicates after a request (2AD9, op 80, Fitness Machine Service 4.16).
public struct FitnessMachineControlPointResponse: Hashable, Sendable {
  /// How a request ended; codes that the table reserves are kept.
  public struct Result: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let success = Self(rawValue: 1)
    public static let opCodeNotSupported = Self(rawValue: 2)
    public static let invalidParameter = Self(rawValue: 3)
    public static let operationFailed = Self(rawValue: 4)
    public static let controlNotPermitted = Self(rawValue: 5)

    /// The name in the table, or `nil` for a reserved code.
    public var words: Words? {
      guard case .code(let codes) = Self.field?.content else { return nil }
      return codes.name(of: UInt32(rawValue))
    }

    private static var field: Field? {
      CharacteristicLayout.fitnessMachineControlPoint.tables.first(where: \.isResponse)?.fields[1]
    }
  }

  /// The speeds of a spin down, in steps of 0.01 km/h.
  public struct SpinDownSpeeds: Hashable, Sendable {
    public var low: UInt16
    public var high: UInt16

    public init(low: UInt16, high: UInt16) {
      self.low = low
      self.high = high
    }
  }

  /// The op code of the request that is answered.
  public var requestOpCode: UInt8
  public var result: Result

  /// Only in the successful answer to the start of a spin down.
  public var spinDownSpeeds: SpinDownSpeeds?

  public init(
    to requestOpCode: UInt8, _ result: Result, spinDownSpeeds: SpinDownSpeeds? = nil
  ) {
    self.requestOpCode = requestOpCode
    self.result = result
    self.spinDownSpeeds = spinDownSpeeds
  }

  /// Decodes an answer; octets behind it are left out.
  public init(decoding bytes: some Collection<UInt8>) throws(DecodingFailure) {
    let (value, _) = try Self.layout.decodeResponse(bytes)
    requestOpCode = UInt8(truncatingIfNeeded: value.raw(row: 0))
    result = Result(rawValue: UInt8(truncatingIfNeeded: value.raw(row: 1)))
    if value.contains(row: 3) {
      spinDownSpeeds = SpinDownSpeeds(
        low: UInt16(truncatingIfNeeded: value.raw(row: 2)),
        high: UInt16(truncatingIfNeeded: value.raw(row: 3)))
    }
  }

  /// The octets to indicate.
  public var encoded: [UInt8] {
    let speeds = spinDownSpeeds.map { [Int64($0.low), Int64($0.high)] } ?? []
    return Self.layout.encodeOperation(
      0x80, [Int64(requestOpCode), Int64(result.rawValue)] + speeds)
  }

  public static var layout: CharacteristicLayout { .fitnessMachineControlPoint }
}
