internal import RulloBase
public import RulloRecordings

/// A recorded app against an engine, step by step and without any task.
public struct ReplayRun<Engine: TransportEngine>: Sendable {
  public private(set) var engine: TranscribedEngine<Engine>
  private let app: RecordedApp
  private var next = 0
  private var effects: [TransportEffect] = []
  private var hasFinished = false

  public init(_ app: RecordedApp, against engine: Engine) {
    self.app = app
    self.engine = TranscribedEngine(engine)
  }

  /// When the next step is due; `nil` where there is none.
  public var nextTime: Int64? {
    guard app.actions.indices.contains(next) else { return engine.nextTime }
    // An app that has more to do does not wait for a device that has nothing to say.
    guard let due = engine.nextTime else { return max(engine.now, app.actions[next].time) }
    return min(due, max(engine.now, app.actions[next].time))
  }

  /// Does what comes next: a request of the app, or a moment of the device.
  ///
  /// At equal times the app goes first. Answers whether there was anything to do.
  public mutating func step(until limit: Int64 = .max) -> Bool {
    guard let time = nextTime, time <= limit else { return false }
    effects.removeAll(keepingCapacity: true)
    // By order alone, the device says all that it has to say before the app goes on.
    let isDeviceFirst = !engine.hasClock && engine.nextTime.map { $0 <= engine.now } ?? false
    if !isDeviceFirst, app.actions.indices.contains(next), app.actions[next].time <= time {
      engine.wait(until: app.actions[next].time, &effects)
      // Some engines go first at equal times; the app reacts behind them.
      guard effects.isEmpty else { return true }
      let action = app.actions[next]
      next += 1
      engine.handle(
        TransportRequest(TransportRequest.ID(next), device: action.device, action.operation),
        &effects)
    } else {
      engine.advance(to: time, &effects)
    }
    return true
  }

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
