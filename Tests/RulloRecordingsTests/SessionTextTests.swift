import RulloBase
import RulloBluetooth
import RulloTestSupport
import Testing

@testable import RulloRecordings

/// Reads session text into a recording.
func read(_ text: String) throws -> (recording: Recording, source: SessionSource?) {
  var reader = SessionTextReader()
  var emitter = EventEmitter(Recording())
  var input = ChunkedInput(bytes: Array(text.utf8))
  try reader.read(&input, into: &emitter)
  return (emitter.sink, reader.source)
}

/// Collects what a writer hands out.
final class Collected {
  var octets: [UInt8] = []
  var text: String { String(decoding: octets, as: UTF8.self) }
}

func write(_ recording: Recording, source: SessionSource?) -> String {
  let collected = Collected()
  var writer = SessionTextWriter(source: source ?? SessionSource(file: "x", format: "y")) {
    collected.octets += $0.copied()
  }
  recording.replay(into: &writer)
  writer.finish()
  return collected.text
}

@Suite("Session text")
struct SessionTextTests {
  /// One line of each kind, and each form that a column can take; written by hand.
  static let lines = [
    "rullo-session 1",
    "source   a\\xC2\\xB7b.btsnoop · btsnoop · 1 µs",
    "start    absolute 2026-08-20T18:18:33.157000000Z",
    "device   A  KICKR CORE 5A12 · firmware 1.2.3 · address AA:BB:CC:DD:EE:FF",
    "",
    "0.000000000 =A - co  24",
    "0.010000000 =A - mt  247",
    "attribute A 1826/2ACC · handle 0023 · properties 02",
    "0.020000000 →A 1826/2ACC q  -",
    "0.021000000 ←A 1826/2ACC r  86 50 00 00 0C E0 00 00",
    "0.022000000 →A 1826/2ACC q@22  -",
    "0.023000000 ←A 1826/2ACC r@22  -",
    "0.024000000 ←A 1826/2ACC r:08  01",
    "attribute A 1826/2AD9 · handle 0052 · properties 28",
    "0.030000000 →A 1826/2AD9 s  02 00",
    "0.040000000 →A 1826/2AD9 w  11 00 00 E4 02 28 33",
    "0.041000000 ←A 1826/2AD9 a  -",
    "0.042000000 ←A 1826/2AD9 i  80 11 05",
    "0.050000000 ←A 1826/2AD9 a:18  -",
    "0.060000000 ←A 1826/2AD9 e:12  0x80",
    "0.070000000 →A 1826/2AD9 c  00",
    "0.070000000 ←A 2A19#2 n~  64",
    "-0.500000000 ←A h0052 n  01 02",
    "- ←A a026e005-0a7d-4ab3-97fa-f1500f9feb8b n  01",
    "0.080000000 →A 1826/2AD9 u  00 00",
    "0.090000000 =- - la  ramp \\x5C start \\xC2\\xB7 1",
    "0.091000000 =- - ga  -",
    "0.091000000 =- - ga@12  -",
    "attribute A 2A00 · handle 0003",
    "0.091000000 →A 2A00 q  -",
    "attribute A 1800/2A00 · handle 0003 · properties 02",
    "device   B  (no name in this source)",
    "0.092000000 ←B 180D/2A37 n  00 8C",
    "device   B  \\x28strap\\x29 · host 0".replacingParenthesis,
    "0.093000000 →A 1800/2A00 q  -",
    "9.000000000 =A - di  0x08",
    "device   C  (no name in this source) · link handle 0x0040",
    "attribute C 180F/2A19 · handle 0003",
    "attribute C 180F/2A19 · handle 0005",
    "",
    "link     A · start 0.000000000 · end 9.000000000 · interval 30 ms · interval 48.75 ms"
      + " · mtu 247 · reason 0x08 · encrypted",
    "link     B",
    "",
  ]

  static var body: String { lines.joined(separator: "\n") }

  @Test("every kind, column and declaration is read and written again as it was") func identity()
    throws
  {
    let (recording, source) = try read(Self.body)
    #expect(recording.notes.entries.map(\.note.kind) == [.cutFile])
    #expect(source == SessionSource(file: "a·b.btsnoop", format: "btsnoop"))
    let text = write(recording, source: source)
    let written = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (line, expected) in zip(written, Self.lines) {
      #expect(line == expected || line.hasPrefix(expected + "  "))
    }
    #expect(written.count == Self.lines.count + 2)
    let again = try read(text)
    #expect(again.recording.notes.entries.isEmpty)
    #expect(write(again.recording, source: again.source) == text)
  }

  @Test("decoded text begins at a fixed column, or two blanks behind longer octets") func columns()
    throws
  {
    let (recording, source) = try read(Self.body)
    let lines = write(recording, source: source).split(separator: "\n")
    let connect = try #require(lines.first { $0.contains(" co  ") })
    #expect(Array(connect).firstIndex(of: "c").map { $0 < 54 } == true)
    #expect(String(Array(connect)[54...]) == "connected, interval 30 ms")
    let subscription = try #require(lines.first { $0.contains(" s  ") })
    #expect(String(Array(subscription)[54...]) == "subscribe to indications")
  }

  @Test("the events say what the lines say") func events() throws {
    let recording = try read(Self.body).recording
    #expect(recording.events.count == 25)
    #expect(Set(recording.events.map(\.kind)) == Set(Event.Kind.allCases))
    #expect(recording.events.map(\.number) == Array(1...25))
    #expect(recording.events[0].detail == 24)
    #expect(recording.events[5].detail == 22 && recording.events[5].request == 0x0C)
    let error = try #require(recording.events.first { $0.kind == .error })
    #expect(error.detail == 0x80 && error.request == 0x12)
    #expect(recording.events[14].isInferred && !recording.events[13].isInferred)
    #expect(recording.events[15].time == -500_000_000)
    #expect(!recording.events[16].hasTime)
    // An attribute whose service becomes known later is still the same one.
    #expect(recording.events[21].attribute == recording.events[23].attribute)
    #expect(recording.attributes[recording.events[23].attribute].path == "1800/2A00")
    let label = try #require(recording.events.firstIndex { $0.kind == .label })
    #expect(String(decoding: recording.value(at: label), as: UTF8.self) == "ramp \\ start · 1")
    #expect(recording.events[label].device == -1)
    #expect(recording.attributes[recording.events[14].attribute].instance == 2)
    #expect(recording.attributes[recording.events[15].attribute].handle == 0x52)
    #expect(recording.devices.map(\.alias) == ["A", "B", "C"])
    #expect(recording.devices[1].name == "(strap)")
    #expect(recording.devices[1].identity == .host(adapter: 0))
    #expect(recording.links[0].intervals == [30_000_000, 48_750_000])
    #expect(recording.clock.resolution == 1_000)
    // 2026-08-20 is day 20,685 since 1970; 18:18:33 is second 65,913 of it.
    #expect(recording.clock.start.seconds == 20_685 * 86_400 + 65_913)
    #expect(recording.clock.start.nanoseconds == 157_000_000)
  }

  @Test("CRLF and a byte order mark change nothing") func notepad() throws {
    let (recording, source) = try read(Self.body)
    let text = write(recording, source: source)
    let edited =
      "\u{FEFF}"
      + text.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\r\n")
    let again = try read(edited)
    #expect(again.recording.notes.entries.isEmpty)
    #expect(write(again.recording, source: again.source) == text)
  }
}

extension String {
  /// Only a parenthesis in front is escaped.
  fileprivate var replacingParenthesis: String {
    split(separator: "\\x29").joined(separator: ")")
  }
}
