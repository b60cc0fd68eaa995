internal import RulloGoldens
public import RulloTransport
public import Testing

/// Runs an app's client against a recording, in virtual time, and holds what it does to a golden.
///
/// The recording is `captures/RECORDING.*` of the project that `testFile` belongs to, the golden
/// `golden/RECORDING.CLIENT.transcript.txt`. The client runs twice. Issues are recorded for an error
/// that it throws, for waiting for ever, for work that left virtual time, for each divergence from
/// the recording (`options` say which of them count), and for a transcript that differs.
public func expectReplay(
  of recording: String, client: String, options: ReplayOptions = ReplayOptions(),
  testFile: String = #filePath, file: StaticString = #filePath, line: UInt = #line,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ app: @escaping @Sendable (Simulation) async throws -> Void
) async {
  let place = TestPlace(file: file, line: line, location: sourceLocation)
  do {
    let store = try GoldenStore(nearFile: testFile)
    guard let entry = try store.cases().first(where: { $0.name == recording }) else {
      let names = try store.cases().map(\.name).joined(separator: ", ")
      return place.fail(
        "no recording in \(store.captures.path) is named '\(recording)'; there are: \(names)")
    }
    let stored = try entry.recording()
    let run = ClientRun(stored: stored, options: options, client: client)
    let first = await run.transcript(app)
    let second = await run.transcript(app)
    for problem in first.problems { place.fail(problem) }
    guard first.octets == second.octets else {
      return place.fail(
        "two runs of '\(client)' against '\(recording)' differ; look for time, randomness or tasks"
          + " outside the replay")
    }
    let name = GoldenKind.transcript.fileName(of: "\(recording).\(client)")
    place.report(in: store) { () throws(GoldenError) in
      [try GoldenCheck(store).compare(first.octets, with: name)]
    }
  } catch {
    place.fail("\(error)")
  }
}

/// One client against one recording.
private struct ClientRun {
  let stored: StoredRecording
  let options: ReplayOptions
  let client: String

  /// The transcript, and what is wrong with the run apart from it.
  func transcript(
    _ app: @escaping @Sendable (Simulation) async throws -> Void
  ) async -> (octets: [UInt8], problems: [String]) {
    let engine = TranscribedEngine(ReplayEngine(stored.recording, options))
    let result = await simulate(engine, app)
    var problems: [String] = []
    if case .finished = result.outcome {} else { problems.append(result.outcome.description) }
    for escape in result.escapes {
      problems.append("the run proves nothing: \(escape)")
    }
    var ended = result.engine
    var effects: [TransportEffect] = []
    ended.finish(&effects)
    for divergence in ended.engine.divergences where divergence.policy.counts {
      problems.append(divergence.report)
    }
    let words = "client \(client) · \(options.words) · seed 0 · no faults"
    return (ended.transcript(file: stored.file, replay: words), problems)
  }
}

extension DivergencePolicy {
  /// Whether a divergence under this policy fails a test.
  fileprivate var counts: Bool {
    switch self {
    case .fail, .stop, .inconclusive: true
    default: false
    }
  }
}
