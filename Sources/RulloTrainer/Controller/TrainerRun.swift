public import RulloTransport

/// Runs a client against an engine in virtual time: no task, no clock, the same events every time.
public struct TrainerRun<Engine: TransportEngine>: Sendable {
  /// An event of the client with its virtual time in nanoseconds.
  public struct Entry: Hashable, Sendable {
    public let time: Int64
    public let event: TrainerEvent
  }

  public var engine: Engine
  public private(set) var core: TrainerCore

  /// What the client told, in order.
  public private(set) var events: [Entry] = []

  private var effects: [TransportEffect] = []

  public init(_ engine: Engine, policy: TrainerPolicy = TrainerPolicy(), device: Int = 0) {
    self.engine = engine
    core = TrainerCore(policy: policy, device: device)
  }

  public mutating func connect() {
    core.connect(at: engine.now)
    settle()
  }

  public mutating func disconnect() {
    core.disconnect(at: engine.now)
    settle()
  }

  public mutating func send(_ setPoint: SetPoint) {
    core.send(setPoint, at: engine.now)
    settle()
  }

  public mutating func perform(_ command: TrainerCommand) {
    core.perform(command, at: engine.now)
    settle()
  }

  /// Lets virtual time pass up to a point.
  public mutating func advance(to time: Int64) {
    while engine.now < time {
      let next = [engine.nextTime, core.deadline].compactMap { $0 }.min() ?? time
      engine.advance(to: min(max(next, engine.now), time), &effects)
      settle()
      core.timePassed(to: engine.now)
      settle()
      // Nothing is due any more before the end.
      if next > time { break }
    }
    if engine.now < time { engine.advance(to: time, &effects) }
    settle()
  }

  /// Carries out what the client wants, and hands it what comes of it, until both are quiet.
  private mutating func settle() {
    while true {
      let actions = core.takeActions()
      if actions.isEmpty, effects.isEmpty { return }
      for action in actions {
        switch action {
        case .request(let request): engine.handle(request, &effects)
        case .cancel(let id): engine.cancel(id, device: core.device, &effects)
        case .tell(let event): events.append(Entry(time: core.now, event: event))
        }
      }
      let arrived = effects
      effects = []
      for effect in arrived { core.receive(effect) }
    }
  }
}
