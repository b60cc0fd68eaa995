public import RulloTransport

/// How a controller behaves where the tables leave it a choice; times are virtual.
public struct TrainerPolicy: Hashable, Sendable {
  /// The characteristics whose values the app wants, besides control point and status.
  public var streams = [CharacteristicIdentity(0x2AD2, service: 0x1826)]

  /// How long an answer is waited for, in nanoseconds from the write.
  ///
  /// The service says 30 s; a machine that is silent on one op code would then hold up the ride.
  public var procedureTimeout: Int64 = 5_000_000_000

  /// How long a read or a subscription may take.
  public var operationTimeout: Int64 = 30_000_000_000

  /// What follows a request that nothing answered.
  public var afterTimeout = AfterTimeout.goOn

  /// How often a refused request is sent again with control asked for anew.
  public var deniedRetries = 1

  /// How often a request is sent again that came while another was running (ATT 0xFE).
  public var busyRetries = 3

  /// The pause before that.
  public var busyPause: Int64 = 200_000_000

  /// Whether a lost link is made again.
  public var reconnects = true

  /// The pause before the first attempt; it doubles with each, up to ``longestPause``.
  public var reconnectPause: Int64 = 1_000_000_000
  public var longestPause: Int64 = 30_000_000_000

  /// Whether the last set-point is sent again after a reconnect.
  public var restoresSetPoint = true

  /// Whether the machine is started as soon as it has granted control.
  public var startsAfterControl = true

  /// How a slope becomes a resistance where the machine cannot simulate one.
  public var fallback = ResistanceFallback()

  public enum AfterTimeout: Hashable, Sendable {
    /// The next request is sent; an answer that comes late is said.
    case goOn
    /// The link is ended and made again, as the service asks for.
    case reconnect
  }

  public init() {}
}
