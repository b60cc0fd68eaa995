import RulloBase
import RulloBluetooth
import RulloRecordings
import Testing

@testable import RulloFieldLogs

/// What happens to text on its way into a ticket.
@Suite("Torn and noisy text")
struct TrapTests {
  private static let log = """
    18:18:33.157 ← 0x2AD2  44 00 60 0B A0 00 8B 00
    18:18:33.301 → 0x2AD9  00
    18:18:33.348 ← 0x2AD9  80 00 01

    """

  private static let declared = """
    {"name": "x", "begins": "[{time}]", "lines": [
      {"line": "{direction} {uuid} {bytes}"}, {"line": "py {uuid} {short};", "direction": "from_device"}]}
    """

  private static func utf16(_ text: String, isBig: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let octets = [UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit)]
      return isBig ? octets : octets.reversed()
    }
  }

  @Test("UTF-16 without a byte order mark", arguments: [false, true]) func utf16(isBig: Bool) throws
  {
    let octets = Self.utf16(Self.log, isBig: isBig)
    let expected = try read(Self.log)
    for size in [1, 7, 64, 4096] {
      #expect(try read(octets, inChunksOf: size).digests == expected.digests)
    }
    #expect(octets.withRawSpan { AppLogFormat.recognises($0) } == 100)
    let text = Self.log.replacing("18:18", with: "[18:18").replacing(" ←", with: "] ←")
      .replacing(" →", with: "] →")
    let format = try LogFormat(json: Array(Self.declared.utf8))
    #expect(try read(Self.utf16(text, isBig: isBig), as: format).digests == expected.digests)
  }

  @Test("octets that are no text are not taken for UTF-16") func binary() {
    for octets: [UInt8] in [[], [0], [0, 0, 0, 0], [1, 2, 3, 4], Array(repeating: 0, count: 80)] {
      #expect(octets.withRawSpan { UTF16Text(start: $0) == nil })
    }
  }

  @Test("a last line that is too long and has no end leaves a note") func endless() throws {
    let text = Array(Self.log.utf8) + [UInt8](repeating: 0x78, count: 200_000)
    let format = try LogFormat(json: Array(Self.declared.utf8))
    for size in [1_000, 70_000, 400_000] {
      let recording = try read(text, inChunksOf: size)
      #expect(recording.events.count == 3)
      #expect(recording.noteTexts == ["1 × a line longer than 64 KiB"])
    }
    let marked = Array("[18:18:33.157] ← 2AD2 44\n".utf8) + [UInt8](repeating: 0x78, count: 200_000)
    #expect(try read(marked, as: format).noteTexts == ["1 × a line longer than 64 KiB"])
  }

  @Test(
    "two writers in one line are never one value",
    arguments: [
      "18:18:33.157 ← 0x2AD2  44 00 6018:18:33.301 → 0x2AD9  00",
      "18:18:33.157 ← 0x2AD2  44 00 60 18:18:33.301 → 0x2AD9  00",
      "18:18:33.157 ← 0x2AD2  44 00 60→ 0x2AD9  00",
      "18:18:33.157 ← 0x2AD2  44 0← 0x2A63  34 00",
    ])
  func interleaved(line: String) throws {
    let recording = try read(line + "\n" + Self.log)
    #expect(recording.events.count == 3)
    #expect(recording.noteKinds == [.skippedLine])
  }

  @Test("prose between lines of two writers leaves each value whole") func prose() throws {
    let noisy = Self.log.replacing("\n", with: "\n  at ble.swift:12\n\tWARN queue 3 of 4 → retry\n")
    let recording = try read(noisy)
    #expect(recording.digests == (try read(Self.log)).digests)
    #expect(recording.noteTexts == ["6 × a line that is no exchange"])
  }

  @Test("a first line that a ring cut, and a last line that nobody finished") func cut() throws {
    let cut = String(Self.log.dropFirst(20)) + "18:18:34.000 ← 0x2AD2  44 00 6"
    let recording = try read(cut)
    #expect(recording.brief == ["1826/2AD9 write_request~ 00", "1826/2AD9 indication~ 80 00 01"])
    #expect(
      recording.noteTexts == [
        "1 × a line that is no exchange", "1 × a line that was cut inside an octet",
      ])
  }

  @Test("CRLF, tabs and a byte order mark change nothing") func ends() throws {
    let expected = try read(Self.log).digests
    let variants = [
      Self.log.replacing("\n", with: "\r\n"), "\u{FEFF}" + Self.log,
      Self.log.replacing("  ", with: "\t").replacing("← 0x", with: "←\t0x"),
      "\u{FEFF}" + Self.log.replacing("\n", with: " \t\r\n"),
    ]
    for text in variants { #expect(try read(text).digests == expected) }
  }

  @Test("octets without leading zeros are read where the format says so, and nowhere else")
  func short() throws {
    let format = try LogFormat(json: Array(Self.declared.utf8))
    let log = "[18:18:33.157] py 2A63 20 0 19 0 b6;\n[18:18:33.257] ← 2A63 20 0 19\n"
    let recording = try read(log, as: format)
    #expect(recording.brief == ["1818/2A63 notification~ 20 00 19 00 B6"])
    #expect(try read("← 0x2A63  20 0 19 0 b6\n").events.isEmpty)
  }

  // One octet a line, as a monitor of ESP-IDF prints NimBLE's buffers; the second is cut short.
  @Test("one octet a line") func oneByOne() throws {
    let octets = ["05", "00", "04", "00", "1b", "21", "00", "44", "01"]
    var log = "D (23600) NimBLE: ble_hs_hci_evt_acl_process(): conn_handle=1 pb=2 len=9 data=\n"
    for octet in octets { log += "D (23601) NimBLE: 0x\(octet)\u{20}\n" }
    let cut = log.split(separator: "\n").prefix(5).joined(separator: "\n") + "\n"
    let recording = try read(
      log + cut + "D (23700) NimBLE: rxed att command\n", as: builtIn("nimble"))
    #expect(recording.brief == ["h0021 notification 44 01"])
    #expect(recording.noteTexts.contains("1 × octets that do not fit the length beside them"))
    #expect(recording.events.map(\.source) == [SourceReference(.line, 1)])
  }

  @Test("packets without a clock have no times, and their links none") func clockless() throws {
    let log = "> 02 40 20 09 00 05 00 04 00 1B 21 00 44 00\n> 04 05 04 00 40 00 13\n"
    let recording = try read(log, as: builtIn("hcidump_raw"))
    #expect(recording.clock.kind == .none)
    #expect(recording.events.map(\.kind) == [.notification, .disconnect])
    #expect(recording.events.allSatisfy { !$0.hasTime })
  }

  @Test("lines that are passed over can be listed, a bounded number of each reason") func skipped()
    throws
  {
    var format = AppLogFormat()
    format.skipped = SkippedLines()
    var emitter = EventEmitter(Recording())
    let prose = String(repeating: "nothing to see\n", count: 80)
    let long = "→ 0x2AD9  0" + "\n" + String(repeating: "y", count: 500) + "\n"
    var input = ChunkedInput(bytes: Array((Self.log + prose + long).utf8))
    try format.read(&input, into: &emitter)
    let groups = try #require(format.skipped?.groups)
    #expect(groups.map(\.reason) == [.prose, .cutHex])
    #expect(groups.map(\.count) == [81, 1])
    #expect(groups[0].lines.count == SkippedLines.most)
    #expect(groups[0].lines.first == SkippedLines.Line(number: 4, text: "nothing to see"))
    #expect(groups[1].lines == [SkippedLines.Line(number: 84, text: "→ 0x2AD9  0")])
  }
}
