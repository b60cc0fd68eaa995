/// How a machine keeps the rules of the control point; no two measured machines share them all.
public struct ControlRules: Hashable, Sendable {
  /// What becomes of a command without control.
  public enum WithoutControl: String, Hashable, Sendable, CaseIterable {
    case refused, silent, accepted
  }

  /// What becomes of an op code that the machine does not support.
  public enum Unsupported: String, Hashable, Sendable, CaseIterable {
    case answered, silent
    /// No notification comes any more.
    case stopsNotifying = "stops_notifying"
  }

  /// What becomes of a parameter with the wrong number of octets.
  public enum WrongLength: String, Hashable, Sendable, CaseIterable {
    case accepted, silent
    case invalidParameter = "invalid_parameter"
  }

  /// Who is told of a change that a client made (status 2ADA).
  public enum Echo: String, Hashable, Sendable, CaseIterable {
    case none
    /// The clients that did not ask for it, as the service wants it.
    case others
    case all
  }

  public var withoutControl = WithoutControl.refused
  public var unsupported = Unsupported.answered
  public var isPermissionFirst = true
  public var keepsControlOverReset = false

  /// Whether starting what runs already is a success, and stopping what does not run.
  public var isNoChangeSuccess = false

  /// Whether control alone starts the session and its clock (Elite).
  public var startsWithControl = false

  /// Whether targets have no effect before Start.
  public var needsStart = false

  /// The lengths of a resistance parameter that are understood.
  public var resistanceOctets = [1, 2]
  public var otherResistance = WrongLength.invalidParameter
  public var longParameter = WrongLength.accepted
  public var echo = Echo.all

  /// Op codes whose changes are told to nobody.
  public var unreported: [UInt8] = []

  /// In steps of 0.01 km/h.
  public var spinDownLow: UInt16 = 2_000
  public var spinDownHigh: UInt16 = 3_200

  public init() {}
}
