import RulloBase
import RulloBluetooth
import RulloTestSupport
import Testing

@testable import RulloCaptureFiles

/// What stands before link-layer packets, laid out by hand after formats "pcap / pcapng".
@Suite("headers of radio captures")
struct AirHeaderTests {
  static let data = "5B 8D 9A AF 02 07 03 00 04 00 02 05 02 11 22 33"
  static let advertising = "D6 BE 89 8E 40 06 01 02 03 04 05 06 11 22 33"

  struct Row: CustomTestStringConvertible, Sendable {
    let link: UInt32
    let hex: String
    let body: String
    let direction: Packet.Direction
    let channel: UInt8
    let facts: Radio.Facts
    var testDescription: String { "\(link): \(hex)" }

    init(
      _ link: UInt32, _ hex: String, _ body: String, _ direction: Packet.Direction,
      _ channel: UInt8, _ facts: Radio.Facts
    ) {
      self.link = link
      self.hex = hex
      self.body = body
      self.direction = direction
      self.channel = channel
      self.facts = facts
    }
  }

  static let valid: Radio.Facts = [.crcChecked, .crcValid]

  static let rows: [Row] = [
    Row(251, "", data, .unknown, 0xFF, []),
    Row(256, "0C D0 A0 00 D6 BE 89 8E 13 0C", advertising, .unknown, 12, valid),
    Row(256, "06 C9 00 00 00 00 00 00 01 05", data, .sent, 6, .crcChecked),
    Row(
      256, "06 C9 00 00 00 00 00 00 89 0D", data, .received, 6,
      [.crcChecked, .crcValid, .decrypted]),
    Row(256, "06 C9 00 00 00 00 00 00 27 00", data, .unknown, 6, []),
    // Version 3 and 2: board, payload length 26 (10 + 16), version, counter, id.
    Row(272, "05 1A 00 03 2A 00 06 0A 03 11 30 01 00 44 33 22 11", data, .sent, 17, valid),
    Row(272, "05 1A 00 02 2A 00 06 0A 01 11 30 01 00 44 33 22 11", data, .received, 17, valid),
    Row(
      272, "05 1A 00 03 2A 00 06 0A 07 11 30 01 00 44 33 22 11", data, .sent, 17,
      [.crcChecked, .crcValid, .encrypted]),
    Row(
      272, "05 1A 00 03 2A 00 06 0A 0D 11 30 01 00 44 33 22 11", data, .received, 17,
      [.crcChecked, .crcValid, .decrypted]),
    Row(
      272, "05 19 00 03 2A 00 02 0A 02 25 30 00 00 44 33 22 11", advertising, .unknown, 37,
      .crcChecked),
    // Version 1: header length, payload length, version, counter, id.
    Row(272, "05 06 1A 01 2A 00 06 0A 03 11 30 01 00 44 33 22 11", data, .sent, 17, valid),
    // Version 0: id, counter, two unused, length.
    Row(272, "05 06 2A 00 00 00 1A 0A 03 11 30 01 00 44 33 22 11", data, .sent, 17, valid),
    // PPI with the Ubertooth's field: 2426 MHz is the 13th channel counted from 2402.
    Row(
      192, "00 00 18 00 FB 00 00 00 36 75 0C 00 00 7A 09 00 08 33 71 0D E4 DB E2 3D", data,
      .unknown, 12, []),
    Row(
      192, "00 00 18 00 93 00 00 00 36 75 0C 00 00 7A 09 00 08 33 71 0D E4 DB E2 3D", data,
      .unknown, 12, []),
    Row(192, "00 00 08 00 FB 00 00 00", data, .unknown, 0xFF, []),
  ]

  @Test("each header", arguments: rows) func header(row: Row) {
    var list = PacketList()
    let bytes = octets(row.hex) + octets(row.body)
    let packet = Packet(number: 1, time: 0, content: .other, direction: .unknown)
    bytes.withRawSpan { LinkLayer(linkType: row.link).deliver(packet, $0, into: &list) }
    #expect(list.packets.count == 1)
    #expect(list.packets.first?.packet.content == .air)
    #expect(list.packets.first?.packet.direction == row.direction)
    #expect(list.packets.first?.packet.radio == Radio(channel: row.channel, row.facts))
    #expect(list.packets.first?.bytes == octets(row.body))
  }

  @Test("what is no link-layer packet is handed on as another kind") func others() {
    let others: [(UInt32, String)] = [
      (256, "06 C9 00 00 00 00 00 00 01"), (272, "05 1A 00 03 2A 00"),
      (272, "05 04 00 03 2A 00 0E 0A 03 11 30"), (192, "00 00 08 00 69 00 00 00 01 02"),
      (192, "00 00 FF 00 FB 00 00 00 01 02"), (192, "00 00"),
    ]
    for (link, hex) in others {
      var list = PacketList()
      let packet = Packet(number: 1, time: 0, content: .other, direction: .unknown)
      octets(hex).withRawSpan { LinkLayer(linkType: link).deliver(packet, $0, into: &list) }
      #expect(list.packets.map(\.packet.content) == [.other], "\(hex)")
    }
  }
}
