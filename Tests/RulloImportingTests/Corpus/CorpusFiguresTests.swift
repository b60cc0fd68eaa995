import RulloBase
import RulloBluetooth
import RulloMeasurements
import RulloRecordings
import RulloTestSupport
import Testing

@testable import RulloImporting

/// The figures that the corpus states about its own files, read with other tools.
@Suite("corpus figures", .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.absence)))
struct CorpusFiguresTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let file: String
    let format: SourceFormat
    let link: String
    let packets: Int
    var values = 0
    /// `nil` where the corpus says nothing.
    var writes: Int?
    /// Values by the last part of the path, where the corpus counts streams.
    var streams: [String: Int] = [:]
    /// Decided by hand from what the corpus says is in the file.
    let verdict: Verdict.Kind
    var testDescription: String { file }
  }

  static let rows: [Row] = [
    Row(
      file: "kickrshiftkey-wahoo-bike-shift-dircon.pcapng", format: .pcapng, link: "Ethernet (1)",
      // 2,652 lines of the other decode of this file are notifications.
      packets: 4_491, values: 2_652,
      streams: ["1826/2AD2": 692, "1818/2A63": 692], verdict: .usable),
    Row(
      file: "horizon74-treadmill-ftms-discovery.btsnoop", format: .btsnoop, link: "HCI H4 (1002)",
      packets: 2_572, values: 1_047, writes: 261,
      // The treadmill sends FFF3 from a second handle of the same UUID.
      streams: ["FFF0/FFF4": 786, "FFF0/FFF3#2": 261], verdict: .noFitnessData),
    Row(
      file: "qdomyoszwift-domyos-session.btsnoop", format: .btsnoop, link: "HCI H4 (1002)",
      packets: 3_640, values: 1_030, writes: 638, verdict: .noFitnessData),
    Row(
      file: "qdomyoszwift-domyos-heart200andstop.btsnoop", format: .btsnoop, link: "HCI H4 (1002)",
      packets: 5_218, values: 1_614, writes: 946, verdict: .noFitnessData),
    Row(
      file: "qdomyoszwift-carnielli-no-discovery.cfa", format: .btsnoop, link: "HCI H4 (1002)",
      packets: 10_396, values: 380, streams: ["h0052": 380], verdict: .unknownHandles),
    Row(
      file: "lumentree-acl-only-1178-notifications.btsnoop", format: .btsnoop,
      link: "HCI H4 (1002)", packets: 1_304, values: 1_178, streams: ["FFE0/FFE1": 1_178],
      verdict: .noFitnessData),
    Row(
      file: "blefun-sphero-7927-notifications.btsnoop", format: .btsnoop, link: "HCI H4 (1002)",
      packets: 29_317, values: 7_927, writes: 9_110, verdict: .noFitnessData),
    Row(
      file: "btsnooper-write-command-flood.btsnoop", format: .btsnoop, link: "HCI H4 (1002)",
      packets: 7_250, values: 34, writes: 3_077, verdict: .noFitnessData),
    Row(
      file: "pogoplus-pair-fragments-clock-1970.btsnoop", format: .btsnoop, link: "HCI H4 (1002)",
      packets: 897, values: 19, verdict: .noFitnessData),
    Row(
      file: "mc3000-clock-before-1970.btsnoop", format: .btsnoop, link: "HCI H4 (1002)",
      packets: 799, values: 70, verdict: .noFitnessData),
    Row(
      file: "btsnooprs-btmon-monitor-2001.btsnoop", format: .btsnoop,
      link: "Linux monitor (2001)", packets: 554, verdict: .noATT),
    // Half of its events are commands' answers, and 12 are advertising reports; there is no ACL.
    Row(
      file: "btsnooprs-android-cmd-evt-only.btsnoop", format: .btsnoop, link: "HCI H4 (1002)",
      packets: 222, verdict: .advertisingOnly),
    Row(
      file: "oppoearbuds-header-only.cfa", format: .btsnoop, link: "HCI H4 (1002)", packets: 0,
      verdict: .empty),
    Row(
      file: "btstack-sm-pairing.pklg", format: .packetLogger, link: "HCI, big-endian",
      packets: 195, verdict: .noFitnessData),
    Row(
      file: "tesible-heart-rate-strap.pcapng", format: .pcapng, link: "nRF Sniffer (272)",
      packets: 2_154, values: 20, streams: ["180D/2A37": 20], verdict: .usable),
    Row(
      file: "tesible-advertising-only.pcapng", format: .pcapng, link: "nRF Sniffer (272)",
      packets: 14_843, verdict: .advertisingOnly),
    Row(
      file: "crackle-known-ltk-ppi.pcap", format: .pcap, link: "PPI (192)", packets: 303,
      verdict: .encrypted),
    Row(
      file: "crackle-le-secure-connections.pcapng", format: .pcapng,
      link: "Bluetooth LE link layer with radio header (256)", packets: 303, verdict: .encrypted),
    // tshark: an exchange of the MTU and nothing else of ATT; then 22 PDUs with writes to 0x0011.
    Row(
      file: "sweyntooth-dialog-da14680-truncated-l2cap-crash.pcap", format: .pcap,
      link: "nRF Sniffer (272)", packets: 387, verdict: .noFitnessData),
    Row(
      file: "sweyntooth-stmicroelectronics-sequential-att-deadlock.pcap", format: .pcap,
      link: "nRF Sniffer (272)", packets: 195, verdict: .unknownHandles),
  ]

  @Test("packets, values, writes, streams and verdict", arguments: rows)
  func figures(row: Row) throws {
    let reading = try Reading.corpus(row.file)
    #expect(reading.failure == nil)
    #expect(reading.format == row.format)
    #expect(reading.linkType == row.link)
    #expect(reading.census?.packets == row.packets)
    #expect(reading.count(.notification) == row.values)
    #expect(reading.count(.indication) == 0)
    if let writes = row.writes {
      #expect(
        reading.count(.writeRequest, .writeCommand, .subscribe, .unsubscribe) == writes)
    }
    let streams = reading.streams
    for (path, count) in row.streams { #expect(streams[path] == count, "\(path)") }
    let summary = try RecordingFile(path: Corpus.folder + "/" + row.file)
      .read(into: RecordingSummary())
    #expect(Verdict(summary.sink, census: summary.census).kind == row.verdict)
    #expect(summary.sink.count(.notification) == row.values)
  }

  @Test("7,927 notifications are two streams") func twoStreams() throws {
    let reading = try Reading.corpus("blefun-sphero-7927-notifications.btsnoop")
    // The corpus counts 7,241 - 1 gaps in the larger one.
    #expect(reading.streams.values.sorted() == [7_927 - 7_241, 7_241])
  }

  @Test("a connection known from its data alone names its handle") func handle() throws {
    let reading = try Reading.corpus("lumentree-acl-only-1178-notifications.btsnoop")
    let attribute = reading.recording.attributes.first { $0.handle == 0x002A }
    #expect(attribute?.path == "FFE0/FFE1")
    #expect(reading.recording.links.map(\.start) == [nil])
  }

  // The corpus: first record at 1969-12-28T03:35:12; tshark: the connection, frame 555, is the
  // first event. The other clock stands at 1970-01-16.
  @Test(
    "clocks that were never set",
    arguments: [
      ("mc3000-clock-before-1970.btsnoop", "1969-12-28T03:3"),
      ("pogoplus-pair-fragments-clock-1970.btsnoop", "1970-01-16T"),
    ])
  func clocks(name: String, start: String) throws {
    let outcome = try RecordingFile(path: Corpus.folder + "/" + name).read(into: RecordingSummary())
    let report = SummaryReport(
      outcome.sink, file: name, format: "btsnoop", linkType: nil, census: outcome.census)
    #expect(report.start?.hasPrefix(start) == true)
  }

  @Test("the year 1969 to the second", .enabled(if: Tshark.isExpected)) func year1969() throws {
    let name = "mc3000-clock-before-1970.btsnoop"
    let tshark = try Tshark(name)
    let reading = try Reading.corpus(name)
    let event = try #require(reading.recording.events.first)
    let first = reading.recording.clock.start.advanced(
      by: -tshark.times[event.source.number - 1])
    // 1969-12-28T03:35:12: 4 days less 3 h 35 min 12 s before 1970 are 345,600 - 12,912 s.
    #expect(first.seconds == -332_688)
  }

  struct NoteRow: Sendable {
    let file: String
    let kind: Note.Kind
    let count: Int
  }

  @Test(
    "what the corpus says is broken is noted as often",
    arguments: [
      NoteRow(file: "btsnooprs-btmon-monitor-2001.btsnoop", kind: .timeStep, count: 32),
      NoteRow(
        file: "qdomyoszwift-carnielli-no-discovery.cfa", kind: .chipDiagnostics, count: 20),
      NoteRow(file: "btsnooper-write-command-flood.btsnoop", kind: .chipDiagnostics, count: 92),
    ])
  func notes(row: NoteRow) throws {
    let notes = try Reading.corpus(row.file).recording.notes.entries
    #expect(notes.filter { $0.note.kind == row.kind }.reduce(0) { $0 + $1.count } == row.count)
  }

  @Test(
    "what is read by no part of this version says what to do instead",
    arguments: [
      ("trackmyindoorworkout-stages-sc3-2a63-series.csv", "text without an exchange"),
      ("kickrshiftkey-wahoo-bike-shift-messages.csv", "text without an exchange"),
    ])
  func unread(name: String, sentence: String) {
    let error = #expect(throws: InputError.self) { try Reading.corpus(name) }
    #expect(error?.description.contains(sentence) == true, "\(error?.description ?? "-")")
  }
}
