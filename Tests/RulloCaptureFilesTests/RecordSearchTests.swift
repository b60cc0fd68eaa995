import RulloBase
import RulloBluetooth
import RulloTestSupport
import Testing

@testable import RulloCaptureFiles

/// Reading goes on behind a record that claims an absurd length (peers, "lost, cut or damaged").
@Suite("behind absurd lengths")
struct RecordSearchTests {
  static let acl = "02 40 20 0B 00 07 00 04 00 1B 21 00 44 00 68 0B"

  /// Reads in chunks of `chunk` octets, as a slow pipe would lend them.
  func read<Format: CaptureFormat>(
    _: Format.Type, _ bytes: [UInt8], chunk: Int
  ) throws -> PacketList {
    var list = PacketList()
    var format = Format()
    var place = 0
    var end = 0
    while true {
      end = min(bytes.count, end + chunk)
      let isLast = end == bytes.count
      place += try bytes.withRawSpan { (span: RawSpan) throws(CaptureFailure) in
        try format.consume(
          span.extracting(place..<end), offset: place, isLast: isLast, into: &list)
      }
      if isLast { return list }
    }
  }

  // Ten records; the length of the fourth one is damaged. A btsnoop record is 24 + 16 octets, so
  // that it starts at 16 + 3 × 40 = 136 and the next one 40 octets later.
  @Test("btsnoop", arguments: [0x7FFF_FFFF, 0x0004_0001, 0x0001_0010] as [UInt32], [7, 64, 4096])
  func btsnoop(length: UInt32, chunk: Int) throws {
    var bytes = octets(BtsnoopTests.header)
    for time in 0..<10 {
      bytes += BtsnoopTests.record(flags: 1, time: Int64(time) * 1_000, Self.acl)
    }
    for octet in 0..<4 {
      bytes[136 + 4 + octet] = UInt8(truncatingIfNeeded: length >> (24 - 8 * UInt32(octet)))
    }
    let list = try read(BtsnoopFormat.self, bytes, chunk: chunk)
    #expect(list.packets.count == 9)
    #expect(list.packets.map(\.packet.time) == [0, 1, 2, 4, 5, 6, 7, 8, 9].map { $0 * 1_000_000 })
    #expect(
      list.notes == [
        Note(
          .absurdLength, at: SourceReference(.offset, 136),
          "a record claims \(length) octets; 40 octets were skipped")
      ])
  }

  // A PacketLogger record is 13 + 15 octets: the fourth one starts at 84.
  @Test("PacketLogger", arguments: [true, false], [0x7FFF_FFFF, 8, 0x0000_FF00] as [UInt64])
  func packetLogger(isBigEndian: Bool, length: UInt64) throws {
    let make = CaptureBytes(isBigEndian: isBigEndian)
    var bytes: [UInt8] = []
    for time in 0..<10 {
      bytes += PacketLoggerTests.record(
        make, microseconds: UInt64(time), type: 3, PacketLoggerTests.acl)
    }
    bytes.replaceSubrange(84..<88, with: make.word(length, 4))
    for chunk in [7, 64, 4096] {
      let list = try read(PacketLoggerFormat.self, bytes, chunk: chunk)
      #expect(list.packets.map(\.packet.time) == [0, 1, 2, 4, 5, 6, 7, 8, 9].map { $0 * 1_000 })
      #expect(
        list.notes.dropFirst() == [
          Note(
            .absurdLength, at: SourceReference(.offset, 84),
            "a record claims \(length) octets; 28 octets were skipped")
        ])
    }
  }

  // Section 28, interface 20, packets of 32 + 16 octets: the fourth one starts at 192.
  @Test("pcapng", arguments: [true, false], [0x7FFF_FFFC, 8, 0x0001_0000] as [UInt64])
  func pcapng(isBigEndian: Bool, length: UInt64) throws {
    let make = CaptureBytes(isBigEndian: isBigEndian)
    var bytes = make.section() + make.interface(187)
    for time in 0..<10 { bytes += make.enhanced(time: UInt64(time), octets(Self.acl)) }
    bytes.replaceSubrange(196..<200, with: make.word(length, 4))
    for chunk in [7, 64, 4096] {
      let list = try read(PcapngFormat.self, bytes, chunk: chunk)
      #expect(list.packets.map(\.packet.time) == [0, 1, 2, 4, 5, 6, 7, 8, 9].map { $0 * 1_000 })
      #expect(
        list.notes == [
          Note(
            .absurdLength, at: SourceReference(.offset, 192),
            "a block claims \(length) octets; 48 octets were skipped")
        ])
    }
  }

  @Test("where nothing fits any more, the octets to the end are told") func nothing() throws {
    let bytes =
      octets(BtsnoopTests.header) + BtsnoopTests.record(flags: 1, time: 0, Self.acl)
      + [UInt8](repeating: 0xFF, count: 1_000)
    let list = try read(BtsnoopFormat.self, bytes, chunk: 100)
    #expect(list.packets.count == 1)
    #expect(
      list.notes.map(\.text) == [
        "a record claims 4294967295 octets; the 1000 octets to the end hold no record"
      ])
  }
}
