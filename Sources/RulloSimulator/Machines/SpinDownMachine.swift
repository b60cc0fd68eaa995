public import RulloFitness

/// A calibration run (Fitness Machine Service 4.16.2.20): ride into a band of speed, then let it roll.
///
/// | state | start | ignore | above the high speed | below the low speed | too slow for too long |
/// |---|---|---|---|---|---|
/// | none | accelerating | – | – | – | – |
/// | accelerating | accelerating | none | rolling, *stop pedaling* | – | none, *error* |
/// | rolling | accelerating | none | – | none, *success* | none, *error* |
public struct SpinDownMachine: Hashable, Sendable {
  public enum State: Hashable, Sendable, CaseIterable {
    case none, accelerating, rolling
  }

  public enum Input: Hashable, Sendable, CaseIterable {
    case start, ignore, aboveHighSpeed, belowLowSpeed, timeout
  }

  public var state = State.none

  public init() {}

  /// Answers the status that is notified, if one is.
  public mutating func take(_ input: Input) -> FitnessMachineStatus.SpinDownStatus? {
    let (next, status): (State, FitnessMachineStatus.SpinDownStatus?) =
      switch (state, input) {
      case (_, .start): (.accelerating, nil)
      case (_, .ignore): (.none, nil)

      case (.none, .aboveHighSpeed), (.none, .belowLowSpeed), (.none, .timeout): (.none, nil)

      case (.accelerating, .aboveHighSpeed): (.rolling, .stopPedaling)
      case (.accelerating, .belowLowSpeed): (.accelerating, nil)
      case (.accelerating, .timeout): (.none, .error)

      case (.rolling, .aboveHighSpeed): (.rolling, nil)
      case (.rolling, .belowLowSpeed): (.none, .success)
      case (.rolling, .timeout): (.none, .error)
      }
    state = next
    return status
  }
}
