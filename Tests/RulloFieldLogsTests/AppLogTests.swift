import RulloBase
import RulloBluetooth
import RulloRecordings
import RulloTestSupport
import Testing

@testable import RulloFieldLogs

/// Reads a log that is in memory.
func read(_ octets: [UInt8]) throws -> Recording {
  var format = AppLogFormat()
  var emitter = EventEmitter(Recording())
  var input = ChunkedInput(bytes: octets)
  try format.read(&input, into: &emitter)
  return emitter.sink
}

func read(_ text: String) throws -> Recording { try read(Array(text.utf8)) }

/// Reads a log that arrives in chunks of `size` octets, as from a slow pipe.
func read(_ octets: [UInt8], inChunksOf size: Int) throws -> Recording {
  var format = AppLogFormat()
  var emitter = EventEmitter(Recording())
  var rest: [UInt8] = []
  var offset = 0
  for start in stride(from: 0, through: octets.count, by: size) {
    let end = min(start + size, octets.count)
    rest += octets[start..<end]
    let isLast = start + size > octets.count
    let used = try rest.withRawSpan { (bytes: RawSpan) throws(InputError) in
      try format.consume(bytes, offset: offset, isLast: isLast, into: &emitter)
    }
    rest.removeFirst(used)
    offset += used
  }
  emitter.finish()
  return emitter.sink
}

final class Collected {
  var octets: [UInt8] = []
}

extension Recording {
  /// Both digests, for comparing whole recordings.
  var digests: [String] {
    var digests = SessionDigests()
    replay(into: &digests)
    return [digests.values, digests.session]
  }

  func sessionText(_ source: SessionSource) -> String {
    let collected = Collected()
    var writer = SessionTextWriter(source: source) { collected.octets += $0.copied() }
    replay(into: &writer)
    writer.finish()
    return String(decoding: collected.octets, as: UTF8.self)
  }

  var noteKinds: [Note.Kind] { notes.entries.map(\.note.kind) }
}

@Suite("App log")
struct AppLogTests {
  static func capture(_ name: String) throws -> [UInt8] {
    let tests = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    var octets: [UInt8] = []
    var input = try ChunkedInput(path: "/\(tests)/captures/\(name)")
    try input.forEachChunk { (bytes, _, _) throws(InputError) in
      octets += bytes.copied()
      return bytes.byteCount
    }
    return octets
  }

  // Times by hand: each stamp less 18:18:33.157; equal stamps stay equal.
  @Test("the twenty lines of a real log") func twenty() throws {
    let recording = try read(Self.capture("kickr-core-10hz.log"))
    #expect(recording.notes.entries.isEmpty)
    #expect(recording.clock.kind == .timeOfDay)
    #expect(recording.clock.resolution == 1_000_000)
    #expect(recording.clock.start == Instant(seconds: 65_913, nanoseconds: 157_000_000))
    #expect(
      recording.events.map { $0.time / 1_000_000 } == [
        0, 2, 2, 2, 180, 181, 181, 183, 270, 271, 360, 362, 540, 542, 630, 631, 720, 722, 809, 811,
      ])
    #expect(recording.attributes.map(\.path) == ["1826/2AD2", "1818/2A63"])
    #expect(recording.events.map(\.attribute) == (0..<20).map { $0 % 2 })
    #expect(recording.events.allSatisfy { $0.kind == .notification && $0.isInferred })
    #expect(recording.events.allSatisfy { $0.direction == .fromDevice && $0.device == 0 })
    #expect(recording.events.map(\.source.number) == Array(1...20))
    #expect(Array(recording.value(at: 0)) == octets("44 00 60 0B A0 00 8B 00"))
    #expect(
      Array(recording.value(at: 19)) == octets("34 00 AB 00 CA A7 49 A3 00 00 DA F1 40 48 51 CA"))
    #expect(recording.devices == [deviceA])
  }

  private var deviceA: Device {
    var device = Device(.unnamed(0))
    device.alias = "A"
    return device
  }

  // The lines that the design page works out by hand, with every octet printed.
  @Test("the session text of the real log reads as the page says") func sessionText() throws {
    let recording = try read(Self.capture("kickr-core-10hz.log"))
    let source = SessionSource(file: "kickr-core-10hz.log", format: "app-log")
    let lines = recording.sessionText(source).split(
      separator: "\n", omittingEmptySubsequences: false)
    let expected = [
      "rullo-session 1", "source   kickr-core-10hz.log · app-log · 1 ms",
      "start    time_of_day 18:18:33.157000000", "device   A  (no name in this source)", "",
      "0.000000000 ←A 1826/2AD2 n~  44 00 60 0B A0 00 8B 00  "
        + "speed 29.12 km/h · cadence 80 rpm · power 139 W",
      "0.002000000 ←A 1818/2A63 n~  34 00 8B 00 7D A4 45 A3 00 00 B9 E9 3F 48 51 C7  power 139 W"
        + " · torque 1315.90625 Nm (wheel) · wheel 41797 @ 59833/2048 s"
        + " · crank 18495 @ 51025/1024 s",
    ]
    for (line, expected) in zip(lines, expected) { #expect(line == expected) }
    #expect(lines.count == 5 + 20 + 3)
    #expect(lines[26].hasPrefix("end 20 events · values sha256:"))
  }

  @Test("the six lines without a clock") func six() throws {
    let recording = try read(Self.capture("control-denied-once.log"))
    #expect(recording.notes.entries.isEmpty)
    #expect(recording.clock.kind == .none)
    #expect(recording.events.allSatisfy { !$0.hasTime && $0.isInferred })
    let kinds: [Event.Kind] = [.writeRequest, .indication]
    #expect(recording.events.map(\.kind) == (0..<6).map { kinds[$0 % 2] })
    let values = recording.events.indices.map { Hex.text(recording.value(at: $0)) }
    #expect(
      values == ["110000E4022833", "801105", "00", "800001", "110000E4022833", "801101"])
    #expect(recording.attributes.map(\.path) == ["1826/2AD9"])
  }

  @Test("the fast and the careful way read the same", arguments: [1, 2, 3, 7, 64, 4096])
  func chunks(size: Int) throws {
    for name in ["kickr-core-10hz.log", "control-denied-once.log"] {
      let octets = try Self.capture(name)
      let whole = try read(octets)
      #expect(try read(octets, inChunksOf: size).digests == whole.digests)
      // A tab in front of each line keeps it from being in the canonical form.
      let text = String(decoding: octets, as: UTF8.self)
      let tabbed = "\t" + text.dropLast().replacing("\n", with: "\n\t")
      #expect(try read(tabbed).digests == whole.digests)
    }
  }

  @Test("a log of UTF-16, with a byte order mark or CRLF reads the same") func encodings() throws {
    let octets = try Self.capture("kickr-core-10hz.log")
    let text = String(decoding: octets, as: UTF8.self) + "→ 0x2AD9  00   🚲\n"
    let expected = try read(text)
    #expect(expected.events.count == 21)
    let units = [0xFEFF] + Array(text.utf16)
    let little = units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    let windows = text.replacing("\n", with: "\r\n")
    for variant in [little, big, Array("\u{FEFF}\(text)".utf8), Array(windows.utf8)] {
      #expect(try read(variant).digests == expected.digests)
      #expect(try read(variant).notes.entries.map(\.note) == expected.notes.entries.map(\.note))
      for size in [1, 5, 1000] {
        #expect(try read(variant, inChunksOf: size).digests == expected.digests)
      }
      let score = variant.withRawSpan { AppLogFormat.recognises($0) }
      #expect(score == 100)
    }
  }

  @Test("a line longer than 64 KiB is passed over, and the ones beside it are read") func long()
    throws
  {
    let line = "18:18:33.157 ← 0x2AD2  44 00\n"
    let long = String(repeating: "x", count: 70_000) + "\n"
    let text = Array((line + long + line + long + long + line).utf8)
    for size in [100, 70_000, 1_000_000] {
      let recording = try read(text, inChunksOf: size)
      #expect(recording.events.map(\.source.number) == [1, 3, 6])
      #expect(recording.notes.entries.map(\.count) == [3])
      #expect(recording.noteKinds == [.skippedLine])
    }
  }

  @Test(
    "the share of lines that are exchanges tells the format",
    arguments: [
      ("18:18:33.157 ← 0x2AD2  44 00\n→ 0x2AD9  00\n", 100),
      ("hello\n18:18:33.157 ← 0x2AD2  44 00\n\n\n", 50), ("hello\n", 0), ("", 0),
      ("← 0x2AD2  8 bytes\n", 0), ("btsnoop\u{0}\u{0}\u{0}\u{0}\u{1}", 0),
      (String(repeating: "prose\n", count: 500) + "← 0x2AD2  44\n", 1),
    ])
  func recognition(text: String, score: Int) {
    let found = Array(text.utf8).withRawSpan { AppLogFormat.recognises($0) }
    #expect(found == score)
  }

  @Test("a log without an exchange says so") func empty() throws {
    #expect(try read("hello\nworld\n").noteKinds == [.skippedLine, .emptyRecording])
    #expect(try read("").noteKinds == [.emptyRecording])
  }

  @Test("every prefix and every changed octet of the small logs is survived") func fuzz() throws {
    for name in ["kickr-core-10hz.log", "control-denied-once.log"] {
      let octets = try Self.capture(name)
      let whole = try read(octets)
      for length in 0...octets.count {
        let recording = try read(Array(octets.prefix(length)))
        let lines = octets.prefix(length).count { $0 == 0x0A }
        #expect(recording.events.count == lines || recording.events.count == lines + 1)
        // Complete lines are never changed by what is cut behind them.
        for index in 0..<lines { #expect(recording.value(at: index) == whole.value(at: index)) }
      }
      for place in octets.indices {
        let others: [UInt8] = [0x00, 0x09, 0x0A, 0x20, 0x3C, 0x7B, 0x90, 0xFF]
        for octet in others + [octets[place] ^ 1] {
          var changed = octets
          changed[place] = octet
          let recording = try read(changed)
          #expect(recording.events.count + 2 >= whole.events.count)
        }
      }
    }
  }
}
