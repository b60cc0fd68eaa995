import RulloBase
import RulloBluetooth
import RulloComparison
import RulloImporting
import RulloRecordings

/// `rullo baseline`: learns from several recordings of one firmware what varies anyway.
struct BaselineCommand: Command {
  static let name = "baseline"
  static let abstract = "Learn from recordings of one firmware what varies anyway."
  static let discussion = """
    Example: rullo baseline monday.btsnoop tuesday.btsnoop -o kickr.baseline.json
             rullo diff old.btsnoop new.btsnoop --baseline kickr.baseline.json

    Compares the recordings with each other. What differs between them varies with
    one firmware: the band of each number and the set of each answer is kept, and
    'rullo diff' takes findings that stay within for noise. The text has a band a
    line, so that it can be kept beside the recordings and read.
    """

  static let parameters: [Parameter<BaselineCommand>] =
    RecordingOptions.parameters(\.options).filter { $0.name != "--json" } + [
      .option("--output", short: "o", "FILE", "Where to write it; - is standard output.") {
        root, word in root.output = word
      },
      .flag("--bench", "A machine drove all alike: learn power, cadence, speed too.", \.isBench),
    ]

  var options = RecordingOptions()
  var output: String?
  var isBench = false

  func run(_ console: inout Console) throws -> ExitCode {
    try options.check()
    guard let output else { throw UsageError("missing --output FILE") }
    var recordings: [Recording] = []
    var code = ExitCode.done
    for path in options.files {
      let outcome = Source.read(
        try options.open(path), options.selection, into: Recording(), console)
      code = code.worse(
        Source.finish(
          outcome.sink.notes, outcome.failure, outcome.skipped, of: path, options, &console))
      recordings.append(outcome.sink)
    }
    guard code != .unusable else { return code }
    let baseline = try Baseline(learning: recordings, isBench: isBench)
    var json = JSONWriter()
    baseline.write(to: &json)
    guard output != "-" else {
      json.text.withBytes { console.text.append(bytes: $0) }
      return code
    }
    let file = try OutputFile(path: output)
    json.text.withBytes { file.write($0) }
    try file.finish()
    return code
  }
}
