import RulloBase
import RulloBluetooth
import RulloFitness
import RulloMeasurements

/// The text of `rullo rate`: tables for a glance, then a sentence for each stream.
struct RateText {
  let report: RateReport

  /// The lines of the report, at most 80 columns wide where the names allow it.
  var lines: [String] {
    var lines = [header]
    if let stretch = report.stretch { lines += Help.wrapped(stretch.text, columns: 78) }
    for alias in aliases {
      let streams = report.streams.filter { $0.device?.alias == alias }
      let control = report.control.filter { $0.device?.alias == alias }
      guard let device = streams.first?.device ?? control.first?.device else { continue }
      lines += ["", device.heading]
      if !streams.isEmpty {
        lines += [""] + rhythm(streams).lines + [""] + data(streams).lines
        let clocks = clocks(streams)
        if !clocks.isEmpty { lines += [""] + clocks.lines }
        lines += [""]
        lines += naming(streams)
        for stream in streams { lines += RateSentence(stream: stream).lines }
      }
      if !control.isEmpty {
        lines += [""] + self.control(control.map(\.row))
      }
    }
    if report.streams.isEmpty, report.control.isEmpty {
      lines += [
        "", "Nothing to measure: no notification, no control traffic ('rullo info' says why).",
      ]
    }
    return lines
  }

  private var header: String {
    let span = report.duration.map { " in \(Figures.duration($0))" } ?? ""
    return "\(report.file) · \(Figures.spaced(report.format))\n"
      + "\(Figures.counted(report.eventCount, "event"))\(span) · \(Figures.clock(report.clock))"
  }

  /// The devices in the order of their first stream.
  private var aliases: [String] {
    var seen: [String] = []
    let all =
      report.streams.compactMap(\.device?.alias) + report.control.compactMap(\.device?.alias)
    for alias in all where !seen.contains(alias) { seen.append(alias) }
    return seen
  }

  /// Where names come from that no discovery in the stream's own connection gave.
  private func naming(_ streams: [StreamReport]) -> [String] {
    let sources: [(Attribute.Naming, String)] = [
      (.earlierConnection, "an earlier connection's discovery"), (.gattMap, "the given map"),
    ]
    return sources.flatMap { naming, words -> [String] in
      let named = streams.filter { $0.attribute?.naming == naming }.map(name)
      guard !named.isEmpty else { return [] }
      return Help.wrapped("named by \(words): \(named.joined(separator: ", "))", columns: 78)
    }
  }

  private func name(_ stream: StreamReport) -> String {
    (stream.attribute?.shortPath ?? "?") + (stream.kind == .indication ? " (ind.)" : "")
  }

  private func rhythm(_ streams: [StreamReport]) -> TextTable {
    var table = TextTable([
      ("stream", .left), ("count", .right), ("Hz", .right), ("95 % interval", .right),
      ("median", .right), ("longest", .right), ("gaps", .right),
    ])
    for stream in streams {
      let low = Figures.hertz(stream.rate?.low)
      let high = stream.rate?.high.map { " " + Figures.hertz($0) } ?? ""
      let range = stream.rate?.low == nil ? "-" : "\(low) –\(high)"
      table.add([
        name(stream), "\(stream.count)", Figures.hertz(stream.rate?.rate), range,
        Figures.duration(stream.intervals?.median), Figures.duration(stream.intervals?.maximum),
        stream.firstTime == nil ? "-" : "\(stream.gaps.count)",
      ])
    }
    return table
  }

  private func data(_ streams: [StreamReport]) -> TextTable {
    var table = TextTable([
      ("stream", .left), ("fresh", .right), ("fresh Hz", .right), ("repeats", .right),
      ("run", .right), ("grid", .right), ("on grid", .right),
    ])
    for stream in streams {
      table.add([
        name(stream), "\(stream.freshCount)", Figures.hertz(stream.freshRate), "\(stream.repeats)",
        "\(stream.longestRun)", grid(stream).map { Figures.duration($0.spacing) } ?? "-",
        grid(stream).map { "\($0.explained + 1)" } ?? "-",
      ])
    }
    return table
  }

  /// The grid, unless bursts alone make it one; the JSON has it by its definition.
  private func grid(_ stream: StreamReport) -> DeliveryGrid? {
    stream.grid.flatMap { $0.isConvincing ? $0 : nil }
  }

  /// What the counters in the values say by the device's own clock; a table of its own, because
  /// beside the others it breaks the 80 columns.
  private func clocks(_ streams: [StreamReport]) -> TextTable {
    var table = TextTable([("stream", .left), ("device clock", .left)])
    for stream in streams {
      var clock: [String] = []
      if let rate = stream.wheel?.rate { clock.append("wheel \(Figures.hertz(rate)) Hz") }
      if let rpm = stream.crank?.perMinute {
        clock.append("crank \(Figures.hertz(rpm, places: 1)) rpm")
      }
      if !clock.isEmpty { table.add([name(stream), clock.joined(separator: ", ")]) }
    }
    return table
  }

  /// A row for each op code, with its answers below: their words would break the 80 columns.
  private func control(_ rows: [ControlMeter.Row]) -> [String] {
    var table = TextTable([
      ("control point", .left), ("writes", .right), ("median", .right), ("longest", .right),
    ])
    for row in rows {
      let latency = IntervalStatistics(row.latencies, span: 0)
      table.add([
        "\(Hex.text([row.opCode])) \(row.opWords?.text ?? "unknown")", "\(row.writes)",
        Figures.duration(latency?.median), Figures.duration(latency?.maximum),
      ])
    }
    let lines = table.lines
    return lines.prefix(1)
      + zip(lines.dropFirst(), rows).flatMap { line, row in
        [line] + Help.wrapped(answers(row), columns: 76).map { "   " + $0 }
      }
  }

  private func answers(_ row: ControlMeter.Row) -> String {
    var parts = row.answers.map {
      "\($0.count) × \(row.resultWords($0.result)?.text ?? "result \($0.result)")"
    }
    if row.attErrors > 0 { parts.append(Figures.counted(row.attErrors, "ATT error")) }
    if row.unanswered > 0 { parts.append("\(row.unanswered) unanswered") }
    return parts.joined(separator: ", ")
  }
}
