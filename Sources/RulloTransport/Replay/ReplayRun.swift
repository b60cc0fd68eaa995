internal import RulloBase
public import RulloRecordings

/// A recorded app against an engine, step by step and without any task.
public struct ReplayRun<Engine: TransportEngine>: Sendable {
  public private(set) var engine: TranscribedEngine<Engine>
  private let app: RecordedApp
  private var next = 0
  private var effects: [TransportEffect] = []
  private var hasFinished = false
  private var hold: Hold?
  /// By how much the app is behind its recorded times.
  private var shift: Int64 = 0

  /// What the app waits for before it goes on.
  private struct Hold: Sendable {
    let id: TransportRequest.ID
    var isCompleted: Bool
    var awaited: CharacteristicIdentity?
    let limit: Int64
  }

  public init(_ app: RecordedApp, against engine: Engine) {
    self.app = app
    self.engine = TranscribedEngine(engine)
  }

  /// When the next step is due; `nil` where there is none.
  public var nextTime: Int64? { due(engine.nextTime) }

  private func due(_ device: Int64?) -> Int64? {
    if let hold { return min(device ?? hold.limit, hold.limit) }
    guard app.actions.indices.contains(next) else { return device }
    let action = max(engine.now, app.actions[next].time.clampedSum(shift))
    return min(device ?? action, action)
  }

  /// Does what comes next: a request of the app, or a moment of the device.
  ///
  /// At equal times the app goes first, unless the recording has it the other way. It waits for its connections, and without a clock for every
  /// answer. Answers whether there was anything to do.
  public mutating func step(until limit: Int64 = .max) -> Bool {
    let device = engine.nextTime
    guard let time = due(device), time <= limit else { return false }
    effects.removeAll(keepingCapacity: true)
    if hold != nil {
      engine.advance(to: time, &effects)
      release()
      return true
    }
    // By order alone, the device says all that it has to say before the app goes on.
    var isDeviceFirst = !engine.hasClock && device.map { $0 <= engine.now } ?? false
    // With a clock at equal times too, where the recording has that order.
    if engine.hasClock, app.actions.indices.contains(next), app.actions[next].isAfterDevice {
      let action = max(engine.now, app.actions[next].time.clampedSum(shift))
      isDeviceFirst = device.map { $0 <= action } ?? false
    }
    guard !isDeviceFirst, app.actions.indices.contains(next),
      app.actions[next].time.clampedSum(shift) <= time
    else {
      engine.advance(to: time, &effects)
      return true
    }
    engine.wait(until: app.actions[next].time.clampedSum(shift), &effects)
    // Some engines go first at equal times; the app reacts behind them.
    guard effects.isEmpty else { return true }
    ask(app.actions[next])
    return true
  }

  private mutating func ask(_ action: RecordedApp.Action) {
    next += 1
    let id = TransportRequest.ID(next)
    var isConnection = false
    if case .connect = action.operation { isConnection = true }
    if isConnection || !app.hasClock {
      hold = Hold(
        id: id, isCompleted: false, awaited: app.hasClock ? nil : action.awaited,
        limit: engine.now.clampedSum(Self.patience))
    }
    engine.handle(TransportRequest(id, device: action.device, action.operation), &effects)
    release()
  }

  /// Lets the app go on once it has what it waits for; its clock stood still meanwhile.
  private mutating func release() {
    guard var waited = hold else { return }
    for effect in effects {
      switch effect.kind {
      case .completed(waited.id, let result):
        waited.isCompleted = true
        if case .failure = result { waited.awaited = nil }
      case .received(let value):
        if waited.awaited?.matches(value.characteristic) ?? false { waited.awaited = nil }
      default: break
      }
    }
    let isOver = engine.nextTime == nil || engine.now >= waited.limit
    hold = waited
    guard waited.isCompleted && waited.awaited == nil || isOver else { return }
    hold = nil
    if app.actions.indices.contains(next - 1) {
      shift = max(shift, engine.now &- app.actions[next - 1].time)
    }
  }

  /// How long the app waits for an answer, in nanoseconds.
  private static var patience: Int64 { 30_000_000_000 }

  /// Runs to the end, or to a limit of virtual time for engines without one.
  public mutating func run(until limit: Int64 = .max) {
    while step(until: limit) {}
    finish()
  }

  /// Ends the run: what was left over is told.
  public mutating func finish() {
    guard !hasFinished else { return }
    hasFinished = true
    effects.removeAll()
    engine.finish(&effects)
  }

  /// Writes what has happened since the last call.
  public mutating func write(to writer: inout TranscriptWriter) { writer.take(from: &engine) }
}

extension ReplayRun<ReplayEngine> {
  /// A recording against itself: its app must match its device wholly.
  public init(_ recording: Recording, _ options: ReplayOptions = ReplayOptions()) {
    let engine = ReplayEngine(recording, options)
    self.init(RecordedApp(engine.script), against: engine)
  }

  public var verdict: ReplayVerdict { engine.engine.verdict }
}

extension ReplayEngine {
  /// The transcript of a recording whose app is replayed against its device, and what it came to.
  public static func transcript(
    of recording: Recording, file: String, _ options: ReplayOptions = ReplayOptions()
  ) -> (octets: [UInt8], verdict: ReplayVerdict, divergences: [Divergence]) {
    var run = ReplayRun(recording, options)
    run.run()
    let replay = "recorded app · \(options.words) · seed 0 · no faults"
    return (
      run.engine.transcript(file: file, replay: replay), run.verdict,
      run.engine.engine.divergences
    )
  }
}
