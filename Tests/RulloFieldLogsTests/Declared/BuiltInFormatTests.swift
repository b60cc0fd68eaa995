import RulloBase
import RulloBluetooth
import RulloRecordings
import Testing

@testable import RulloFieldLogs

/// Lines made up in the shape of each format (formats, "Text logs").
@Suite("Built-in log formats")
struct BuiltInFormatTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let format: String
    let log: String
    let events: [String]
    /// Milliseconds since the first event.
    var times: [Int64?] = []
    var clock = Clock.Kind.none
    var notes: [String] = []
    var testDescription: String { format }
  }

  static let rows: [Row] = [
    Row(
      format: "serial_monitor",
      log: """
        10:02:03.100 -> Found advertising Peripheral
        10:02:04.000 -> -> Client Rec'd Raw FTM Indoor Bike Data: [4] [ 44 00 60 0B ]
        10:02:04.020 -> Speed: 29 KPH -> Client Rec'd
        10:02:05.000 -> Client sends Indoor Bike Simulation Parameters to Trainer's FTM Control Point: [ 11 00 00 22 01 28 33 00 ]
        10:02:05.047 -> -> Client Rec'd Raw FTM Control Point Response Data: [ 80 11 01 ]
        10:02:05.050 -> -> Client Rec'd Raw FTM Machine Status Data: [1] [ 04 ]
        10:02:05.060 -> -> Client Reads Raw FTM Feature bytes: [2] [ 86 50 ]
        10:02:05.070 -> -> Client Rec'd Raw FTM Indoor Bike Data: [4] [ 44 00 60
        """,
      events: [
        "1826/2AD2 notification~ 44 00 60 0B", "1826/2AD9 write_request~ 11 00 00 22 01 28 33 00",
        "1826/2AD9 indication~ 80 11 01", "1826/2ADA notification~ 04",
        "1826/2ACC read_response 86 50",
      ],
      times: [0, 1_000, 1_047, 1_050, 1_060], clock: .timeOfDay,
      notes: [
        "2 × a line that is no exchange", "1 × a line that was cut inside an octet",
      ])
  ]

  @Test("exchanges of each format", arguments: rows) func exchanges(row: Row) throws {
    let recording = try read(row.log, as: builtIn(row.format))
    #expect(recording.brief == row.events)
    #expect(recording.clock.kind == row.clock)
    #expect(recording.noteTexts == row.notes)
    if !row.times.isEmpty { #expect(recording.milliseconds == row.times) }
  }

  @Test("each format knows its own, also with CRLF and as UTF-16", arguments: rows)
  func recognition(row: Row) throws {
    let windows = row.log.replacing("\n", with: "\r\n")
    let units = [0xFEFF] + Array(row.log.utf16)
    let little = units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    for octets in [Array(row.log.utf8), Array(windows.utf8), little] {
      let best = octets.withRawSpan { LogRecognition($0).best }
      #expect(best?.name == row.format)
      #expect(try read(octets, as: builtIn(row.format)).brief == row.events)
    }
  }

  @Test("every prefix and every changed octet is survived", arguments: rows)
  func fuzz(row: Row) throws {
    let octets = Array(row.log.utf8)
    let format = try builtIn(row.format)
    for length in stride(from: 0, to: octets.count, by: 3) {
      let recording = try read(Array(octets.prefix(length)), as: format)
      #expect(recording.events.count <= row.events.count)
    }
    for place in stride(from: 0, to: octets.count, by: 5) {
      var changed = octets
      changed[place] ^= 0x41
      #expect(try read(changed, as: format).events.count <= row.events.count + 1)
    }
  }
}
