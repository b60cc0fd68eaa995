import RulloBase
import RulloBluetooth
import RulloImporting
import RulloRecordings
import RulloSimulator
import RulloTransport

/// `rullo replay`: the app of a recording against a device, and the transcript of both.
struct ReplayCommand: Command {
  static let name = "replay"
  static let abstract = "Replay a recording's app against a device and print the transcript."
  static let discussion = """
    Example: rullo replay ride.btsnoop
             rullo replay ride.btsnoop --against newer-firmware.btsnoop
             rullo replay ride.btsnoop --against kickr-core --speed 10
             rullo replay ride.btsnoop --faults plan.txt --policy D1=answer

    Without --against the device is the recording's own, and everything must match.
    The transcript is a session text: every write with the rung on which it matched
    (match=exact), every answer with its latency (after=45.250 ms).

    Codes of --policy: D1 a write with no partner, D2 a partner on a lower rung,
    D3 wrong order, D4 a recorded write never made, D5 wrong time, D6 a read with
    nothing recorded, D7 no subscription or no control, D8 no link, D9 after the
    end, D10 a gap where an answer is needed. Words: fail, answer, nearest, silent,
    stop, note, inconclusive.

    A plan of faults has one a line: KIND [CHARACTERISTIC] [KEY=VALUE …], such as
      silent 2AD9 op=0x11
      deny-once 2AD9 op=0x05
      drop 2AD2 chance=1/10 from=20 to=60
      disconnect at=30
    Kinds: silent, deny, deny-once, delay, drop, duplicate, reorder, corrupt,
    truncate, wrong-echo, unsolicited, control-lost, stall, counter-jump,
    clock-skew, disconnect, refuse-reconnect, mtu.
    Exit code 1 where app and recording part, 3 where a gap leaves it open or a
    fault never fired.
    """

  static let parameters: [Parameter<ReplayCommand>] =
    [
      Parameter(
        kind: .positional, name: "FILE", help: "A capture or a log; - is standard input."
      ) { $0.options.files.append($1) },
      .option("--against", "DEVICE", "A recording's device, or a profile: name or FILE.json.") {
        root, word in root.against = word
      },
      .option("--faults", "FILE", "What is to go wrong: a plan with one fault a line.") {
        root, word in root.faults = word
      },
      .option("--seed", "N", "The seed of faults that fire by chance; 0 as it is.") {
        (root, word) throws(UsageError) in
        guard let seed = UInt64(word) else { throw UsageError("'\(word)' is no seed, such as 7") }
        root.seed = seed
      },
      Parameter(
        kind: .flag, name: "--shrink", help: "Print the smallest plan that still fails so."
      ) { root, _ in root.shrinks = true },
      .option("--speed", "SPEED", "instant (as it is), 1 for the original speed, 50 …") {
        (root, word) throws(UsageError) in
        if word == "instant" { return }
        guard let factor = Int(word), (1...1_000_000).contains(factor) else {
          throw UsageError("'\(word)' is no speed; write instant, 1, 10 or 50")
        }
        root.pace = .times(factor)
      },
      Parameter(
        kind: .flag, name: "--step", help: "One moment with each line of standard input."
      ) { root, _ in root.pace = .step },
      .option("--order", "ORDER", "channel (as it is), strict, free, or window-N.") {
        (root, word) throws(UsageError) in root.replay.order = try order(word)
      },
      .option("--anchoring", "WHERE", "absolute (as it is), or writes: values follow writes.") {
        (root, word) throws(UsageError) in
        guard let anchoring = ReplayOptions.Anchoring(rawValue: word) else {
          throw UsageError("'\(word)' is no anchoring; write absolute or writes")
        }
        root.replay.anchoring = anchoring
      },
      .option("--policy", "CODE=WORD", "What to do about a code, as D1=answer.") {
        (root, word) throws(UsageError) in
        let parts = word.split(separator: "=")
        guard parts.count == 2, let code = Divergence.Code(word: parts[0]),
          let policy = DivergencePolicy(rawValue: String(parts[1]))
        else { throw UsageError("'\(word)' is no policy; write one as D1=answer") }
        root.replay[code] = policy
      },
      .option("--cap-gaps", "SECONDS", "Shorten longer silences to this.") {
        (root, word) throws(UsageError) in
        root.replay.capGaps(at: try seconds(word, "--cap-gaps"))
      },
      .option("--remove-gaps", "SECONDS", "Take longer silences out.") {
        (root, word) throws(UsageError) in
        root.replay.removeGaps(over: try seconds(word, "--remove-gaps"))
      },
    ] + LogOptions.parameters(\.options)

  enum Pace { case instant, step, times(Int) }

  var options = RecordingOptions()
  var against: String?
  var faults: String?
  var seed: UInt64 = 0
  var shrinks = false
  var replay = ReplayOptions()
  var pace = Pace.instant

  func run(_ console: inout Console) throws -> ExitCode {
    guard let path = options.files.first else { throw UsageError("missing FILE") }
    if case .step = pace, path == "-" || against == "-" {
      throw UsageError("--step reads standard input, so that a recording cannot come from there")
    }
    if shrinks, faults == nil { throw UsageError("--shrink needs --faults FILE") }
    guard let app = try load(path, &console) else { return .unusable }
    let plan = try faults.map { try Self.plan($0, seed: seed) } ?? FaultPlan(seed: seed)
    guard let against else { return try run(app, ReplayEngine(app, replay), plan, &console) }
    if DeviceProfile.builtIn(against) != nil || against.hasSuffix(".json") {
      let profile = try ProfileChoice.profile(against)
      try checkLength(of: app)
      return try run(app, FakeTrainer(profile, seed: seed), plan, &console)
    }
    guard let device = try load(against, &console) else { return .unusable }
    return try run(app, ReplayEngine(device, replay), plan, &console)
  }

  /// A simulated trainer sends all the while: a log with a wrong date in it would take for ever.
  private func checkLength(of app: Recording) throws {
    guard replay.gapLimit == nil, replay.gapRemoval == nil else { return }
    let times = app.events.lazy.filter(\.hasTime).map(\.time)
    let span = (times.max() ?? 0) &- (times.min() ?? 0)
    guard span > 24 * 3_600_000_000_000 else { return }
    throw InputError(
      "the session of the app takes \(Figures.duration(span)), and a simulated trainer sends all the"
        + " while: at most 24 h are replayed; if a date in it is wrong, --cap-gaps 60 shortens the silence"
    )
  }

  private func run<Engine: TransportEngine>(
    _ app: Recording, _ engine: Engine, _ plan: FaultPlan, _ console: inout Console
  ) throws -> ExitCode {
    guard engine.deviceCount > 0 else {
      throw InputError("no exchange with a device is in it, so that there is nothing to replay")
    }
    let session = ReplaySession(
      app: RecordedApp(app, replay), engine: engine, plan: plan, pace: pace)
    if shrinks { return shrink(session, &console) }
    var writer = TranscriptWriter(
      file: Source.name(options.files[0]) + (against.map { " against " + Source.name($0) } ?? ""),
      replay: "recorded app · \(replay.words) · seed \(seed) · \(faultWords(plan))"
    ) { Console.print($0) }
    let outcome = session.run(&writer)
    writer.finish()
    return finish(outcome, app, plan, &console)
  }

  private func faultWords(_ plan: FaultPlan) -> String {
    faults == nil ? "no faults" : "faults sha256:\(plan.digest.prefix(16))"
  }

  private static func plan(_ path: String, seed: UInt64) throws -> FaultPlan {
    var input = try ChunkedInput(path: path)
    var octets: [UInt8] = []
    try input.forEachChunk { (chunk, _, _) throws(InputError) in
      guard octets.count < 1 << 20 else { throw InputError("\(path) is too long for a plan") }
      octets += chunk.copied()
      return chunk.byteCount
    }
    let plan = try FaultPlan(String(decoding: octets, as: UTF8.self), seed: seed)
    if plan.faults.isEmpty { throw InputError("\(path) holds no fault") }
    return plan
  }

  /// Reads a recording whole; answers `nil` where it could not be read.
  private func load(_ path: String, _ console: inout Console) throws -> Recording? {
    let outcome = Source.read(
      try options.open(path), options.selection, into: Recording(), console)
    let code = Source.finish(
      outcome.sink.notes, outcome.failure, outcome.skipped, of: path, options, &console)
    return code == .unusable ? nil : outcome.sink
  }

  /// Prints the smallest plan that fails in the same way.
  private func shrink<Engine: TransportEngine>(
    _ session: ReplaySession<Engine>, _ console: inout Console
  ) -> ExitCode {
    let wanted = session.failure(session.plan)
    guard !wanted.isEmpty else {
      console.complain(
        "rullo replay: with all faults nothing fails, so that there is nothing to find")
      return .inconclusive
    }
    let smaller = session.plan.shrunk { session.failure($0) == wanted }
    console.text.append("# fails with \(wanted.joined(separator: ", ")), seed \(seed)\n")
    console.text.append(smaller.text)
    return .difference
  }

  private func finish(
    _ outcome: ReplayOutcome, _ app: Recording, _ plan: FaultPlan, _ console: inout Console
  ) -> ExitCode {
    let divergences = outcome.divergences.filter { $0.policy != .note && $0.code != .noLink }
    for divergence in divergences.prefix(8) {
      for line in divergence.report.split(separator: "\n") {
        console.complain(Figures.plain("rullo replay: \(line)"))
      }
    }
    if divergences.count > 8 {
      console.complain("rullo replay: \(divergences.count - 8) more; the transcript has them all")
    }
    for fault in outcome.unfired {
      console.complain("rullo replay: the fault of line \(fault.line) never fired: \(fault)")
    }
    let code: ExitCode =
      switch outcome.verdict {
      case .passed: outcome.unfired.isEmpty ? .done : .inconclusive
      case .failed: .difference
      case .inconclusive: .inconclusive
      }
    if code != .done, let faults { tell(faults, app, plan, console) }
    return code
  }

  /// Everything that it takes to see the same failure again.
  private func tell(
    _ faults: String, _ app: Recording, _ plan: FaultPlan, _ console: borrowing Console
  ) {
    var digests = SessionDigests()
    app.replay(into: &digests)
    console.complain(
      "seed \(seed), rullo \(Rullo.version), session sha256:\(digests.session.prefix(16)), faults"
        + " sha256:\(plan.digest.prefix(16))")
    var words = ["rullo replay", options.files[0]]
    if let against { words.append("--against \(against)") }
    words.append("--faults \(faults) --seed \(seed)")
    console.complain(Figures.plain("again: " + words.joined(separator: " ")))
  }

  private static func order(_ word: String) throws(UsageError) -> MatchOrder {
    switch word {
    case "channel": return .channel
    case "strict": return .strict
    case "free": return .free
    default:
      guard word.hasPrefix("window-"), let count = Int(word.dropFirst(7)), count > 0 else {
        throw UsageError("'\(word)' is no order; write channel, strict, free or window-8")
      }
      return .window(count)
    }
  }

  private static func seconds(_ word: String, _ option: String) throws(UsageError) -> Int64 {
    try RecordingOptions.seconds(word, option)
  }
}
