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
             rullo info bugreport.zip
             rullo info --join btsnoop_hci.log btsnoop_hci.log.last
             rullo info --write-gatt trainer.json pairing.btsnoop
             rullo info --gatt trainer.json later.btsnoop

    The verdict answers one question: does the recording hold a usable trainer
    session, and if not, why not and what to do instead.

    A handle has its name from the discovery in its own connection, else from an
    earlier connection of the same device in the file, else from the map that
    --gatt gives. A handle that is left without a name is held against the field
    tables: confidence is the share of its values that decode to the last octet
    with no reserved bit and nothing absurd, times n / (n + 4) for n changes of
    the value, divided among all tables that fit as well. From 50 % on it is a
    suggestion; nothing is decoded by it.
    """

  static let parameters =
    RecordingOptions.parameters(\InfoCommand.options) + [
      .option(
        "--write-gatt", "MAP", "Write what the handles stand for, for --gatt of other captures."
      ) { root, word in root.mapPath = word }
    ]

  var options = RecordingOptions()
  var mapPath: String?

  func run(_ console: inout Console) throws -> ExitCode {
    let options = try options.resolved()
    var map = GATTMap()
    var code = ExitCode.done
    var isFirst = true
    for path in options.files {
      do {
        let file = try options.open(path)
        let (format, kind) = (file.formatName, file.format)
        let recognition = file.isChosen ? nil : file.recognition
        let clock = ClockText(of: file)
        let outcome = Source.read(file, options.selection, into: RecordingSummary(), console)
        map.peers += outcome.gattMap.peers
        var report = SummaryReport(
          outcome.sink, file: Source.name(path), format: format,
          linkType: outcome.linkType, census: outcome.census)
        report.stretch = options.stretch(
          kind, lines: outcome.lineCount, events: report.summary.eventCount,
          notes: report.summary.notes, duration: report.duration, clock: report.summary.clock)
        print(report, clock, options, isFirst: isFirst, &console)
        isFirst = false
        if let recognition, recognition.isClose { tell(recognition, console) }
        code = code.worse(
          Source.finish(
            outcome.sink.notes, outcome.failure, outcome.skipped, of: path, options, &console))
      } catch {
        code = code.worse(Source.fail(error, in: Self.name, &console))
      }
    }
    if let mapPath { code = code.worse(try write(map, to: mapPath, console)) }
    return code
  }

  /// Writes the map of all files; one without a peer would name nothing.
  private func write(
    _ map: GATTMap, to path: String, _ console: borrowing Console
  ) throws -> ExitCode {
    guard !map.peers.isEmpty else {
      console.complain(
        "rullo info: no handle map is written: no capture holds the discovery of a device")
      return .inconclusive
    }
    var json = JSONWriter()
    map.writeJSON(to: &json)
    let file = try OutputFile(path: path)
    json.text.withBytes { file.write($0) }
    try file.finish()
    let named = map.peers.map { $0.name ?? $0.address ?? "a device without a name" }
    console.complain("wrote the handles of \(named.joined(separator: ", ")) to \(path)")
    return .done
  }

  /// Says which formats were near each other, so that a person can decide.
  private func tell(_ recognition: LogRecognition, _ console: borrowing Console) {
    let scores = recognition.candidates.prefix(3).map { "\($0.choice.name) \($0.score) %" }
    console.complain(
      "the format was close: \(scores.joined(separator: ", ")) of the lines are known;"
        + " --log-format NAME decides")
  }

  private func print(
    _ report: SummaryReport, _ clock: ClockText?, _ options: RecordingOptions, isFirst: Bool,
    _ console: inout Console
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
