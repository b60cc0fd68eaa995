public import RulloBase

/// A request written to the Fitness Machine Control Point (2AD9, Fitness Machine Service 4.16).
public enum FitnessMachineControlPointRequest: Hashable, Sendable {
  case requestControl
  case reset
  case set(FitnessMachineTarget)
  case startOrResume
  case stop
  case pause
  case spinDown(SpinDownControl)

  /// An operation that the table does not know, kept as sent.
  case other(opCode: UInt8, parameter: [UInt8])

  /// What to do about a spin down.
  public enum SpinDownControl: UInt8, Hashable, Sendable {
    case start = 1
    case ignore = 2
  }

  public var opCode: UInt8 {
    switch self {
    case .requestControl: 0x00
    case .reset: 0x01
    case .set(let target): target.requestOpCode
    case .startOrResume: 0x07
    case .stop, .pause: 0x08
    case .spinDown: 0x13
    case .other(let opCode, _): opCode
    }
  }

  /// Decodes a request; octets behind the parameter are left out, as some apps send more.
  ///
  /// Throws where the parameter is cut or holds a reserved code, which a server answers with
  /// *invalid parameter*.
  public init(decoding bytes: some Collection<UInt8>) throws(DecodingFailure) {
    let (value, octets) = try Self.layout.decodeOperation(bytes)
    switch value.opCode {
    case 0x00: self = .requestControl
    case 0x01: self = .reset
    case 0x07: self = .startOrResume
    case 0x08: self = value.raw(row: 0) == 1 ? .stop : .pause
    case 0x13: self = .spinDown(value.raw(row: 0) == 1 ? .start : .ignore)
    default:
      if let target = FitnessMachineTarget(requestOpCode: value.opCode, value) {
        self = .set(target)
      } else {
        self = .other(opCode: value.opCode, parameter: Array(octets.dropFirst()))
      }
    }
  }

  /// The octets to write.
  public var encoded: [UInt8] {
    switch self {
    case .requestControl, .reset, .startOrResume: [opCode]
    case .set(let target):
      Self.layout.encodeOperation(opCode, target.integers, isNarrow: target.isNarrow)
    case .stop: Self.layout.encodeOperation(opCode, [1])
    case .pause: Self.layout.encodeOperation(opCode, [2])
    case .spinDown(let control): Self.layout.encodeOperation(opCode, [Int64(control.rawValue)])
    case .other(let opCode, let parameter): [opCode] + parameter
    }
  }

  public static var layout: CharacteristicLayout { .fitnessMachineControlPoint }
}
