import RulloBase
import RulloBluetooth
import RulloTestSupport
import Testing

@testable import RulloCaptureFiles

@Suite("pcapng")
struct PcapngTests {
  func read(_ bytes: [UInt8]) throws -> PacketList {
    var list = PacketList()
    var format = PcapngFormat()
    var input = ChunkedInput(bytes: bytes)
    try format.read(&input, into: &list)
    return list
  }

  /// An ACL packet with its H4 octet; what follows the octet is what the reader hands on.
  static let acl = octets("02 40 20 0B 00 07 00 04 00 1B 21 00 44 00 68 0B")

  /// Two interfaces, every packet block, a block of a kind that nobody knows.
  static func everyBlock(_ make: CaptureBytes) -> [UInt8] {
    make.section() + make.interface(187, options: make.option(9, [9]))
      + make.interface(201, snap: 8)
      + make.enhanced(
        time: 1_700_000_000_000_000_001, options: make.option(2, make.word(1, 4)) + [0, 0, 0, 0],
        acl)
      + make.block(0x77, [1, 2, 3])
      + make.enhanced(interface: 1, time: 1_700_000_000_000_002, [0, 0, 0, 1] + acl)
      + make.block(3, make.word(4, 4) + [4, 0x0E, 1, 0])
      + make.block(
        2,
        make.word(1, 2) + make.word(3, 2) + make.word(1_700_000_000_000_003 >> 32, 4)
          + make.word(1_700_000_000_000_003 & 0xFFFF_FFFF, 4) + make.word(8, 4) + make.word(12, 4)
          + [0, 0, 0, 0, 1, 3, 0x0C, 0])
  }

  @Test("both byte orders, every packet block, direction and clock", arguments: [false, true])
  func everyBlock(_ isBigEndian: Bool) throws {
    let list = try read(Self.everyBlock(CaptureBytes(isBigEndian: isBigEndian)))
    #expect(
      list.clock
        == Clock(
          kind: .absolute, resolution: 1, start: Instant(seconds: 1_700_000_000, nanoseconds: 1)))
    #expect(list.packets.map(\.packet.number) == [1, 2, 3, 4])
    #expect(list.packets.map(\.packet.content) == [.acl, .acl, .event, .command])
    #expect(list.packets.map(\.packet.direction) == [.received, .received, .unknown, .sent])
    #expect(list.packets.map(\.packet.time) == [0, 1_999, 1_999, 2_999])
    #expect(list.packets.map(\.packet.adapter) == [0, 1, 0, 1])
    #expect(list.packets.map(\.packet.cut) == [0, 0, 0, 4])
    #expect(list.packets[0].bytes == Array(Self.acl.dropFirst()))
    #expect(list.packets[1].bytes == Array(Self.acl.dropFirst()))
    #expect(list.packets[2].bytes == [0x0E, 1, 0])
    #expect(list.packets[3].bytes == [3, 0x0C, 0])
    #expect(list.notes.map(\.kind) == [.droppedPackets, .cutRecord])
  }

  /// Option 9, units, offset in seconds, and the time worked out by hand.
  static let clocks: [(UInt8, UInt64, UInt64, Int64, Int64, Int64)] = [
    (6, 1_500_000, 0, 1, 500_000_000, 1_000),
    (3, 1_500, 0, 1, 500_000_000, 1_000_000),
    (0, 7, 10, 17, 0, 1_000_000_000),
    (9, 1_500_000_001, 0, 1, 500_000_001, 1),
    // Picoseconds: finer than the recording's clock.
    (12, 1_500_000_001_999, 0, 1, 500_000_001, 1),
    // 2⁻¹⁰ s: 1,536 units are 1.5 s; one unit is 976,562.5 ns.
    (0x8A, 1_536, 0, 1, 500_000_000, 976_562),
    (0x8A, 1, .max, -1, 976_562, 976_562),
    // 2⁻⁶⁴ s: half the range is half a second.
    (0xC0, 1 << 63, 0, 0, 500_000_000, 1),
    (0xFF, .max, 0, 0, 0, 1),
    (0x7F, .max, 0, 0, 0, 1),
  ]

  @Test("resolutions and offsets", arguments: clocks)
  func resolution(
    code: UInt8, units: UInt64, offset: UInt64, seconds: Int64, nanoseconds: Int64, step: Int64
  ) throws {
    let make = CaptureBytes(isBigEndian: false)
    let options = make.option(9, [code]) + make.option(14, make.word(offset, 8))
    let list = try read(
      make.section() + make.interface(187, options: options)
        + make.enhanced(time: units, Self.acl))
    #expect(
      list.clock
        == Clock(
          kind: .absolute, resolution: step,
          start: Instant(seconds: seconds, nanoseconds: nanoseconds)))
  }

  @Test("a section of the other byte order starts its interfaces anew") func sections() throws {
    let little = CaptureBytes(isBigEndian: false)
    let big = CaptureBytes(isBigEndian: true)
    let list = try read(
      little.section() + little.interface(187) + little.enhanced(time: 1_000_000, Self.acl)
        + big.section() + big.interface(254)
        + big.enhanced(time: 1_000_007, octets("00 02 00 05 AB"))
        + big.enhanced(interface: 1, time: 1_000_008, Self.acl))
    #expect(list.packets.map(\.packet.content) == [.acl, .acl, .other])
    #expect(list.packets.map(\.packet.direction) == [.unknown, .received, .unknown])
    #expect(list.packets.map(\.packet.adapter) == [0, 2, 1])
    #expect(list.packets[1].bytes == [0xAB])
    #expect(list.packets.map(\.packet.time) == [0, 7_000, 7_000])
    #expect(list.notes.map(\.kind) == [.unknownLink])
  }

  /// Link type, record, and the frame that it becomes.
  static let networks: [(UInt64, [UInt8], [UInt8])] = [
    (1, Array(1...20), Array(1...20)),
    (
      113, octets("00 00 00 01 00 06 02 00 00 00 00 01 AA BB 08 00 45 01"),
      octets("00 01 00 06 02 00 00 00 00 01 AA BB 08 00 45 01")
    ),
    (
      276, octets("08 00 00 00 00 00 00 02 00 01 00 06 02 00 00 00 00 01 00 00 45 01"),
      octets("00 00 00 00 00 00 00 00 00 00 00 00 08 00 45 01")
    ),
    (0, octets("1E 00 00 00 60 01"), octets("00 00 00 00 00 00 00 00 00 00 00 00 86 DD 60 01")),
    (101, octets("45 01"), octets("00 00 00 00 00 00 00 00 00 00 00 00 08 00 45 01")),
  ]

  @Test("networks come out as Ethernet frames", arguments: networks)
  func network(link: UInt64, record: [UInt8], frame: [UInt8]) throws {
    let make = CaptureBytes(isBigEndian: false)
    let list = try read(make.section() + make.interface(link) + make.enhanced(time: 0, record))
    #expect(list.packets.map(\.packet.content) == [.ethernet])
    #expect(list.packets.map(\.bytes) == [frame])
  }

  @Test("drops in statistics are noted once for each rise") func statistics() throws {
    let make = CaptureBytes(isBigEndian: true)
    let drops = { (count: UInt64) in
      make.block(5, make.word(0, 12) + make.option(5, make.word(count, 8)))
    }
    let list = try read(
      make.section() + make.interface(187)
        + make.enhanced(time: 0, options: make.option(4, make.word(2, 8)), Self.acl)
        + drops(0) + drops(2) + drops(2))
    #expect(list.notes.map(\.kind) == [.droppedPackets, .droppedPackets])
  }

  // Numbers as tshark 4.0.17 prints them for such a file.
  @Test("packets keep the numbers that Wireshark gives", arguments: [9, 0x204, 0x0BAD] as [UInt64])
  func numbers(type: UInt64) throws {
    let make = CaptureBytes(isBigEndian: false)
    let list = try read(
      make.section() + make.interface(187) + make.enhanced(time: 1, Self.acl)
        + make.block(type, [1, 2, 3, 4]) + make.enhanced(time: 2, Self.acl))
    #expect(list.packets.map(\.packet.number) == [1, 3])
    #expect(list.notes.map(\.kind) == [.unknownRecord])
  }

  @Test("without times only the order is known") func untimed() throws {
    let make = CaptureBytes(isBigEndian: false)
    let list = try read(
      make.section() + make.interface(187) + make.block(3, make.word(4, 4) + [4, 0x0E, 1, 0])
        + make.enhanced(time: 2, Self.acl))
    #expect(list.clock == Clock(kind: .none, resolution: 0))
    #expect(list.packets.map(\.packet.time) == [Event.noTime, Event.noTime])
    #expect(list.notes.map(\.kind) == [.timeOutOfRange])
  }

  @Test("every prefix yields packets, notes or one clear error", arguments: [false, true])
  func prefixes(_ isBigEndian: Bool) throws {
    let bytes = Self.everyBlock(CaptureBytes(isBigEndian: isBigEndian))
    for length in 0..<bytes.count {
      let prefix = Array(bytes.prefix(length))
      guard length >= 28 else {
        #expect(throws: CaptureFailure.self) { try read(prefix) }
        continue
      }
      let list = try read(prefix)
      #expect(list.packets.count < 4)
      #expect(list.notes.count { $0.kind == .cutFile } <= 1)
    }
  }

  @Test("no changed octet crashes the reader", arguments: [false, true])
  func mutations(_ isBigEndian: Bool) {
    let bytes = Self.everyBlock(CaptureBytes(isBigEndian: isBigEndian))
    for place in bytes.indices {
      for change in [0x01, 0x80, 0xFF] as [UInt8] {
        var changed = bytes
        changed[place] ^= change
        _ = try? read(changed)
      }
    }
  }

  @Test("absurd lengths with nothing behind them are one note") func absurdLengths() throws {
    let make = CaptureBytes(isBigEndian: false)
    for length in [0, 11, 0xFFFF_FFFF] as [UInt64] {
      let list = try read(make.section() + make.word(6, 4) + make.word(length, 4) + Self.acl)
      #expect(list.notes.map(\.kind) == [.absurdLength])
    }
  }
}
