import RulloBase
import RulloBluetooth
import RulloMeasurements

/// The rows of `rullo rate --csv`: one for each stream.
struct RateCSV {
  static let heading =
    "file,device,service,characteristic,kind,count,first_ns,last_ns,rate_hz,rate_low_hz,"
    + "rate_high_hz,median_ns,longest_ns,fresh,fresh_hz,repeats,longest_run,grid_ns,on_grid,gaps\n"

  let report: RateReport

  var rows: String {
    report.streams.map { stream in
      let cells: [String?] = [
        Self.quoted(report.file), stream.device?.alias,
        stream.attribute?.service?.description,
        stream.attribute?.uuid?.description ?? stream.attribute?.path, "\(stream.kind.word)",
        "\(stream.count)", stream.firstTime.map { "\($0)" }, stream.lastTime.map { "\($0)" },
        stream.rate.map { "\($0.rate)" }, stream.rate?.low.map { "\($0)" },
        stream.rate?.high.map { "\($0)" }, stream.intervals.map { "\($0.median)" },
        stream.intervals.map { "\($0.maximum)" }, "\(stream.freshCount)",
        stream.freshRate.map { "\($0)" }, "\(stream.repeats)", "\(stream.longestRun)",
        stream.grid.map { "\($0.spacing)" }, stream.onGrid.map { "\($0)" }, "\(stream.gaps.count)",
      ]
      return cells.map { $0 ?? "" }.joined(separator: ",") + "\n"
    }.joined()
  }

  /// A cell that may hold anything, in quotes where it must be (RFC 4180).
  private static func quoted(_ text: String) -> String {
    guard text.contains(where: { ",\"\r\n".contains($0) }) else { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}
