public import RulloFitness
public import RulloTransport

/// How far a controller has come with its machine.
public enum TrainerState: Hashable, Sendable {
  case disconnected(DisconnectReason)
  case connecting
  /// Reading features and ranges, subscribing.
  case preparing
  /// Ready; whether the machine takes commands from this app.
  case ready(Control)
  /// The link was lost; the next attempt is due at this time.
  case waiting(until: Int64)

  public enum Control: Hashable, Sendable {
    /// Asked for, not granted yet.
    case requested
    case granted
    /// Refused, or taken by another app.
    case lost
    /// The machine has no control point, or it cannot be subscribed to.
    case unavailable
  }
}

/// What a controller knows of its machine.
public struct TrainerCapabilities: Hashable, Sendable {
  /// `nil` where the machine does not say.
  public var features: FitnessMachineFeature?
  public var resistance: SupportedRange?
  public var power: SupportedRange?

  /// Op codes that the machine has answered with *op code not supported*.
  public var unsupported: Set<UInt8> = []

  /// Whether a resistance is sent in one octet, because two were refused.
  public var isResistanceNarrow = false

  /// Whether a slope has to become a resistance level.
  public var needsFallback: Bool {
    if unsupported.contains(0x11) { return true }
    guard let features else { return false }
    return !features.targets.contains(.indoorBikeSimulation)
  }

  public init() {}
}
