import RulloBase
import RulloBluetooth
import RulloTestSupport
import Testing

@testable import RulloCaptureFiles

@Suite("PacketLogger")
struct PacketLoggerTests {
  /// A record by hand: length of all behind it, seconds, microseconds, type, octets.
  static func record(
    _ make: CaptureBytes, seconds: UInt64 = 1_700_000_000, microseconds: UInt64, type: UInt8,
    _ hex: String
  ) -> [UInt8] {
    let bytes = octets(hex)
    return make.word(UInt64(bytes.count + 9), 4) + make.word(seconds, 4)
      + make.word(microseconds, 4) + [type] + bytes
  }

  static let acl = "40 20 0B 00 07 00 04 00 1B 21 00 44 00 68 0B"

  /// One record of every type of formats "pklg", and two that it does not list.
  static let types: [(type: UInt8, content: Packet.Content, direction: Packet.Direction)] = [
    (0x00, .command, .sent), (0x01, .event, .received), (0x02, .acl, .sent),
    (0x03, .acl, .received), (0x08, .sco, .sent), (0x09, .sco, .received),
    (0x0A, .loggerNote, .sent), (0x0B, .loggerNote, .received), (0x12, .iso, .sent),
    (0x13, .iso, .received), (0xF7, .loggerNote, .unknown), (0xF8, .loggerNote, .unknown),
    (0xF9, .loggerNote, .unknown), (0xFA, .loggerNote, .unknown),
    (0xFB, .loggerNote, .unknown), (0xFC, .loggerNote, .unknown),
    (0xFD, .loggerNote, .unknown), (0xFE, .loggerNote, .unknown),
    (0x20, .other, .unknown), (0x7E, .other, .unknown),
  ]

  func read(_ bytes: [UInt8]) throws -> PacketList {
    var list = PacketList()
    var format = PacketLoggerFormat()
    var input = ChunkedInput(bytes: bytes)
    try format.read(&input, into: &list)
    return list
  }

  @Test("all record types in both byte orders; unknown ones are counted", arguments: [true, false])
  func types(isBigEndian: Bool) throws {
    let make = CaptureBytes(isBigEndian: isBigEndian)
    let bytes = Self.types.enumerated().flatMap { index, row in
      Self.record(make, microseconds: UInt64(index), type: row.type, Self.acl)
    }
    let isRecognised = bytes.withRawSpan { PacketLoggerFormat.recognises($0) }
    #expect(isRecognised)
    let list = try read(bytes)
    #expect(list.packets.map(\.packet.content) == Self.types.map(\.content))
    #expect(list.packets.map(\.packet.direction) == Self.types.map(\.direction))
    #expect(list.packets.map(\.packet.time) == (0..<20).map { Int64($0) * 1_000 })
    #expect(list.packets.allSatisfy { $0.bytes == octets(Self.acl) })
    #expect(list.clock?.start == Instant(seconds: 1_700_000_000))
    #expect(list.notes.map(\.kind) == [.unknownTimeZone, .unknownRecord, .unknownRecord])
  }

  @Test("every prefix yields records and at most one note about the end") func prefixes() throws {
    let make = CaptureBytes(isBigEndian: false)
    let bytes =
      Self.record(make, microseconds: 1, type: 1, "0E 01 00")
      + Self.record(make, microseconds: 2, type: 0, "03 0C 00")
    for length in 16...bytes.count {
      let list = try read(Array(bytes.prefix(length)))
      #expect(list.packets.count == length / 16)
      #expect(list.notes.filter { $0.kind == .cutFile }.count == (length % 16 == 0 ? 0 : 1))
    }
    for length in 0..<13 {
      #expect(throws: CaptureFailure.self) { try read(Array(bytes.prefix(length))) }
    }
  }

  @Test("other formats are not taken for it") func foreign() {
    let others = [
      "62 74 73 6E 6F 6F 70 00 00 00 00 01 00 00 03 EA", "0A 0D 0D 0A 1C 00 00 00 4D 3C 2B 1A 01",
      "50 4B 03 04 14 00 00 00 08 00 00 00 00 00", "00 00 00 18 66 74 79 70 6D 70 34 32 00 00",
      "1F 8B 08 00 00 00 00 00 00 03 00 00 00 00",
    ]
    for other in others {
      let isRecognised = octets(other).withRawSpan { PacketLoggerFormat.recognises($0) }
      #expect(!isRecognised, "\(other)")
    }
  }

  // Counted from the record headers with a few lines of Python, and with tshark 4.0.17.
  @Test(
    "a capture of BTstack: 195 records, 75 events, 45 commands, 35 ACL, 40 notes",
    .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.absence)))
  func corpusFile() throws {
    let list = try read(try #require(corpus("btstack-sm-pairing.pklg")))
    #expect(list.packets.count == 195)
    #expect(list.packets.count { $0.packet.content == .event } == 75)
    #expect(list.packets.count { $0.packet.content == .command } == 45)
    #expect(list.packets.count { $0.packet.content == .acl } == 35)
    #expect(list.packets.count { $0.packet.content == .loggerNote } == 40)
    // 1397218361 s, 721923 µs: Apr 11, 2014 12:12:41.721923 UTC in Wireshark.
    #expect(list.clock?.start == Instant(seconds: 1_397_218_361, nanoseconds: 721_923_000))
    let attributes = list.packets.count { row in
      row.packet.content == .acl && row.bytes.count > 8 && row.bytes[6...7] == [4, 0]
    }
    #expect(attributes == 18)
  }
}
