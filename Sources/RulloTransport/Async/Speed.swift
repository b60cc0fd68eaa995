/// How fast virtual time runs against real time; never what happens in it.
public enum Speed: Sendable {
  /// As fast as the machine can.
  case instant
  /// So many times as fast as real time: 1 is the original speed.
  case times(Int)
  /// Before each moment the closure is awaited with its virtual time, such as for a key.
  case step(@Sendable (VirtualClock.Instant) async -> Void)

  public static var original: Speed { .times(1) }
}

/// Holds virtual time back to real time.
struct Pacer {
  let speed: Speed
  private let start = ContinuousClock.now

  init(_ speed: Speed) { self.speed = speed }

  /// Waits until the moment may happen.
  func wait(for time: Int64) async {
    switch speed {
    case .instant: return
    case .times(let factor):
      let due = start.advanced(by: .nanoseconds(time / Int64(max(1, factor))))
      try? await ContinuousClock().sleep(until: due)
    case .step(let go): await go(VirtualClock.Instant(nanoseconds: time))
    }
  }
}
