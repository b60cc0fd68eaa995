import Foundation
import RulloBase
import RulloBluetooth
import RulloMeasurements
import RulloRecordings
import RulloTestSupport
import Testing

@testable import RulloImporting

/// Reading never crashes: every beginning of a recording, and every octet of it changed.
@Suite("hostile input") struct HostileInputTests {
  /// A small recording: one that ships with the project, or one by hand.
  struct Seed: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: @Sendable () throws -> [UInt8]
    var testDescription: String { name }
  }

  static let seeds: [Seed] = [
    Seed(name: "connection and discovery") { try records(0..<60) },
    Seed(name: "values and control point") { try records(225..<260) },
    Seed(name: "fragments") { fragments },
    Seed(name: "log with a clock") { try capture("kickr-core-10hz.log") },
    Seed(name: "log without a clock") { try capture("control-denied-once.log") },
    Seed(name: "session text") { Array(session.utf8) },
  ]

  /// A line of each declaration and of each form of an event.
  static let session = """
    rullo-session 1
    source   a.btsnoop · btsnoop · 1 µs
    start    absolute 2026-08-20T18:18:33.157000000Z
    device   A  KICKR \\x28core\\x29 · firmware 1.2.3 · address AA:BB:CC:DD:EE:FF

    0.000000000 =A - co  24
    0.010000000 =A - mt  247
    attribute A 1826/2AD9 · handle 0052 · properties 28
    0.030000000 →A 1826/2AD9 s  02 00
    0.040000000 →A 1826/2AD9 w  11 00 00 E4 02 28 33
    0.042000000 ←A 1826/2AD9 i  80 11 05
    0.050000000 ←A 1826/2AD9 a:18  -
    0.060000000 ←A 1826/2AD9 e:12  0x80
    0.061000000 ←A 1818/2A63#2 n  34 00 8B 00 7D A4 45 A3 00 00 B9 E9 3F 48 51 C7
    0.062000000 ←A 1818/2A63#2 n  34 00 98 00 42 A5 46 A3 00 00 C0 EB 3F 48 51 C7
    - ←A h0052 r@22  01 02
    0.090000000 =- - la  ramp \\x5C 1
    9.000000000 =A - di  0x13

    link     A · start 0.000000000 · interval 30 ms · mtu 247 · reason 0x13 · ended by host

    end 12 events · values sha256:0 · session sha256:0

    """

  static func capture(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: projectFolder.appendingPathComponent("captures/" + name)))
  }

  /// A part of the Bumble session: the btsnoop header and some of its records.
  static func records(_ range: Range<Int>) throws -> [UInt8] {
    let bytes = try capture("bumble-session.btsnoop")
    var starts = [16]
    while let start = starts.last, start + 24 <= bytes.count {
      let length = bytes[start + 4..<start + 8].reduce(0) { $0 << 8 | Int($1) }
      starts.append(start + 24 + length)
    }
    return Array(bytes[..<16] + bytes[starts[range.lowerBound]..<starts[range.upperBound]])
  }

  /// A notification in three fragments, a write in two, one without its start, one without its end.
  static let fragments: [UInt8] = {
    let packets: [(flags: UInt8, hex: String)] = [
      (1, "02 40 20 01 00 0F"), (0, "02 40 00 05 00 06 00 04 00 52"),
      (1, "02 40 10 05 00 00 04 00 1B 1E"), (0, "02 40 10 05 00 30 00 11 12 13"),
      (1, "02 40 10 0D 00 00 01 02 03 04 05 06 07 08 09 0A 0B 0C"), (1, "02 40 10 02 00 AA BB"),
      (1, "02 40 20 06 00 FF FF 04 00 1B 1E"), (3, "04 05 04 00 40 00 13"),
    ]
    var bytes = octets("62 74 73 6E 6F 6F 70 00 00 00 00 01 00 00 03 EA")
    for (index, packet) in packets.enumerated() {
      let data = octets(packet.hex)
      let length = [0, 0, 0, UInt8(data.count)]
      bytes += length + length + [0, 0, 0, packet.flags, 0, 0, 0, 0]
      bytes += octets("00 E2 80 00 00 00 00") + [UInt8(index)] + data
    }
    return bytes
  }()

  /// Reads through everything that the commands read with; answers how many events came.
  @discardableResult
  static func read(_ bytes: [UInt8]) -> Int? {
    guard let file = try? RecordingFile(ChunkedInput(bytes: bytes)) else { return nil }
    let outcome = file.read(into: Every())
    var sink = outcome.intoSink()
    sink.text.finish()
    _ = RateReport(sink.rates, file: "-", format: "-")
    _ = Verdict(sink.summary, census: nil)
    return sink.summary.eventCount
  }

  /// One pass into every sink that a command uses.
  struct Every: EventSink, ~Copyable {
    var summary = RecordingSummary()
    var rates = RateMeter()
    var text = SessionTextWriter(source: SessionSource(file: "a", format: "b")) { _ in }

    mutating func begin(_ clock: Clock) {
      summary.begin(clock)
      rates.begin(clock)
      text.begin(clock)
    }
    mutating func declare(_ device: Device, at index: Int) {
      summary.declare(device, at: index)
      rates.declare(device, at: index)
      text.declare(device, at: index)
    }
    mutating func declare(_ attribute: Attribute, at index: Int) {
      summary.declare(attribute, at: index)
      rates.declare(attribute, at: index)
      text.declare(attribute, at: index)
    }
    mutating func declare(_ link: Link, at index: Int) {
      summary.declare(link, at: index)
      text.declare(link, at: index)
    }
    mutating func event(_ event: Event, _ value: RawSpan) {
      summary.event(event, value)
      rates.event(event, value)
      text.event(event, value)
    }
    mutating func note(_ note: Note) {
      summary.note(note)
      rates.note(note)
    }
  }

  @Test(
    "every beginning yields at most what the whole does", .timeLimit(.minutes(2)), arguments: seeds)
  func prefixes(seed: Seed) throws {
    let bytes = try seed.bytes()
    let whole = try #require(Self.read(bytes))
    #expect(whole > 0)
    var most = 0
    for length in 0..<bytes.count {
      let count = Self.read(Array(bytes.prefix(length))) ?? 0
      // A longer beginning never holds fewer events, save where a cut line reads as another one.
      most = max(most, count)
    }
    #expect(most <= whole)
  }

  /// Bits that turn counts, lengths, kinds and digits into others; all 255 changes of each octet
  /// were run once, in release.
  static let changes: [UInt8] = [0x01, 0x80, 0xFF]

  @Test(
    "every octet changed yields events and notes or one error", .timeLimit(.minutes(3)),
    arguments: seeds)
  func mutations(seed: Seed) throws {
    var bytes = try seed.bytes()
    let all = ProcessInfo.processInfo.environment["RULLO_EVERY_MUTATION"] != nil
    let changes = all ? Array(1...255) : Self.changes
    for place in bytes.indices {
      let octet = bytes[place]
      for change in changes {
        bytes[place] = octet ^ change
        Self.read(bytes)
      }
      bytes[place] = octet
    }
  }

  @Test("fragments by hand are what they say") func handMade() throws {
    let reading = try Reading(bytes: Self.fragments)
    #expect(reading.streams == ["h001E": 1])
    #expect(reading.count(.writeCommand) == 1)
    #expect(reading.recording.value(at: 1).count == 12)
    let lost = reading.recording.notes.entries.filter { $0.note.kind == .lostFragment }
    #expect(lost.reduce(0) { $0 + $1.count } == 2)
  }
}
