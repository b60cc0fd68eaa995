internal import RulloFitness
public import RulloTransport

/// The client of a fitness machine as a synchronous value: what happens in, what to do out.
///
/// It knows no clock, task or lock: whoever drives it hands in commands, effects of the transport and
/// the time, and carries out ``takeActions()`` in order. One control point procedure runs at a time,
/// from its write to the indication that answers it (Fitness Machine Service 4.16.2).
public struct TrainerCore: Sendable {
  /// What its driver has to do next.
  public enum Action: Hashable, Sendable {
    case request(TransportRequest)
    case cancel(TransportRequest.ID)
    case tell(TrainerEvent)
  }

  public let policy: TrainerPolicy
  public let device: Int
  public internal(set) var state = TrainerState.disconnected(.notYetConnected)
  public internal(set) var capabilities = TrainerCapabilities()

  /// Virtual time in nanoseconds, as far as the driver has said.
  public internal(set) var now: Int64 = 0

  var actions: [Action] = []
  var queue = ProcedureQueue()
  var nextID = 0

  /// The read, subscription or connection that is under way.
  var operation: (id: TransportRequest.ID, step: SetupStep, deadline: Int64)?
  var steps: [SetupStep] = []

  /// The write of the running procedure, until the machine has acknowledged it.
  var write: TransportRequest.ID?
  var answerDeadline: Int64?

  /// Nothing is written before this time: the machine was busy.
  var pausedUntil: Int64?

  /// Requests that nothing answered in time, by op code, since the link came up.
  var unanswered: [UInt8: Int] = [:]

  /// Connections tried since the last one that came up.
  var attempts = 0

  /// The newest set-point of the app, for after a reconnect.
  var wanted: SetPoint?

  /// A set-point that a lost link left without an end: it is sent again, unless a newer one comes.
  var kept: SetPoint?

  static let controlPoint = CharacteristicIdentity(0x2AD9, service: 0x1826)
  static let status = CharacteristicIdentity(0x2ADA, service: 0x1826)

  public init(policy: TrainerPolicy = TrainerPolicy(), device: Int = 0) {
    self.policy = policy
    self.device = device
  }

  /// What is to be done, in order; it is handed out once.
  public mutating func takeActions() -> [Action] {
    defer { actions = [] }
    return actions
  }

  /// When ``timePassed(to:)`` is wanted next, whatever happens; `nil` where nothing is waited for.
  public var deadline: Int64? {
    var times = [operation?.deadline, answerDeadline, pausedUntil].compactMap { $0 }
    if case .waiting(let until) = state { times.append(until) }
    return times.min()
  }

  mutating func tell(_ event: TrainerEvent) { actions.append(.tell(event)) }

  mutating func enter(_ state: TrainerState) {
    guard state != self.state else { return }
    self.state = state
    tell(.state(state))
  }

  mutating func issue(_ operation: TransportRequest.Operation) -> TransportRequest.ID {
    let id = TransportRequest.ID(nextID)
    nextID += 1
    actions.append(.request(TransportRequest(id, device: device, operation)))
    return id
  }

  /// Whether the machine takes commands; `nil` before it is ready.
  var control: TrainerState.Control? {
    if case .ready(let control) = state { control } else { nil }
  }
}
