/// The clock of a simulated run: its time moves only when the run moves it.
///
/// Pass it wherever an app takes `any Clock<Duration>`. `Task.sleep` without a clock cannot be
/// controlled and must not be used by code that is to run in virtual time.
public struct VirtualClock: Clock {
  /// A moment, in nanoseconds since the run began.
  public struct Instant: InstantProtocol {
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    public func advanced(by duration: Duration) -> Instant {
      let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
      return Instant(nanoseconds: overflow ? (duration < .zero ? .min : .max) : sum)
    }

    public func duration(to other: Instant) -> Duration {
      .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
    }

    public static func < (one: Instant, other: Instant) -> Bool {
      one.nanoseconds < other.nanoseconds
    }
  }

  private let host: any EngineHosting

  init(_ host: any EngineHosting) { self.host = host }

  public var now: Instant { Instant(nanoseconds: host.now) }

  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Waits until virtual time has come to `deadline`; throws `CancellationError` if cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await host.sleep(until: deadline.nanoseconds)
  }
}

extension Duration {
  /// Whole nanoseconds, rounded towards zero; the nearest end of the range beyond 292 years.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, tooFar) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflow) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
    return tooFar || overflow ? (seconds < 0 ? .min : .max) : sum
  }
}
