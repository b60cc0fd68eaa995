import RulloBase
import RulloComparison
import RulloImporting
import RulloRecordings

/// `rullo diff`: what changed between two sessions, as facts of the protocol.
struct DiffCommand: Command {
  static let name = "diff"
  static let abstract = "Say what changed between two sessions, such as before and after an update."
  static let discussion = """
    Example: rullo diff before.btsnoop after.btsnoop
             rullo diff before.log after.log --fail-on breaking
             rullo diff before.btsnoop after.btsnoop --markdown > release-note.md
             rullo decode after.btsnoop --event 12

    Compares what a device declares, answers and sends; never lines, and never what
    the rider makes. Connections and control writes are aligned first, streams are
    compared between them. Each finding names its rule, the limit it went over, and
    events in both files; the last example shows one with its octets.

    --same-stimuli replays what the app of OLD asked against the device of NEW, as
    far as NEW's recording can answer, and compares both conversations. Events of
    NEW are then those of the transcript that --transcript keeps.

    breaking     an app that worked may work no more
    behaviour    the device answers or sends otherwise
    timing       the same at other times
    information  worth knowing
    noise        varies between recordings of one firmware (see 'rullo baseline')

    Without a baseline timing counts from 30 samples a side, over 20 % and 10 ms.
    Exit code 0 without a finding, 1 with one that is no noise, or with --fail-on
    only with one of that class or a worse one; 3 where nothing could be compared.
    """

  static let parameters: [Parameter<DiffCommand>] =
    [
      Parameter(kind: .positional, name: "OLD", help: "The session before; - is standard input.") {
        $0.options.files.append($1)
      },
      Parameter(kind: .positional, name: "NEW", help: "The session after.") {
        $0.options.files.append($1)
      },
    ] + RecordingOptions.parameters(\.options, several: false).dropFirst() + [
      .flag("--markdown", "Print Markdown, as for a release note.", \.isMarkdown),
      .option("--fail-on", "CLASS", "Exit with 1 only from this class of findings on.") {
        (root, word) throws(UsageError) in
        guard let found = FindingClass.allCases.first(where: { $0.word == word }) else {
          let words = FindingClass.allCases.map(\.word).joined(separator: ", ")
          throw UsageError("'\(word)' is no class for --fail-on; there are \(words)")
        }
        root.failsOn = found
      },
      .option("--baseline", "FILE", "What varies anyway, as 'rullo baseline' learned it.") {
        root, word in root.baseline = word
      },
      .flag("--same-stimuli", "Replay OLD's app against NEW's device, then compare.", \.isReplayed),
      .option("--transcript", "FILE", "Keep the transcript of --same-stimuli.") {
        root, word in root.transcript = word
      },
      .flag("--bench", "A machine drove both alike: compare power, cadence, speed too.", \.isBench),
    ]

  var options = RecordingOptions()
  var isMarkdown = false
  var isBench = false
  var baseline: String?
  var isReplayed = false
  var transcript: String?
  var failsOn = FindingClass.information

  func run(_ console: inout Console) throws -> ExitCode {
    guard options.files.count == 2 else { throw UsageError("missing NEW") }
    try options.check()
    if options.isJSON, isMarkdown { throw UsageError("--json and --markdown exclude each other") }
    if transcript != nil, !isReplayed { throw UsageError("--transcript goes with --same-stimuli") }
    guard options.files != ["-", "-"] else {
      throw UsageError("only one of the two can be standard input")
    }
    let old = try read(options.files[0], &console)
    let new = try read(options.files[1], &console)
    var settings = ComparisonOptions()
    settings.isBench = isBench
    if let baseline { settings.baseline = try Self.readBaseline(baseline) }
    var stimuli: SameStimuli?
    if isReplayed {
      let replayed = try SameStimuli(
        old: old.recording, new: new.recording, file: new.file.name)
      if let transcript {
        let file = try OutputFile(path: transcript)
        replayed.transcript.withRawSpan { file.write($0) }
        try file.finish()
      }
      stimuli = replayed
      settings.comparesLinks = false
    }
    let comparison = Comparison(
      old: old.recording, new: stimuli?.recording ?? new.recording, options: settings)
    let files = Sides(old: old.file, new: new.file)
    print(comparison, files, stimuli, &console)
    let code = old.code.worse(new.code)
    if !comparison.isConclusive {
      console.complain(
        "rullo diff: nothing could be compared: the sessions have no stream, no declaration and no"
          + " exchange in common; 'rullo info' says what is in each")
      return code.worse(.inconclusive)
    }
    let isFound = comparison.findings.contains { $0.findingClass <= failsOn }
    return code.worse(isFound ? .difference : .done)
  }

  /// Reads one session whole; alignment needs both.
  private func read(
    _ path: String, _ console: inout Console
  ) throws -> (recording: Recording, file: ComparedFile, code: ExitCode) {
    let file = try options.open(path)
    let compared = ComparedFile(name: Source.name(path), format: file.formatName)
    let outcome = Source.read(file, options.selection, into: Recording(), console)
    let code = Source.finish(
      outcome.sink.notes, outcome.failure, outcome.skipped, of: path, options, &console)
    return (outcome.sink, compared, code)
  }

  private static func readBaseline(_ path: String) throws -> Baseline {
    var input = try ChunkedInput(path: path)
    var octets: [UInt8] = []
    try input.forEachChunk { (chunk, _, _) throws(InputError) in
      octets += chunk.copied()
      return chunk.byteCount
    }
    do {
      return try Baseline(reading: octets)
    } catch {
      throw InputError("\(Source.name(path)): \(error)")
    }
  }

  private func print(
    _ comparison: Comparison, _ files: Sides<ComparedFile>, _ stimuli: SameStimuli?,
    _ console: inout Console
  ) {
    if options.isJSON {
      var json = JSONWriter()
      comparison.writeJSON(files, stimuli: stimuli, to: &json, breaksLines: true)
      json.endLine()
      json.text.withBytes { console.text.append(bytes: $0) }
    } else if isMarkdown {
      console.text.append(
        ComparisonMarkdown(comparison: comparison, files: files, stimuli: stimuli).text)
    } else {
      for line in ComparisonText(comparison: comparison, files: files, stimuli: stimuli).lines {
        console.text.append(line + "\n")
      }
    }
    console.flush()
  }
}
