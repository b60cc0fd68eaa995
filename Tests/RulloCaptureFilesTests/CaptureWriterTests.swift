import RulloBase
import RulloBluetooth
import RulloTestSupport
import Testing

@testable import RulloCaptureFiles

/// What stands in written captures, octet by octet after the descriptions of the formats.
@Suite("written captures") struct CaptureWriterTests {
  /// A command at the start, then 1.5 ms and a nanosecond later an event before which three packets
  /// were lost, and of which two octets are missing.
  private func written(
    _ target: CaptureTarget, resolution: Int64 = 1_000
  ) -> (octets: [UInt8], losses: [CaptureLoss: Int]) {
    var octets: [UInt8] = []
    var writer = CaptureWriter(target) { octets += $0.copied() }
    writer.begin(
      Clock(kind: .absolute, resolution: resolution, start: Instant(seconds: 1_700_000_000)))
    var packet = Packet(number: 1, time: 0, content: .command, direction: .sent)
    [0x03, 0x0C, 0x00].withRawSpan { writer.packet(packet, $0) }
    packet = Packet(
      number: 2, time: 1_500_000 + (resolution == 1 ? 1 : 0), content: .event,
      direction: .received, cut: 2)
    packet.dropped = 3
    [0x0E, 0x04].withRawSpan { writer.packet(packet, $0) }
    writer.finish()
    let losses = CaptureLoss.allCases.filter { writer.losses[$0.rawValue] > 0 }
    return (
      octets, Dictionary(uniqueKeysWithValues: losses.map { ($0, writer.losses[$0.rawValue]) })
    )
  }

  /// Stamps count microseconds from the year 0, 1970 is 0x00DCDDB30F2F8000 of them.
  ///
  /// Flags: 2 for commands and events, 1
  /// for what was received. Drops count from the start of the file.
  @Test("btsnoop holds drops and the octets that are missing") func btsnoop() throws {
    let stamp = 0x00DC_DDB3_0F2F_8000 + UInt64(1_700_000_000) * 1_000_000
    func big(_ value: UInt64, _ count: Int) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }
    let (octets, losses) = written(CaptureTarget(.btsnoop))
    var expected = Array("btsnoop\0".utf8) + big(1, 4) + big(1002, 4)
    expected += big(4, 4) + big(4, 4) + big(2, 4) + big(0, 4) + big(stamp, 8)
    expected += [0x01, 0x03, 0x0C, 0x00]
    expected += big(5, 4) + big(3, 4) + big(3, 4) + big(3, 4) + big(stamp + 1_500, 8)
    expected += [0x04, 0x0E, 0x04]
    #expect(octets == expected)
    #expect(losses.isEmpty)
  }

  @Test("a microsecond is the finest that btsnoop and PacketLogger tell, and that is said")
  func resolution() {
    #expect(written(CaptureTarget(.btsnoop), resolution: 1).losses == [.resolution: 1])
    #expect(
      written(CaptureTarget(.packetLogger), resolution: 1).losses
        == [.resolution: 1, .cut: 1, .drops: 3])
    #expect(written(CaptureTarget(.pcap)).losses == [.drops: 3])
  }

  /// Option 9 of an interface: 10^-9 s; option 4 of a packet: how many were lost before it.
  @Test("pcapng and pcap tell nanoseconds, pcapng also drops") func fine() throws {
    let (octets, losses) = written(CaptureTarget(.pcapng), resolution: 1)
    #expect(losses.isEmpty)
    let option: [UInt8] = [9, 0, 1, 0, 9, 0, 0, 0]
    #expect(octets.dropFirst(28 + 16).starts(with: option))
    let drops: [UInt8] = [4, 0, 8, 0, 3, 0, 0, 0, 0, 0, 0, 0]
    #expect(octets.suffix(4 + 4 + 12).starts(with: drops))
    var list = PacketList()
    var format = PcapngFormat()
    var input = ChunkedInput(bytes: octets)
    try format.read(&input, into: &list)
    #expect(list.packets.map(\.packet.time) == [0, 1_500_001])
    #expect(list.packets.map(\.packet.cut) == [0, 2])
    #expect(Set(list.notes.map(\.kind)) == [.droppedPackets, .cutRecord])
    // The magic number of pcap in nanoseconds, least significant octet first.
    let pcap = written(CaptureTarget(.pcap), resolution: 1)
    #expect(pcap.octets.starts(with: [0x4D, 0x3C, 0xB2, 0xA1]))
    // The second record begins behind the header and the first of 16 + 5 + 3 octets.
    let second = Array(pcap.octets.dropFirst(24 + 24))
    #expect(Array(second[4..<8]) == [0x61, 0xE3, 0x16, 0x00], "1,500,001 = 0x0016E361")
    #expect(second[8..<16].elementsEqual([7, 0, 0, 0, 9, 0, 0, 0]))
  }

  @Test("a capture without packets has its header") func empty() {
    for (name, length) in [("btsnoop", 16), ("pcap", 24), ("pcapng", 28 + 32), ("packetlogger", 0)]
    {
      var octets: [UInt8] = []
      guard let target = CaptureTarget(name: name) else { continue }
      var writer = CaptureWriter(target) { octets += $0.copied() }
      writer.finish()
      // Before 1971 an interface of pcapng has an offset of 12 octets more.
      #expect(octets.count == (name == "pcapng" ? length + 12 : length), "\(name)")
    }
  }
}
