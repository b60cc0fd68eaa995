import Foundation
import RulloBase
import RulloBluetooth
import RulloFieldLogs
import RulloRecordings
import RulloTestSupport
import Testing

@testable import RulloImporting

/// One session as a capture and as the text that tools print of it.
@Suite("one session as capture and as text") struct TextOfCaptureTests {
  private static let capture = projectFolder.appendingPathComponent(
    "captures/bumble-session.btsnoop"
  ).path

  private static func digests(_ text: String, _ log: LogChoice? = nil) throws -> SessionDigests {
    let file = try RecordingFile(ChunkedInput(bytes: Array(text.utf8)), log: log)
    let outcome = file.read(into: SessionDigests())
    #expect(outcome.failure == nil)
    return outcome.intoSink()
  }

  @Test("the app log written of a capture has the same values") func appLog() throws {
    let expected = try RecordingFile(path: Self.capture).read(into: SessionDigests()).intoSink()
    let output = SessionOutput()
    let writer = AppLogWriter { output.bytes += $0.copied() }
    var outcome = try RecordingFile(path: Self.capture).read(into: writer)
    outcome.sink.finish()
    // 60 + 1 + 5 + 60 notifications, 9 indications and 9 + 1 writes: the account of the session's client.
    #expect(outcome.sink.lineCount == 145)
    #expect(outcome.sink.deviceCount == 1)
    let text = String(decoding: output.bytes, as: UTF8.self)
    #expect(try Self.digests(text).values == expected.values)
    let format = try RecordingFile(ChunkedInput(bytes: output.bytes)).format
    #expect(format == .appLog)
  }

  /// Prints packets as hcidump does with `-R -t`, or as PacketLogger's rows of L2CAP.
  private final class Printer: PacketSink {
    var raw = ""
    private var start = Instant()

    func begin(_ clock: Clock) { start = clock.start }
    func note(_ note: Note) {}

    func packet(_ packet: Packet, _ bytes: RawSpan) {
      let types: [Packet.Content: UInt8] = [.command: 1, .acl: 2, .event: 4]
      guard let type = types[packet.content] else { return }
      var stamp = TextBuffer()
      guard start.advanced(by: packet.time).appendISO(places: 6, to: &stamp) else { return }
      let time = stamp.string.replacing("T", with: " ").replacing("Z", with: "")
      let octets = [type] + bytes.copied()
      for place in stride(from: 0, to: octets.count, by: 20) {
        let row = Hex.text(Array(octets[place..<min(place + 20, octets.count)]), separator: " ")
        let front = place == 0 ? "\(time) \(packet.direction == .sent ? "<" : ">") " : "  "
        raw += "\(front)\(row) \n"
      }
    }
  }

  @Test("raw octets of hcidump have the same session, discovery and links included")
  func raw() throws {
    let expected = try RecordingFile(path: Self.capture).read(into: SessionDigests()).intoSink()
    var printer = Printer()
    try RecordingFile(path: Self.capture).readPackets(into: &printer)
    let found = try Self.digests(printer.raw)
    #expect(found.count == expected.count)
    #expect(found.values == expected.values)
    #expect(found.session == expected.session)
    let file = try RecordingFile(ChunkedInput(bytes: Array(printer.raw.utf8)))
    #expect(file.formatName == "hcidump_raw")
    var again = Printer()
    try file.readPackets(into: &again)
    #expect(again.raw == printer.raw)
  }

  /// A connection, then each kind of value, as a btsnoop file of data link 1002.
  private static func values() -> [UInt8] {
    func acl(_ att: String, isSent: Bool) -> [UInt8] {
      let pdu = octets(att)
      let count = UInt8(pdu.count)
      return [2, 0x40, isSent ? 0 : 0x20, count + 4, 0, count, 0, 4, 0] + pdu
    }
    let records: [(flags: UInt8, packet: [UInt8])] = [
      (3, octets("04 3E 13 01 00 40 00 00 01 00 AA BB CC DD EE 18 00 00 00 48 00 00")),
      (1, acl("1B 21 00 44 00 60 0B A0 00 8B 00", isSent: false)),
      (0, acl("12 24 00 00", isSent: true)), (1, acl("13", isSent: false)),
      (1, acl("1D 24 00 80 00 01", isSent: false)), (0, acl("1E", isSent: true)),
      (0, acl("52 24 00 AA", isSent: true)),
      (1, acl("23 21 00 02 00 44 01 24 00 03 00 80 00 02", isSent: false)),
      // A part of a long write is no value of its own.
      (0, acl("16 24 00 00 00 11 22 33", isSent: true)),
    ]
    var file = Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 0x03, 0xEA]
    for (index, record) in records.enumerated() {
      let count = UInt8(record.packet.count)
      let time = UInt64(0x00E0_3AB4_4A67_6000) + UInt64(index) * 100_000
      file += [0, 0, 0, count, 0, 0, 0, count, 0, 0, 0, record.flags, 0, 0, 0, 0]
      file += (0..<8).map { UInt8(truncatingIfNeeded: time >> (56 - 8 * $0)) } + record.packet
    }
    return file
  }

  @Test(
    "what btmon itself prints has the same values, in all its clocks",
    .enabled(if: Tool(named: "btmon") != nil, "btmon is not installed"),
    arguments: [("", Clock.Kind.elapsed), ("-t", .timeOfDay), ("-T", .absolute)])
  func btmon(option: String, clock: Clock.Kind) throws {
    let tool = try #require(Tool(named: "btmon"))
    let printed = try withFolder { folder in
      let path = folder.appendingPathComponent("values.btsnoop")
      try Data(Self.values()).write(to: path)
      return try tool.run((option.isEmpty ? [] : [option]) + ["-r", path.path]).text
    }
    let capture = try RecordingFile(ChunkedInput(bytes: Self.values()))
    let expected = capture.read(into: SessionDigests()).intoSink()
    let file = try RecordingFile(ChunkedInput(bytes: Array(printed.utf8)))
    #expect(file.formatName == "btmon")
    let recording = file.read(into: Recording()).intoSink()
    #expect(recording.clock.kind == clock)
    #expect(recording.events.count == 6)
    // 100 ms from record to record: the second to the eighth, less the two without a value.
    #expect(recording.events.map { $0.time / 1_000_000 } == [0, 100, 300, 500, 600, 600])
    #expect(try Self.digests(printed).values == expected.values)
  }
}
