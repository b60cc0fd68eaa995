import RulloBase
import RulloBluetooth
import RulloMeasurements
import RulloTestSupport
import Testing

/// Sessions at a control point by hand: `100 w 11 …` is a write at 100 ms, `i` an indication, `e` an
/// ATT error, `s` a subscription, `connect` and `disconnect` facts of the link.
@Suite("control point latency") struct ControlMeterTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let script: String
    let writes: Int
    let unanswered: Int
    let attErrors: Int
    /// In milliseconds, of the op code 0x11.
    let median: Int64?
    let longest: Int64?
    let overlaps: Int
    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(
      name: "each is answered in 40 ms",
      script: "0 w 11\n40 i 80 11 01\n2000 w 11\n2040 i 80 11 01", writes: 2, unanswered: 0,
      attErrors: 0, median: 40, longest: 40, overlaps: 0),
    Row(
      name: "a lost answer leaves the later ones as they are (quirk 81)",
      script: """
        0 w 11
        40 i 80 11 01
        2000 w 11
        4000 w 11
        4040 i 80 11 01
        6000 w 11
        6040 i 80 11 01
        """, writes: 4, unanswered: 1, attErrors: 0, median: 40, longest: 40, overlaps: 1),
    Row(
      name: "a link that ends takes its question with it",
      script: "0 w 11\n100 disconnect\n3600000 connect\n3600100 w 11\n3600140 i 80 11 01",
      writes: 2, unanswered: 1, attErrors: 0, median: 40, longest: 40, overlaps: 0),
    Row(
      name: "two procedures at once, answered one after the other (C5)",
      script: "0 w 11\n5 w 05 64 00\n47 i 80 11 01\n60 i 80 05 01", writes: 1, unanswered: 0,
      attErrors: 0, median: 47, longest: 47, overlaps: 1),
    Row(
      name: "two requests of one op code at once have no latency that could be told",
      script: "0 w 11\n5 w 11\n47 i 80 11 01\n60 i 80 11 01", writes: 2, unanswered: 0,
      attErrors: 0, median: nil, longest: nil, overlaps: 1),
    Row(
      name: "an ATT error answers its write and is no response (C6)",
      script: "0 w 11\n10 e 80\n1000 w 11\n1040 i 80 11 01", writes: 2, unanswered: 0,
      attErrors: 1, median: 40, longest: 40, overlaps: 0),
    Row(
      name: "an ATT error of the subscription is not the write's",
      script: "0 w 11\n10 s\n20 e 05\n40 i 80 11 01", writes: 1, unanswered: 0, attErrors: 0,
      median: 40, longest: 40, overlaps: 0),
  ]

  @Test("is that of the request that was answered", arguments: rows) func latency(row: Row) throws {
    var emitter = EventEmitter(RateMeter(), clock: Clock(kind: .elapsed, resolution: 1_000_000))
    let device = emitter.add(Device(.unnamed(0)))
    let source = SourceReference(.line, 1)
    let attribute = emitter.add(
      Attribute(device: device, service: 0x1826, uuid: 0x2AD9), at: source)
    for line in row.script.split(separator: "\n") {
      let words = line.split(separator: " ")
      let kinds: [Substring: (Event.Kind, Event.Direction)] = [
        "w": (.writeRequest, .toDevice), "i": (.indication, .fromDevice),
        "e": (.error, .fromDevice), "s": (.subscribe, .toDevice), "connect": (.connect, .none),
        "disconnect": (.disconnect, .none),
      ]
      let (kind, direction) = try #require(kinds[words[1]])
      let isFact = direction == .none
      var event = Event(
        kind, direction, time: (Int64(words[0]) ?? 0) * 1_000_000, device: device,
        attribute: isFact ? -1 : attribute, source: source)
      event.request = kind == .error ? 0x12 : 0
      octets(words.dropFirst(2).joined(separator: " ")).withRawSpan { emitter.emit(event, $0) }
    }
    emitter.finish()
    let report = RateReport(emitter.sink, file: "script", format: "script")
    let found = try #require(report.control.first { $0.row.opCode == 0x11 }).row
    #expect(found.writes == row.writes)
    #expect(found.unanswered == row.unanswered)
    #expect(found.attErrors == row.attErrors)
    let latency = IntervalStatistics(found.latencies, span: 0)
    #expect(latency?.median == row.median.map { $0 * 1_000_000 })
    #expect(latency?.maximum == row.longest.map { $0 * 1_000_000 })
    let overlaps = report.notes.entries.filter { $0.note.kind == .overlappingProcedures }
    #expect(overlaps.reduce(0) { $0 + $1.count } == row.overlaps)
  }
}
