import RulloBase
import RulloBluetooth
import RulloImporting
import RulloRecordings

/// `rullo decode`: every event of a recording, decoded.
struct DecodeCommand: Command {
  static let name = "decode"
  static let abstract = "Print every event of a recording, decoded."
  static let discussion = """
    Example: rullo decode ride.btsnoop --characteristic 2AD9
             rullo decode ride.btsnoop > ride.session.txt
             rullo decode --json ride.btsnoop | jq -c 'select(.kind == "error")'

    The text is a session text, which every command reads as an input. --json prints
    a line of JSON for each event; n is the number that --event takes.
    Exit code 1 where a value does not decode.
    """

  static let parameters: [Parameter<DecodeCommand>] =
    RecordingOptions.parameters(\.options) + [
      .option("--event", short: "e", "N", "Only event N, with the octets it came from.") {
        (root, word) throws(UsageError) in
        guard let number = Int(word), number > 0 else {
          throw UsageError("'\(word)' is no number of an event; they count from 1")
        }
        root.event = number
      }
    ]

  var options = RecordingOptions()
  var event: Int?

  func run(_ console: inout Console) throws -> ExitCode {
    let options = try options.resolved()
    guard let path = options.files.first, options.files.count == 1 else {
      let list = options.files.map { "\n  \($0)" }.joined()
      throw InputError(
        "a session is of one recording; name one of them, or --join the parts of one:\(list)")
    }
    if let event { return try EventView(path: path, number: event).run(options, &console) }
    let file = try options.open(path)
    let format = file.formatWord
    if options.isJSON {
      var outcome = Source.read(
        file, options.selection, into: EventJSONWriter { Console.print($0) }, console)
      outcome.sink.finish()
      let code = Source.finish(
        outcome.sink.notes, outcome.failure, outcome.skipped, of: path, options, &console)
      return code.worse(
        Source.faults(outcome.sink.faultCount, first: outcome.sink.firstFault, &console))
    }
    let writer = SessionTextWriter(
      source: SessionSource(file: Source.name(path), format: format)
    ) { Console.print($0) }
    var outcome = Source.read(file, options.selection, into: FaultCounter(writer), console)
    outcome.sink.sink.finish()
    let code = Source.finish(
      outcome.sink.notes, outcome.failure, outcome.skipped, of: path, options, &console)
    return code.worse(
      Source.faults(outcome.sink.faultCount, first: outcome.sink.firstFault, &console))
  }
}
