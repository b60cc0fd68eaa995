/// What the body of a run is given: the devices and the clock of virtual time.
public struct Simulation: Sendable {
  /// One transport for each device of the engine, `A`, `B` ….
  public let transports: [EngineTransport]

  /// The transport of the first device.
  public let transport: EngineTransport

  public let clock: VirtualClock

  init(_ host: any EngineHosting) {
    transport = EngineTransport(host, device: 0)
    transports = (0..<host.deviceCount).map { EngineTransport(host, device: $0) }
    clock = VirtualClock(host)
  }
}

/// How a run ended, and what the engine was at its end.
public struct SimulationResult<Engine: TransportEngine, Value: Sendable>: Sendable {
  public enum Outcome: Sendable {
    /// The body returned.
    case finished(Value)
    /// The body threw.
    case failed(any Error)
    /// The body waited for what could not come any more; what it and its children waited for.
    case deadlocked([WaitingPoint])
    /// The body did not come back from elsewhere within the grace, which passed in real time.
    case stuck([WaitingPoint], grace: Duration)
    /// The body was not done when virtual time came to the limit.
    case overran(limit: Duration)
  }

  public let outcome: Outcome

  /// The engine after its last effect; a transcript is taken from it.
  public let engine: Engine

  /// Calls whose order is not repeatable: with any, the result is inconclusive.
  public let escapes: [Escape]

  /// Whether another run would do the same.
  public var isConclusive: Bool {
    guard escapes.isEmpty else { return false }
    if case .stuck = outcome { return false }
    return true
  }

  /// The body's value; throws what the body threw or, in words, why there is none.
  public var value: Value {
    get throws {
      switch outcome {
      case .finished(let value): return value
      case .failed(let error): throw error
      default: throw SimulationFailure(description: outcome.description)
      }
    }
  }
}

/// Why a run has no value although its body threw nothing.
public struct SimulationFailure: Error, CustomStringConvertible, Sendable {
  public let description: String
}

extension SimulationResult.Outcome: CustomStringConvertible {
  public var description: String {
    switch self {
    case .finished: return "the body returned"
    case .failed(let error): return "the body threw: \(error)"
    case .deadlocked(let points):
      return "the app waits for what cannot come any more: " + Self.list(points)
    case .stuck(let points, let grace):
      return "the app did nothing for \(grace) of real time and waits outside the run"
        + (points.isEmpty ? "" : "; in it: " + Self.list(points))
    case .overran(let limit): return "the app was not done after \(limit) of virtual time"
    }
  }

  private static func list(_ points: [WaitingPoint]) -> String {
    points.map(\.description).joined(separator: "; ")
  }
}
