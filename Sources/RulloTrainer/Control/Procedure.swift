internal import RulloFitness

/// One request to the control point, from its place in the queue to its answer.
struct Procedure: Hashable, Sendable {
  /// Why it is sent.
  enum Origin: Hashable, Sendable {
    /// To make the machine ready.
    case setup
    /// For a set-point of the app.
    case setPoint(SetPoint)
    /// The app asked for it by name.
    case command(TrainerCommand)
    /// Control was refused or lost and is asked for again.
    case recovery
  }

  var request: FitnessMachineControlPointRequest
  var origin: Origin

  /// How often it was sent again after a refusal.
  var retries = 0

  /// Set-points stand for each other: only the newest is worth sending.
  var isSetPoint: Bool { setPoint != nil }

  var setPoint: SetPoint? { if case .setPoint(let setPoint) = origin { setPoint } else { nil } }
}

/// What an app can ask of a machine besides a set-point.
public enum TrainerCommand: Hashable, Sendable {
  case requestControl
  case startOrResume
  case pause
  case stop
  case reset

  var request: FitnessMachineControlPointRequest {
    switch self {
    case .requestControl: .requestControl
    case .startOrResume: .startOrResume
    case .pause: .pause
    case .stop: .stop
    case .reset: .reset
    }
  }
}
