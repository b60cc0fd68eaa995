import RulloBase
import RulloBluetooth
import RulloCaptureFiles
import RulloTestSupport
import Testing

@testable import RulloImporting

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("classic pcap")
struct PcapFileTests {
  /// Keeps what a reader hands on.
  struct PacketList: PacketSink {
    var clock: Clock?
    var packets: [(packet: Packet, bytes: [UInt8])] = []
    var notes: [Note] = []
    var linkType = ""

    mutating func begin(_ clock: Clock) { self.clock = clock }
    mutating func packet(_ packet: Packet, _ bytes: RawSpan) {
      packets.append((packet, bytes.copied()))
    }
    mutating func note(_ note: Note) { notes.append(note) }
  }

  func read(_ bytes: [UInt8]) throws -> PacketList {
    var list = PacketList()
    var file = PcapFile()
    var input = ChunkedInput(bytes: bytes)
    try file.read(&input, into: &list)
    list.linkType = file.linkType
    return list
  }

  static let command = octets("00 00 00 00 01 03 0C 00")
  static let acl = octets("00 00 00 01 02 40 20 0B 00 07 00 04 00 1B 21 00 44 00 68 0B")

  static func file(_ make: CaptureBytes, nanoseconds: Bool = false) -> [UInt8] {
    make.pcapHeader(link: 201, nanoseconds: nanoseconds)
      + make.pcapRecord(seconds: 1_700_000_000, fraction: 999_999, Self.command)
      + make.pcapRecord(seconds: 1_700_000_001, fraction: 1, original: 24, Self.acl)
  }

  @Test(
    "both magics in both byte orders",
    arguments: [(false, false), (false, true), (true, false), (true, true)])
  func forms(isBigEndian: Bool, nanoseconds: Bool) throws {
    let bytes = Self.file(CaptureBytes(isBigEndian: isBigEndian), nanoseconds: nanoseconds)
    let isRecognised = bytes.withRawSpan { PcapFile.recognises($0) }
    #expect(isRecognised)
    let list = try read(bytes)
    #expect(list.linkType == "HCI H4 with direction (201)")
    #expect(list.clock?.resolution == (nanoseconds ? 1 : 1_000))
    #expect(
      list.clock?.start
        == Instant(seconds: 1_700_000_000, nanoseconds: nanoseconds ? 999_999 : 999_999_000))
    // From .999999 to 1.000001 are 2 µs; from 999,999 ns to 1 s and 1 ns are 999,000,002 ns.
    #expect(list.packets.map(\.packet.time) == [0, nanoseconds ? 999_000_002 : 2_000])
    #expect(list.packets.map(\.packet.content) == [.command, .acl])
    #expect(list.packets.map(\.packet.direction) == [.sent, .received])
    #expect(list.packets.map(\.packet.cut) == [0, 4])
    #expect(list.packets[1].bytes == Array(Self.acl.dropFirst(5)))
    #expect(list.notes.map(\.kind) == [.cutRecord])
  }

  @Test("every prefix yields records and a note about the end") func prefixes() throws {
    let bytes = Self.file(CaptureBytes(isBigEndian: false))
    for length in 0..<bytes.count {
      let prefix = Array(bytes.prefix(length))
      guard length >= 24 else {
        #expect(throws: CaptureFailure.self) { try read(prefix) }
        continue
      }
      let list = try read(prefix)
      // The first record ends after 24 + 16 + 8 octets.
      #expect(list.packets.count == (length < 48 ? 0 : 1))
      #expect(list.notes.map(\.kind) == (length == 24 || length == 48 ? [] : [.cutFile]))
    }
  }

  @Test("no changed octet crashes the reader") func mutations() {
    let bytes = Self.file(CaptureBytes(isBigEndian: true))
    for place in bytes.indices {
      for change in [0x01, 0x80, 0xFF] as [UInt8] {
        var changed = bytes
        changed[place] ^= change
        _ = try? read(changed)
      }
    }
  }

  @Test("a file is read by its path as from memory, a missing one is told") func paths() throws {
    var list = PacketList()
    var file = PcapFile()
    #expect(throws: InputError.self) { try file.read(path: "/nonexistent.pcap", into: &list) }
    #expect(throws: CaptureFailure.self) { try file.read(path: #filePath, into: &list) }
    // A pipe, as a shell names it.
    var ends: [Int32] = [0, 0]
    #expect(unsafe pipe(&ends) == 0)
    let bytes = Self.file(CaptureBytes(isBigEndian: false))
    #expect(unsafe write(ends[1], bytes, bytes.count) == bytes.count)
    close(ends[1])
    try file.read(path: "/dev/fd/\(ends[0])", into: &list)
    close(ends[0])
    #expect(list.packets.count == 2)
  }

  @Test(
    "radio captures say the same by path and through a temporary file",
    .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.absence)),
    arguments: [
      ("crackle-known-ltk-ppi.pcap", 303, "PPI (192)"),
      ("sweyntooth-dialog-da14680-truncated-l2cap-crash.pcap", 387, "nRF Sniffer (272)"),
    ])
  func radio(name: String, frames: Int, link: String) throws {
    let list = try read(try #require(corpus(name)))
    #expect(list.packets.count == frames)
    #expect(list.packets.allSatisfy { $0.packet.content == .air })
    #expect(list.linkType == link)
    var byPath = PacketList()
    var file = PcapFile()
    try file.read(path: Corpus.folder + "/" + name, into: &byPath)
    #expect(byPath.packets.map(\.bytes) == list.packets.map(\.bytes))
    #expect(byPath.packets.map(\.packet.time) == list.packets.map(\.packet.time))
  }
}
