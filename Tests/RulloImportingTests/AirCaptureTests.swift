import RulloBase
import RulloBluetooth
import RulloMeasurements
import RulloRecordings
import RulloTestSupport
import Testing

@testable import RulloImporting

/// Radio captures of the corpus: counts from its README and from tshark 4.0.17.
@Suite("radio captures", .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.absence)))
struct AirCaptureTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let file: String
    let packets: Int
    /// What tshark marks "CRC is bad", and what it does not check.
    let damaged: Int
    let notifications: Int
    let verdict: Verdict.Kind
    var testDescription: String { file }
  }

  static let rows: [Row] = [
    Row(
      file: "tesible-heart-rate-strap.pcapng", packets: 2_154, damaged: 187, notifications: 20,
      verdict: .usable),
    Row(
      file: "tesible-advertising-only.pcapng", packets: 14_843, damaged: 2_498, notifications: 0,
      verdict: .advertisingOnly),
    Row(
      file: "crackle-known-ltk-ppi.pcap", packets: 303, damaged: 11, notifications: 0,
      verdict: .encrypted),
    Row(
      file: "crackle-le-secure-connections.pcapng", packets: 303, damaged: 2, notifications: 0,
      verdict: .encrypted),
  ]

  @Test("counts and verdicts", arguments: rows) func counts(row: Row) throws {
    let file = try RecordingFile(ChunkedInput(bytes: try #require(corpus(row.file))))
    let outcome = file.read(into: RecordingSummary())
    let (failure, found) = (outcome.failure, outcome.census)
    let summary = outcome.intoSink()
    let census = try #require(found)
    let verdict = Verdict(summary, census: census)
    #expect(failure == nil)
    #expect(census.packets == row.packets)
    #expect(census.air == row.packets)
    #expect(census.damaged == row.damaged)
    #expect(summary.count(.notification) == row.notifications)
    #expect(verdict.kind == row.verdict)
  }

  // tshark -Y 'btatt.opcode==0x1b' -T fields -e frame.number -e btatt.heart_rate_measurement.value.8
  @Test("the heart rates of a strap, by its discovery on the air") func heartRates() throws {
    let file = try RecordingFile(
      ChunkedInput(bytes: try #require(corpus("tesible-heart-rate-strap.pcapng"))))
    let recording = file.read(into: Recording()).intoSink()
    let values = recording.events.indices.filter { recording.events[$0].kind == .notification }
    #expect(
      values.map { recording.events[$0].source.number } == [
        2101, 2103, 2105, 2107, 2109, 2111, 2115, 2117, 2121, 2123, 2127, 2129, 2133, 2135, 2137,
        2141, 2143, 2147, 2149, 2153,
      ])
    #expect(
      values.map { recording.value(at: $0).dropFirst().first } == [
        82, 83, 85, 84, 83, 82, 82, 81, 82, 80, 80, 80, 81, 83, 87, 87, 84, 82, 80, 79,
      ])
    #expect(
      values.allSatisfy { recording.attribute(of: recording.events[$0])?.path == "180D/2A37" })
    #expect(recording.devices.first?.identity == .address("00:18:31:E4:FE:31 public"))
  }

  // tshark lists 38 ATT PDUs; packet 60 is the request of packet 59 once more, 67 ms later.
  @Test("a link until its encryption, with directions that the capture does not name")
  func secureConnections() throws {
    let file = try RecordingFile(
      ChunkedInput(bytes: try #require(corpus("crackle-le-secure-connections.pcapng"))))
    let summary = file.read(into: RecordingSummary()).intoSink()
    #expect(summary.count(.mtu) == 1)
    #expect(summary.count(.connect) == 1)
    // The central's own name was read by the peripheral, in packets 100 and 101.
    #expect(summary.devices.values.contains { $0.name == "ubuntu" })
    let encryption = summary.notes.entries.filter { $0.note.kind == .encryptedLink }
    #expect(encryption.map(\.note.source.number) == [166])
  }

  @Test(
    "hostile traffic is read to its end",
    arguments: [
      ("sweyntooth-dialog-da14680-truncated-l2cap-crash.pcap", 387),
      ("sweyntooth-stmicroelectronics-sequential-att-deadlock.pcap", 195),
    ])
  func hostile(name: String, packets: Int) throws {
    let file = try RecordingFile(ChunkedInput(bytes: try #require(corpus(name))))
    let outcome = file.read(into: RecordingSummary())
    let (failure, census) = (outcome.failure, outcome.census)
    let summary = outcome.intoSink()
    #expect(failure == nil)
    #expect(census?.packets == packets)
    #expect(summary.count(.connect) == 1)
  }
}
