import RulloBase
import RulloBluetooth
import RulloFieldLogs
import RulloMeasurements
import RulloRecordings
import RulloTestSupport
import Testing

@testable import RulloImporting

/// The figures that the corpus states about its text logs.
@Suite(
  "corpus figures of text logs", .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.absence)))
struct FieldLogFiguresTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let file: String
    let bikeData: Int
    let median: Int64
    var longest: Int64?
    let status: Int
    /// Writes by op code; each was answered with success.
    let writes: [UInt8: Int]
    let latency: Int64
    let longestLatency: Int64
    var testDescription: String { file }
  }

  static let rows = [
    Row(
      file: "simcline-elite-direto-xr-ftms-client.txt", bikeData: 387, median: 983,
      longest: 1_035, status: 167, writes: [0x11: 156, 0x00: 12, 0x07: 6, 0x08: 5, 0x01: 5],
      latency: 47, longestLatency: 95),
    Row(
      file: "simcline-zwift-hub-ftms-client.txt", bikeData: 54, median: 997, status: 22,
      writes: [0x11: 21, 0x00: 2, 0x07: 1], latency: 139, longestLatency: 371),
  ]

  @Test("the serial monitor logs", arguments: rows) func serialMonitor(row: Row) throws {
    let file = try RecordingFile(path: Corpus.folder + "/" + row.file)
    #expect(file.formatName == "serial_monitor")
    let outcome = file.read(into: RateMeter())
    let report = RateReport(outcome.sink, file: row.file, format: "serial_monitor")
    let bike = try #require(report.streams.first { $0.attribute?.uuid == 0x2AD2 })
    #expect(bike.count == row.bikeData)
    #expect(bike.intervals?.median == row.median * 1_000_000)
    if let longest = row.longest { #expect(bike.intervals?.maximum == longest * 1_000_000) }
    let status = report.streams.first { $0.attribute?.uuid == 0x2ADA }
    #expect(status?.count == row.status)
    var latencies: [Int64] = []
    var writes: [UInt8: Int] = [:]
    for (_, control) in report.control {
      writes[control.opCode] = control.writes
      #expect(control.unanswered == 0 && control.attErrors == 0)
      #expect(control.answers.map(\.result) == [1])
      #expect(control.answers.map(\.count) == [control.writes])
      let statistics = try #require(IntervalStatistics(control.latencies, span: 0))
      latencies.append(statistics.maximum)
    }
    #expect(writes == row.writes)
    #expect(latencies.max() == row.longestLatency * 1_000_000)
    #expect(try Self.medianLatency(row.file) == row.latency)
  }

  /// Milliseconds over all op codes, the mean of the middle two, rounded: each answer less the write before it.
  static func medianLatency(_ name: String) throws -> Int64? {
    let recording = try Reading.corpus(name).recording
    var written: Int64?
    var latencies: [Int64] = []
    for event in recording.events where recording.attribute(of: event)?.uuid == 0x2AD9 {
      if event.direction == .toDevice {
        written = event.time
      } else if let start = written {
        latencies.append((event.time - start) / 1_000_000)
        written = nil
      }
    }
    let sorted = latencies.sorted()
    return sorted.isEmpty
      ? nil : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2] + 1) / 2
  }

  /// Case A1 in a whole: this trainer answered Start in line 97, and its records grew from eleven
  /// octets (flags 0x0264, line 71) to twenty (0x02FE, line 99) at 14:46:40.975; the first event is
  /// the write of line 36 at 14:46:24.182.
  @Test("a layout that changes once a trainer is started") func layoutChange() throws {
    let name = "simcline-zwift-hub-ftms-client.txt"
    let file = try RecordingFile(path: Corpus.folder + "/" + name)
    let summary = file.read(into: RecordingSummary()).sink
    let bike = try #require(summary.attributes.first { $0.value.uuid == 0x2AD2 }?.key)
    let changes = try #require(summary.layoutChanges(of: bike))
    #expect(changes.count == 1)
    #expect(changes.layouts == [0x0264, 0x02FE])
    #expect(changes.first?.source == SourceReference(.line, 99))
    #expect(summary.notes.entries.allSatisfy { !$0.note.text.contains("layout") })
  }

  // Source: the corpus' README and the heading of the file.
  @Test("the messages of a Direct Connect capture as a table") func messages() throws {
    let name = "kickrshiftkey-wahoo-bike-shift-messages.csv"
    let columns = try LogColumns(
      "time=time_s,direction=direction,kind=message,uuid=uuid,value=value_hex")
    let reading = try Self.table(columns, name)
    #expect(reading.streams["1826/2AD2"] == 692)
    #expect(reading.streams["1818/2A63"] == 692)
    #expect(reading.streams.values.reduce(0, +) == 2_652)
    #expect(reading.count(.writeRequest) == 24)
    // Six answers, one of which is withheld: "(removed)".
    #expect(reading.count(.readResponse) == 5)
    let capture = try Reading.corpus("kickrshiftkey-wahoo-bike-shift-dircon.pcapng")
    #expect(reading.values(of: 0x2AD2) == capture.values(of: 0x2AD2))
    #expect(reading.values(of: 0x2A63) == capture.values(of: 0x2A63))
  }

  // 73 rows in 29.0 s; 41 of them equal the one before.
  @Test("a series of one characteristic as a table") func series() throws {
    let columns = try LogColumns("time=time,value=value_hex,uuid=2A63")
    var format = LogFormat(name: "table")
    format.columns = columns
    let path = Corpus.folder + "/trackmyindoorworkout-stages-sc3-2a63-series.csv"
    let outcome = try RecordingFile(path: path, log: .declared(format)).read(into: RateMeter())
    let report = RateReport(outcome.sink, file: path, format: "table")
    #expect(report.streams.map(\.count) == [73])
    #expect(report.streams.map(\.repeats) == [41])
    #expect((report.duration ?? 0) / 100_000_000 == 290)
  }

  private static func table(_ columns: LogColumns, _ name: String) throws -> Reading {
    var format = LogFormat(name: "table")
    format.columns = columns
    return Reading(
      try RecordingFile(path: Corpus.folder + "/" + name, log: .declared(format)))
  }
}

extension Reading {
  /// The values of a characteristic, in order.
  fileprivate func values(of uuid: BluetoothUUID) -> [[UInt8]] {
    recording.events.indices.filter {
      recording.attribute(of: recording.events[$0])?.uuid == uuid
        && recording.events[$0].kind == .notification
    }.map { Array(recording.value(at: $0)) }
  }
}
