public import RulloBase

/// Something that happened at the machine (2ADA, Fitness Machine Service section 4.17).
public enum FitnessMachineStatus: Hashable, Sendable {
  case reset
  case stoppedByUser
  case pausedByUser
  case stoppedBySafetyKey
  case startedOrResumedByUser
  case targetChanged(FitnessMachineTarget)
  case spinDown(SpinDownStatus)
  case controlPermissionLost

  /// An event that the table does not know, kept as sent.
  case other(opCode: UInt8, parameter: [UInt8])

  /// How far a spin down is.
  public enum SpinDownStatus: UInt8, Hashable, Sendable {
    case requested = 1
    case success = 2
    case error = 3
    case stopPedaling = 4
  }

  public var opCode: UInt8 {
    switch self {
    case .reset: 0x01
    case .stoppedByUser, .pausedByUser: 0x02
    case .stoppedBySafetyKey: 0x03
    case .startedOrResumedByUser: 0x04
    case .targetChanged(let target): target.statusOpCode
    case .spinDown: 0x14
    case .controlPermissionLost: 0xFF
    case .other(let opCode, _): opCode
    }
  }

  /// Decodes a status; octets behind the parameter are left out.
  public init(decoding bytes: some Collection<UInt8>) throws(DecodingFailure) {
    let (value, octets) = try Self.layout.decodeOperation(bytes)
    let other = Self.other(opCode: value.opCode, parameter: Array(octets.dropFirst()))
    switch value.opCode {
    case 0x01: self = .reset
    case 0x02: self = value.raw(row: 0) == 1 ? .stoppedByUser : .pausedByUser
    case 0x03: self = .stoppedBySafetyKey
    case 0x04: self = .startedOrResumedByUser
    case 0x14:
      let status = SpinDownStatus(rawValue: UInt8(truncatingIfNeeded: value.raw(row: 0)))
      self = status.map(Self.spinDown) ?? other
    case 0xFF: self = .controlPermissionLost
    case let code where !Self.layout.isUnknown(value):
      let request = code - (code < 0x0A ? 3 : 1)
      self = FitnessMachineTarget(requestOpCode: request, value).map(Self.targetChanged) ?? other
    default: self = other
    }
  }

  /// The octets to notify.
  public var encoded: [UInt8] {
    switch self {
    case .reset, .stoppedBySafetyKey, .startedOrResumedByUser, .controlPermissionLost: [opCode]
    case .stoppedByUser: Self.layout.encodeOperation(opCode, [1])
    case .pausedByUser: Self.layout.encodeOperation(opCode, [2])
    case .targetChanged(let target):
      Self.layout.encodeOperation(opCode, target.integers, isNarrow: target.isNarrow)
    case .spinDown(let status): Self.layout.encodeOperation(opCode, [Int64(status.rawValue)])
    case .other(let opCode, let parameter): [opCode] + parameter
    }
  }

  public static var layout: CharacteristicLayout { .fitnessMachineStatus }
}
