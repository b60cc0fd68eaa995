/// Who may command a fitness machine (Fitness Machine Service 4.16.2, "Request Control").
///
/// | holder | request control | reset | command | taken by other app | released by it | link lost |
/// |---|---|---|---|---|---|---|
/// | nobody | app, success | not permitted | not permitted | other app | – | – |
/// | app | app, success | nobody or app, success | success | other app, told | – | nobody |
/// | other app | not permitted | not permitted | not permitted | – | nobody | other app |
public struct ControlMachine: Hashable, Sendable {
  public enum Holder: Hashable, Sendable, CaseIterable {
    case nobody, app, otherApp
  }

  public enum Input: Hashable, Sendable, CaseIterable {
    case requestControl, reset, command
    case takenByOtherApp, releasedByOtherApp
    case linkLost
  }

  public enum Answer: Hashable, Sendable {
    case success, notPermitted
    /// The app is told that it has lost control (status 0xFF).
    case lost
    /// Nothing is said.
    case none
  }

  public var holder = Holder.nobody

  /// Machines differ: the service takes control away with a reset, the KICKR CORE does not.
  public var keepsControlOverReset: Bool

  public init(keepsControlOverReset: Bool = false) {
    self.keepsControlOverReset = keepsControlOverReset
  }

  public mutating func take(_ input: Input) -> Answer {
    let afterReset = keepsControlOverReset ? Holder.app : .nobody
    let (next, answer): (Holder, Answer) =
      switch (holder, input) {
      case (.nobody, .requestControl): (.app, .success)
      case (.nobody, .reset): (.nobody, .notPermitted)
      case (.nobody, .command): (.nobody, .notPermitted)
      case (.nobody, .takenByOtherApp): (.otherApp, .none)
      case (.nobody, .releasedByOtherApp): (.nobody, .none)
      case (.nobody, .linkLost): (.nobody, .none)

      case (.app, .requestControl): (.app, .success)
      case (.app, .reset): (afterReset, .success)
      case (.app, .command): (.app, .success)
      case (.app, .takenByOtherApp): (.otherApp, .lost)
      case (.app, .releasedByOtherApp): (.app, .none)
      case (.app, .linkLost): (.nobody, .none)

      case (.otherApp, .requestControl): (.otherApp, .notPermitted)
      case (.otherApp, .reset): (.otherApp, .notPermitted)
      case (.otherApp, .command): (.otherApp, .notPermitted)
      case (.otherApp, .takenByOtherApp): (.otherApp, .none)
      case (.otherApp, .releasedByOtherApp): (.nobody, .none)
      case (.otherApp, .linkLost): (.otherApp, .none)
      }
    holder = next
    return answer
  }
}
