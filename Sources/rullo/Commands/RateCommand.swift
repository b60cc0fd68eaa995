import RulloBase
import RulloBluetooth
import RulloImporting
import RulloMeasurements

/// `rullo rate`: how often a device really notifies, and how much of it is new.
struct RateCommand: Command {
  static let name = "rate"
  static let abstract = "Measure how often a device really notifies, and how much of that is new."
  static let discussion = """
    Example: rullo rate captures/kickr-core-10hz.log
             rullo rate --json ride.btsnoop | jq '.streams[].rate_hz'

    Hz        (count - 1) / (last - first); the 95 % interval is Student's t on the
              mean of the intervals.
    gaps      intervals over 3 x the median and over 3 x the grid.
    fresh     notifications whose octets differ from the one before; the first is.
    run       the most notifications in a row with equal octets.
    grid      the largest spacing (10 ms at least) of which 90 % of the intervals
              are multiples within 2 ms or two steps of the clock; centre of the
              best fit.
    device clock  advances of the device's own counters by its own event times.
    Percentiles are nearest-rank, exact up to 65,536 distinct intervals.
    """

  static let parameters: [Parameter<RateCommand>] =
    RecordingOptions.parameters(\.options) + [
      .flag("--csv", "Print a row for each stream.", \.isCSV)
    ]

  var options = RecordingOptions()
  var isCSV = false

  func run(_ console: inout Console) throws -> ExitCode {
    let options = try options.resolved()
    if options.isJSON, isCSV { throw UsageError("--json and --csv exclude each other") }
    var code = ExitCode.done
    var isFirst = true
    if isCSV { console.text.append(RateCSV.heading) }
    for path in options.files {
      do {
        let file = try options.open(path)
        let (format, kind) = (file.formatName, file.format)
        let outcome = Source.measure(file, options.selection, into: RateMeter(), console)
        var report = RateReport(
          outcome.sink, file: Source.name(path), format: format)
        let stretch = options.stretch(
          kind, lines: outcome.lineCount, events: report.eventCount, notes: report.notes,
          duration: report.duration, clock: report.clock)
        report.stretch = stretch?.ring == nil ? nil : stretch
        print(report, options, isFirst: isFirst, &console)
        isFirst = false
        code = code.worse(
          Source.finish(
            report.notes, outcome.failure, outcome.skipped, of: path, options, &console))
      } catch {
        code = code.worse(Source.fail(error, in: Self.name, &console))
      }
    }
    return code
  }

  private func print(
    _ report: RateReport, _ options: RecordingOptions, isFirst: Bool, _ console: inout Console
  ) {
    if options.isJSON {
      var json = JSONWriter()
      // Several files are JSON Lines; a single object may break its lines for readers.
      report.writeJSON(to: &json, breaksLines: options.files.count == 1)
      json.endLine()
      json.text.withBytes { console.text.append(bytes: $0) }
    } else if isCSV {
      console.text.append(RateCSV(report: report).rows)
    } else {
      if !isFirst { console.text.append("\n\n") }
      for line in RateText(report: report).lines { console.text.append(line + "\n") }
    }
    console.flush()
  }
}
