import RulloBase
import RulloBluetooth
import RulloImporting
import RulloRecordings
import RulloTransport

/// `rullo replay`: the app of a recording against a device, and the transcript of both.
struct ReplayCommand: Command {
  static let name = "replay"
  static let abstract = "Replay a recording's app against a device and print the transcript."
  static let discussion = """
    Example: rullo replay ride.btsnoop
             rullo replay ride.btsnoop --against newer-firmware.btsnoop
             rullo replay ride.btsnoop --speed 10 --policy D1=answer

    Without --against the device is the recording's own, and everything must match.
    The transcript is a session text: every write with the rung on which it matched
    (match=exact), every answer with its latency (after=45.250 ms).

    Codes of --policy: D1 a write with no partner, D2 a partner on a lower rung,
    D3 wrong order, D4 a recorded write never made, D5 wrong time, D6 a read with
    nothing recorded, D7 no subscription or no control, D8 no link, D9 after the
    end, D10 a gap where an answer is needed. Words: fail, answer, nearest, silent,
    stop, note, inconclusive.
    Exit code 1 where app and recording part, 3 where a gap leaves it open.
    """

  static let parameters: [Parameter<ReplayCommand>] =
    [
      Parameter(
        kind: .positional, name: "FILE", help: "A capture or a log; - is standard input."
      ) { $0.options.files.append($1) },
      .option("--against", "FILE", "The recording whose device answers instead of its own.") {
        root, word in root.against = word
      },
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
  var replay = ReplayOptions()
  var pace = Pace.instant

  func run(_ console: inout Console) throws -> ExitCode {
    guard let path = options.files.first else { throw UsageError("missing FILE") }
    if case .step = pace, path == "-" || against == "-" {
      throw UsageError("--step reads standard input, so that a recording cannot come from there")
    }
    guard let app = try load(path, &console) else { return .unusable }
    var run: ReplayRun<ReplayEngine>
    if let against {
      guard let device = try load(against, &console) else { return .unusable }
      run = ReplayRun(RecordedApp(app, replay), against: ReplayEngine(device, replay))
    } else {
      run = ReplayRun(app, replay)
    }
    guard run.engine.deviceCount > 0 else {
      throw InputError("no exchange with a device is in it, so that there is nothing to replay")
    }
    var file = Source.name(path)
    if let against { file += " against " + Source.name(against) }
    var writer = TranscriptWriter(
      file: file, replay: "recorded app · \(replay.words) · seed 0 · no faults"
    ) { Console.print($0) }
    play(&run, &writer)
    run.finish()
    run.write(to: &writer)
    writer.finish()
    return finish(run, &console)
  }

  /// Reads a recording whole; answers `nil` where it could not be read.
  private func load(_ path: String, _ console: inout Console) throws -> Recording? {
    let outcome = Source.read(
      try options.open(path), options.selection, into: Recording(), console)
    let code = Source.finish(
      outcome.sink.notes, outcome.failure, outcome.skipped, of: path, options, &console)
    return code == .unusable ? nil : outcome.sink
  }

  /// Runs to the end in the pace that was asked for; the transcript is the same in each.
  private func play(_ run: inout ReplayRun<ReplayEngine>, _ writer: inout TranscriptWriter) {
    let start = Console.monotonicNanoseconds()
    while let time = run.nextTime {
      switch pace {
      case .instant: break
      case .times(let factor):
        Console.sleep(nanoseconds: time / Int64(factor) - (Console.monotonicNanoseconds() - start))
      case .step: guard readLine(strippingNewline: true) != nil else { return run.run() }
      }
      guard run.step() else { return }
      run.write(to: &writer)
      if case .instant = pace { continue }
      writer.flush()
    }
  }

  private func finish(_ run: ReplayRun<ReplayEngine>, _ console: inout Console) -> ExitCode {
    let divergences = run.engine.engine.divergences.filter { $0.policy != .note }
    for divergence in divergences.prefix(8) {
      for line in divergence.report.split(separator: "\n") {
        console.complain(Figures.plain("rullo replay: \(line)"))
      }
    }
    if divergences.count > 8 {
      console.complain("rullo replay: \(divergences.count - 8) more; the transcript has them all")
    }
    switch run.verdict {
    case .passed: return .done
    case .failed: return .difference
    case .inconclusive: return .inconclusive
    }
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
