/// Whether a training session runs (Fitness Machine Service 4.16.2, "Start or Resume", "Stop or Pause").
///
/// | state | start or resume | stop | pause | reset |
/// |---|---|---|---|---|
/// | idle | started | no change | no change | idle |
/// | started | no change | stopped | paused | idle |
/// | paused | started | stopped | no change | idle |
/// | stopped | started | no change | no change | idle |
///
/// *No change* is answered with *operation failed*; some machines say success.
public struct SessionMachine: Hashable, Sendable {
  public enum State: Hashable, Sendable, CaseIterable {
    case idle, started, paused, stopped
  }

  public enum Input: Hashable, Sendable, CaseIterable {
    case startOrResume, stop, pause, reset
  }

  public var state = State.idle

  public init() {}

  /// Answers whether the input changed anything; a reset always does its work.
  public mutating func take(_ input: Input) -> Bool {
    let next: State? =
      switch (state, input) {
      case (.idle, .startOrResume): .started
      case (.idle, .stop): nil
      case (.idle, .pause): nil
      case (.idle, .reset): .idle

      case (.started, .startOrResume): nil
      case (.started, .stop): .stopped
      case (.started, .pause): .paused
      case (.started, .reset): .idle

      case (.paused, .startOrResume): .started
      case (.paused, .stop): .stopped
      case (.paused, .pause): nil
      case (.paused, .reset): .idle

      case (.stopped, .startOrResume): .started
      case (.stopped, .stop): nil
      case (.stopped, .pause): nil
      case (.stopped, .reset): .idle
      }
    state = next ?? state
    return next != nil
  }
}
