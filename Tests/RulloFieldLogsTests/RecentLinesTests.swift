import RulloBase
import RulloBluetooth
import RulloRecordings
import Testing

@testable import RulloFieldLogs

/// Lines that look like the one before on their stream are taken by their text; what is read must not
/// depend on it.
@Suite("lines that repeat")
struct RecentLinesTests {
  /// Each line with what it is by itself: milliseconds since 18:18:33.000, UUID and octets; `nil` for
  /// no exchange.
  static let rows: [(line: String, meaning: String?)] = [
    ("18:18:33.000 ← 0x2AD2  44 00 60 0B", "0 2AD2 44 00 60 0B"),
    ("18:18:33.100 ← 0x2AD2  44 00 60 0B", "100 2AD2 44 00 60 0B"),
    ("18:18:33.200 ← 0x2AD2  44 00 68 0C", "200 2AD2 44 00 68 0C"),
    ("18:18:33.200 → 0x2AD9  00", "200 2AD9 00"),
    ("18:18:33.201 ← 0x2AD9  80 00 01", "201 2AD9 80 00 01"),
    ("18:18:33.202 → 0x2AD9  11", "202 2AD9 11"),
    ("18:18:33.203 ← 0x2AD9  80 11 05", "203 2AD9 80 11 05"),
    // Longer, shorter, and as long again with other characters.
    ("18:18:33.300 ← 0x2AD2  44 00 68 0C A0", "300 2AD2 44 00 68 0C A0"),
    ("18:18:33.400 ← 0x2AD2  44 00", "400 2AD2 44 00"),
    ("18:18:33.500 ← 0x2AD2  45 00", "500 2AD2 45 00"),
    ("18:18:33.600 ← 0x2AD2  4g 00", nil),
    ("18:18:33.600 ← 0x2AD2  4a 0f", "600 2AD2 4A 0F"),
    ("18:18:33.700 ← 0x2AD2  44:01", "700 2AD2 44 01"),
    ("18:18:33.700 ← 0x2AD2  44 0:", nil),
    ("18:18:33.700 ← 0x2AD2  44 0@", nil),
    ("18:18:33.700 ← 0x2AD2  44 0/", nil),
    ("18:18:33.800 ← 0x2AD2  44 00\r", "800 2AD2 44 00"),
    ("18:18:33.900 ← 0x2AD2  44 00   a label", "900 2AD2 44 00"),
    ("18:18:34.000 ← 0x2AD2  44 02", "1000 2AD2 44 02"),
    // The clock: a step back, and times that are none.
    ("18:18:33.950 ← 0x2AD2  44 02", "950 2AD2 44 02"),
    ("18:60:33.950 ← 0x2AD2  44 02", nil),
    ("18:18:34.100 ← 0x2AD2  44 02", "1100 2AD2 44 02"),
    // The longest that is remembered, its repeat, another, and one beyond.
    (
      "18:18:34.200 ← 0x2A63  34 00 8B 00 7D A4 45 A3 00 00 B9 E9 3F 48 51 C7",
      "1200 2A63 34 00 8B 00 7D A4 45 A3 00 00 B9 E9 3F 48 51 C7"
    ),
    (
      "18:18:34.300 ← 0x2A63  34 00 8B 00 7D A4 45 A3 00 00 B9 E9 3F 48 51 C7",
      "1300 2A63 34 00 8B 00 7D A4 45 A3 00 00 B9 E9 3F 48 51 C7"
    ),
    (
      "18:18:34.400 ← 0x2A63  34 00 8B 00 7D A4 45 A3 00 00 B9 E9 3F 48 51 C8",
      "1400 2A63 34 00 8B 00 7D A4 45 A3 00 00 B9 E9 3F 48 51 C8"
    ),
    (
      "18:18:34.500 ← 0x2A63  34 00 8B 00 7D A4 45 A3 00 00 B9 E9 3F 48 51 C8 01",
      "1500 2A63 34 00 8B 00 7D A4 45 A3 00 00 B9 E9 3F 48 51 C8 01"
    ),
  ]

  /// Lines as often as it takes for the next one to be near the end of no chunk.
  static let text = Array(
    (rows.map { $0.line + "\n" } + [String(repeating: "prose\n", count: 20)]).joined().utf8)

  /// Reads chunks of so many octets, with what is left over from the one before.
  static func read(_ octets: [UInt8], chunk: Int) throws -> Recording {
    var log = AppLogFormat()
    var emitter = EventEmitter(Recording())
    var start = 0
    var end = 0
    while true {
      end = min(octets.count, end + chunk)
      let isLast = end == octets.count
      start += try octets.withRawSpan { bytes throws(InputError) in
        try log.consume(
          bytes.extracting(start..<end), offset: start, isLast: isLast, into: &emitter)
      }
      if isLast { break }
    }
    emitter.finish()
    return emitter.intoSink()
  }

  static func meanings(_ recording: Recording) -> [String] {
    recording.events.indices.map { index in
      let event = recording.events[index]
      let uuid = recording.attribute(of: event)?.uuid?.description ?? "?"
      let value = Hex.text(recording.value(at: index), separator: " ")
      return "\(event.time / 1_000_000) \(uuid) \(value)"
    }
  }

  @Test("each line is what it is by itself, whatever stood before it", arguments: [1, 7, 61, 4096])
  func meanings(chunk: Int) throws {
    let recording = try Self.read(Self.text, chunk: chunk)
    #expect(Self.meanings(recording) == Self.rows.compactMap(\.meaning))
    // Line numbers go on through lines that are none.
    let lines = Self.rows.indices.filter { Self.rows[$0].meaning != nil }.map { $0 + 1 }
    #expect(recording.events.map(\.source.number) == lines)
  }

  @Test("every octet changed reads the same at once and in pieces") func changes() throws {
    // In chunks as small as these there is never enough in sight to take a line by the one before it.
    var text = Self.text
    let length = text.count - 120
    for place in stride(from: 0, to: length, by: 5) {
      let octet = text[place]
      for change: UInt8 in [0x01, 0x20] {
        text[place] = octet ^ change
        let whole = try Self.read(text, chunk: text.count)
        let pieces = try Self.read(text, chunk: 4)
        #expect(Self.meanings(whole) == Self.meanings(pieces), "octet \(place) ^ \(change)")
        #expect(whole.events.map(\.source.number) == pieces.events.map(\.source.number))
      }
      text[place] = octet
    }
  }
}
