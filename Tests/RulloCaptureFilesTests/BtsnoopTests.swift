import RulloBase
import RulloBluetooth
import RulloTestSupport
import Testing

@testable import RulloCaptureFiles

/// Keeps what a reader hands on.
struct PacketList: PacketSink {
  var clock: Clock?
  var packets: [(packet: Packet, bytes: [UInt8])] = []
  var notes: [Note] = []

  mutating func begin(_ clock: Clock) { self.clock = clock }
  mutating func packet(_ packet: Packet, _ bytes: RawSpan) {
    packets.append((packet, bytes.copied()))
  }
  mutating func note(_ note: Note) { notes.append(note) }
}

@Suite("btsnoop")
struct BtsnoopTests {
  static let header = "62 74 73 6E 6F 6F 70 00 00 00 00 01 00 00 03 EA"

  /// A record by hand: lengths, flags, drops, microseconds since year 0, octets.
  static func record(
    original: UInt32? = nil, flags: UInt32, drops: UInt32 = 0, time: Int64, _ hex: String
  ) -> [UInt8] {
    let bytes = octets(hex)
    let words = [original ?? UInt32(bytes.count), UInt32(bytes.count), flags, drops]
    let stamp = UInt64(bitPattern: time + 0x00DC_DDB3_0F2F_8000)
    return words.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
      + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: stamp >> $0) } + bytes
  }

  func read(_ bytes: [UInt8]) throws -> PacketList {
    var list = PacketList()
    var format = BtsnoopFormat()
    var input = ChunkedInput(bytes: bytes)
    try format.read(&input, into: &list)
    return list
  }

  // Cases E1: original 60, included 20, then a whole record.
  @Test("a record cut by the capture is read, noted, and followed by the next") func cutRecord()
    throws
  {
    let bytes =
      octets(Self.header)
      + Self.record(
        original: 60, flags: 1, time: 0,
        "02 40 00 0F 00 0B 00 04 00 1B 21 00 44 00 68 0B A0 00 95 00")
      + Self.record(flags: 0, time: 1, "01 03 0C 00")
    let list = try read(bytes)
    #expect(list.packets.map(\.packet.cut) == [40, 0])
    #expect(list.packets.map(\.packet.content) == [.acl, .command])
    #expect(list.packets.map(\.packet.direction) == [.received, .sent])
    #expect(list.packets.map(\.packet.time) == [0, 1_000])
    #expect(list.notes.map(\.kind) == [.cutRecord])
  }

  @Test("dropped packets are noted once for each rise of their count") func drops() throws {
    let counts: [UInt32] = [0, 0, 3, 3, 4]
    let bytes =
      octets(Self.header)
      + counts.enumerated().flatMap {
        Self.record(flags: 0, drops: $0.element, time: Int64($0.offset), "01 03 0C 00")
      }
    let list = try read(bytes)
    #expect(list.packets.count == 5)
    #expect(list.notes.map(\.kind) == [.droppedPackets, .droppedPackets])
    #expect(list.notes.map(\.source.number) == [3, 5])
  }

  @Test("every prefix yields records and at most one note about the end") func prefixes() throws {
    let bytes =
      octets(Self.header) + Self.record(flags: 1, time: -5, "04 0E 01 00")
      + Self.record(flags: 0, time: 7, "01 03 0C 00")
    for length in 16...bytes.count {
      let list = try read(Array(bytes.prefix(length)))
      #expect(list.packets.count == (length - 16) / 28)
      #expect(list.notes.count == ((length - 16) % 28 == 0 ? 0 : 1))
    }
  }

  @Test("unread data links and absurd lengths are told in words") func refusals() throws {
    let bcsp = octets("62 74 73 6E 6F 6F 70 00 00 00 00 01 00 00 03 EB")
    #expect(throws: CaptureFailure.self) { try read(bcsp) }
    let absurd = octets(Self.header + " 00 00 00 04 FF FF FF FF 00 00 00 00 00 00 00 00")
    #expect(try read(absurd).notes.map(\.kind) == [.absurdLength])
  }
}
