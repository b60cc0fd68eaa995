import RulloBase
import RulloBluetooth
import RulloFieldLogs
import RulloImporting
import RulloMeasurements

/// `rullo info`: what is in a recording, and whether it is usable.
struct InfoCommand: Command {
  static let name = "info"
  static let abstract = "Say what is in a recording, who ended each link, and whether it is usable."
  static let discussion = """
    Example: rullo info ride.btsnoop
             rullo info --json *.btsnoop | jq '.verdict_kind'

    The verdict answers one question: does the recording hold a usable trainer
    session, and if not, why not and what to do instead.
    """

  static let parameters = RecordingOptions.parameters(\InfoCommand.options)

  var options = RecordingOptions()

  func run(_ console: inout Console) throws -> ExitCode {
    try options.check()
    var code = ExitCode.done
    var isFirst = true
    for path in options.files {
      do {
        let file = try options.open(path)
        let (format, kind) = (file.formatName, file.format)
        let recognition = file.isChosen ? nil : file.recognition
        let clock = ClockText(of: file)
        let outcome = Source.read(file, options.selection, into: RecordingSummary(), console)
        var report = SummaryReport(
          outcome.sink, file: Source.name(path), format: format,
          linkType: outcome.linkType, census: outcome.census)
        report.stretch = options.stretch(
          kind, lines: outcome.lineCount, events: report.summary.eventCount,
          notes: report.summary.notes, duration: report.duration, clock: report.summary.clock)
        print(report, clock, isFirst: isFirst, &console)
        isFirst = false
        if let recognition, recognition.isClose { tell(recognition, console) }
        code = code.worse(
          Source.finish(
            outcome.sink.notes, outcome.failure, outcome.skipped, of: path, options, &console))
      } catch {
        code = code.worse(Source.fail(error, in: Self.name, &console))
      }
    }
    return code
  }

  /// Says which formats were near each other, so that a person can decide.
  private func tell(_ recognition: LogRecognition, _ console: borrowing Console) {
    let scores = recognition.candidates.prefix(3).map { "\($0.choice.name) \($0.score) %" }
    console.complain(
      "the format was close: \(scores.joined(separator: ", ")) of the lines are known;"
        + " --log-format NAME decides")
  }

  private func print(
    _ report: SummaryReport, _ clock: ClockText?, isFirst: Bool, _ console: inout Console
  ) {
    if options.isJSON {
      var json = JSONWriter()
      report.writeJSON(to: &json, breaksLines: options.files.count == 1)
      json.endLine()
      json.text.withBytes { console.text.append(bytes: $0) }
    } else {
      if !isFirst { console.text.append("\n\n") }
      for line in InfoText(report: report, clock: clock).lines { console.text.append(line + "\n") }
    }
    console.flush()
  }
}
