import RulloTransport

/// What a replay came to.
struct ReplayOutcome {
  var verdict = ReplayVerdict.passed
  var divergences: [Divergence] = []
  var unfired: [Fault] = []
}

/// The app of a recording against an engine with a plan of faults, in the pace asked for.
struct ReplaySession<Engine: TransportEngine> {
  let app: RecordedApp
  let engine: Engine
  let plan: FaultPlan
  let pace: ReplayCommand.Pace

  /// An engine that never ends is watched for as long after the app's last request.
  private static var rest: Int64 { 2_000_000_000 }

  private var limit: Int64 {
    engine is ReplayEngine ? .max : app.lastTime.addingReportingOverflow(Self.rest).partialValue
  }

  /// Runs to the end and writes the transcript; it is the same in every pace.
  func run(_ writer: inout TranscriptWriter) -> ReplayOutcome {
    var run = ReplayRun(app, against: FaultedEngine(engine, plan))
    play(&run, &writer)
    run.finish()
    run.write(to: &writer)
    return outcome(run)
  }

  /// The codes and faults by which a plan fails, in words; empty where it does not.
  func failure(_ plan: FaultPlan) -> [String] {
    var run = ReplayRun(app, against: FaultedEngine(engine, plan))
    run.run(until: limit)
    let found = outcome(run)
    var words: [String] = []
    for divergence in found.divergences where divergence.policy == .fail {
      if !words.contains(divergence.code.word) { words.append(divergence.code.word) }
    }
    return words.sorted()
  }

  private func outcome(_ run: ReplayRun<FaultedEngine<Engine>>) -> ReplayOutcome {
    let faulted = run.engine.engine
    var outcome = ReplayOutcome(unfired: faulted.unfired)
    if let engine = faulted.engine as? ReplayEngine {
      outcome.verdict = engine.verdict
      outcome.divergences = engine.divergences
    }
    return outcome
  }

  private func play(
    _ run: inout ReplayRun<FaultedEngine<Engine>>, _ writer: inout TranscriptWriter
  ) {
    let start = Console.monotonicNanoseconds()
    while let time = run.nextTime, time <= limit {
      switch pace {
      case .instant: break
      case .times(let factor):
        Console.sleep(nanoseconds: time / Int64(factor) - (Console.monotonicNanoseconds() - start))
      case .step:
        guard readLine(strippingNewline: true) != nil else { return run.run(until: limit) }
      }
      guard run.step(until: limit) else { return }
      run.write(to: &writer)
      if case .instant = pace { continue }
      writer.flush()
    }
  }
}
