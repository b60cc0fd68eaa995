public import RulloBase
public import RulloBluetooth

/// What the records of a pcap or pcapng interface hold, by its link type (formats, "pcap / pcapng").
@usableFromInline
package enum LinkLayer: Hashable, Sendable {
  /// 187: H4 type octet, packet; no direction of its own.
  case h4
  /// 201: direction word, H4 type octet, packet.
  case h4WithDirection
  /// 254: adapter, op code, packet without type octet.
  case linuxMonitor
  case ethernet
  /// 113 and 276: what Linux writes for "any" interface.
  case linuxCooked
  case linuxCooked2
  /// 101, 228 and 229: IP without a frame around it.
  case ip
  /// 0 and 108: IP behind a word that names its version, as on the loopback interface of macOS.
  case loopback
  /// 251, 256, 272 and 192: link-layer packets as a sniffer takes them from the air.
  case air(AirHeader)
  case unread(UInt32)

  @usableFromInline
  package init(linkType: UInt32) {
    switch linkType {
    case 0, 108: self = .loopback
    case 1: self = .ethernet
    case 101, 228, 229: self = .ip
    case 113: self = .linuxCooked
    case 187: self = .h4
    case 192: self = .air(.ppi)
    case 201: self = .h4WithDirection
    case 251: self = .air(.none)
    case 254: self = .linuxMonitor
    case 256: self = .air(.radio)
    case 272: self = .air(.nordic)
    case 276: self = .linuxCooked2
    default: self = .unread(linkType)
    }
  }

  /// The name for people, with the number where it tells more than the name.
  package var name: String {
    switch self {
    case .h4: "HCI H4 (187)"
    case .h4WithDirection: "HCI H4 with direction (201)"
    case .linuxMonitor: "Linux monitor (254)"
    case .ethernet: "Ethernet (1)"
    case .linuxCooked: "Linux cooked (113)"
    case .linuxCooked2: "Linux cooked v2 (276)"
    case .ip: "IP"
    case .loopback: "loopback"
    case .air(let header): header.name
    case .unread(255): "Bluetooth BR/EDR baseband (255)"
    case .unread(let number): "link type \(number)"
    }
  }

  /// Whether the records are frames of a network.
  package var isNetwork: Bool {
    switch self {
    case .ethernet, .linuxCooked, .linuxCooked2, .ip, .loopback: true
    default: false
    }
  }

  /// Why records of this link are left out, and what to do instead; `nil` where they are read.
  package var refusal: String? {
    guard case .unread(let number) = self else { return nil }
    if number == 255 {
      return "\(name) is a radio capture of classic Bluetooth, which fitness devices do not use;"
        + " capture on the phone or host instead"
    }
    return "link type \(number) is not one that Rullo reads;"
      + " it reads Bluetooth HCI (187, 201, 254), Bluetooth radio (192, 251, 256, 272) and networks"
      + " (1, 113, 276)"
  }

  /// Hands a record on as what it is; what cannot be read goes on as `.other`, so that it counts.
  @inlinable
  package func deliver<Sink: PacketSink & ~Copyable>(
    _ packet: Packet, _ bytes: RawSpan, into sink: inout Sink
  ) {
    var packet = packet
    switch self {
    case .h4: Self.h4(packet, bytes, at: 0, into: &sink)
    case .h4WithDirection:
      if let word = bytes.u32be(0) { packet.direction = word & 1 == 0 ? .sent : .received }
      Self.h4(packet, bytes, at: 4, into: &sink)
    case .linuxMonitor:
      if let adapter = bytes.u16be(0), let opcode = bytes.u16be(2) {
        let kind = Packet.monitor(opcode)
        packet.adapter = adapter
        packet.recordType = opcode
        packet.content = kind.content
        packet.direction = kind.direction
      }
      sink.packet(packet, bytes.extracting(min(4, bytes.byteCount)..<bytes.byteCount))
    case .ethernet:
      packet.content = .ethernet
      sink.packet(packet, bytes)
    case .linuxCooked:
      // Its protocol word stands right before the payload, as in an Ethernet header 2 octets later.
      if bytes.byteCount >= 16 { packet.content = .ethernet }
      sink.packet(packet, bytes.extracting(min(2, bytes.byteCount)..<bytes.byteCount))
    case .linuxCooked2: Self.framed(packet, bytes, at: 20, into: &sink)
    case .ip: Self.framed(packet, bytes, at: 0, into: &sink)
    case .loopback: Self.framed(packet, bytes, at: 4, into: &sink)
    case .air(let header): header.deliver(packet, bytes, into: &sink)
    case .unread: sink.packet(packet, bytes)
    }
  }

  @inlinable
  internal static func h4<Sink: PacketSink & ~Copyable>(
    _ packet: Packet, _ bytes: RawSpan, at offset: Int, into sink: inout Sink
  ) {
    var packet = packet
    if let type = bytes.octet(offset) {
      packet.content = Packet.content(h4: type)
      packet.recordType = UInt16(type)
    }
    sink.packet(packet, bytes.extracting(min(offset + 1, bytes.byteCount)..<bytes.byteCount))
  }

  /// Puts an Ethernet header before an IP packet that has none.
  @inline(never) @usableFromInline
  internal static func framed<Sink: PacketSink & ~Copyable>(
    _ packet: Packet, _ bytes: RawSpan, at offset: Int, into sink: inout Sink
  ) {
    guard let version = bytes.octet(offset).map({ $0 >> 4 }), version == 4 || version == 6 else {
      return sink.packet(packet, bytes)
    }
    var packet = packet
    packet.content = .ethernet
    let type: [UInt8] = version == 4 ? [0x08, 0x00] : [0x86, 0xDD]
    let header = [UInt8](repeating: 0, count: 12) + type
    let frame = header + bytes.extracting(offset..<bytes.byteCount).copied()
    frame.withRawSpan { sink.packet(packet, $0) }
  }
}
