internal import RulloBase
public import RulloBluetooth

/// What stands before a link-layer packet in a radio capture (formats, "pcap / pcapng").
@usableFromInline
package enum AirHeader: Hashable, Sendable {
  /// 251: nothing.
  case none
  /// 256: ten octets about the radio.
  case radio
  /// 272: the nRF Sniffer, versions 0 to 3.
  case nordic
  /// 192: PPI, whose fields may hold the channel.
  case ppi

  package var name: String {
    switch self {
    case .none: "Bluetooth LE link layer (251)"
    case .radio: "Bluetooth LE link layer with radio header (256)"
    case .nordic: "nRF Sniffer (272)"
    case .ppi: "PPI (192)"
    }
  }

  /// Hands a link-layer packet on; a record that is none goes on as `.other`.
  @inline(never) @usableFromInline
  package func deliver<Sink: PacketSink & ~Copyable>(
    _ packet: Packet, _ bytes: RawSpan, into sink: inout Sink
  ) {
    var packet = packet
    let start: Int?
    switch self {
    case .none: start = 0
    case .radio: start = Self.radio(&packet, bytes)
    case .nordic: start = Self.nordic(&packet, bytes)
    case .ppi: start = Self.ppi(&packet, bytes)
    }
    guard let start, start <= bytes.byteCount else { return sink.packet(packet, bytes) }
    packet.content = .air
    sink.packet(packet, bytes.extracting(start..<bytes.byteCount))
  }

  /// Channel, signal, noise, address errors, reference address (u32), flags (u16).
  private static func radio(_ packet: inout Packet, _ bytes: RawSpan) -> Int? {
    guard let channel = bytes.octet(0), let flags = bytes.u16le(8) else { return nil }
    packet.radio.channel = channel
    // Bits 7 to 9 name the kind: 2 is data of the central, 3 of the peripheral.
    switch flags >> 7 & 7 {
    case 2: packet.direction = .sent
    case 3: packet.direction = .received
    default: break
    }
    if flags & 0x0400 != 0 { packet.radio.facts.insert(.crcChecked) }
    if flags & 0x0800 != 0 { packet.radio.facts.insert(.crcValid) }
    if flags & 0x0008 != 0 { packet.radio.facts.insert(.decrypted) }
    return 10
  }

  /// Board, then a header of six octets whose form depends on the version, then ten about the radio.
  private static func nordic(_ packet: inout Packet, _ bytes: RawSpan) -> Int? {
    guard let version = nordicVersion(bytes, held: bytes.byteCount + packet.cut),
      let id = bytes.octet(version == 0 ? 1 : 6), let flags = bytes.octet(8),
      let channel = bytes.octet(9), let length = bytes.octet(7)
    else { return nil }
    // The others are the sniffer's own talk with its host; some tools that write the format leave 0.
    guard [0x00, 0x02, 0x06].contains(id) else { return nil }
    let start = 7 + max(10, Int(length))
    packet.radio.channel = channel
    packet.radio.facts = flags & 1 == 0 ? .crcChecked : [.crcChecked, .crcValid]
    // The other flags are about data; advertising has its own access address.
    if bytes.u32le(start) != 0x8E89_BED6 {
      packet.direction = flags & 2 == 0 ? .received : .sent
      if flags & 4 != 0 { packet.radio.facts.insert(flags & 8 == 0 ? .encrypted : .decrypted) }
    }
    return start
  }

  /// Versions differ in where they say their length, which therefore tells them apart.
  private static func nordicVersion(_ bytes: RawSpan, held: Int) -> UInt8? {
    guard let first = bytes.octet(1), let second = bytes.octet(2), let third = bytes.octet(3),
      let last = bytes.octet(6)
    else { return nil }
    if third >= 2, Int(first) + Int(second) << 8 + 7 == held { return third }
    if first == 6, third == 1, Int(second) + 7 == held { return 1 }
    if Int(last) + 7 == held { return 0 }
    return nil
  }

  /// Version, flags, length (u16), link type (u32), then fields; 30006 is that of the Ubertooth.
  private static func ppi(_ packet: inout Packet, _ bytes: RawSpan) -> Int? {
    guard let length = bytes.u16le(2), let link = bytes.u32le(4) else { return nil }
    var hasField = false
    var place = 8
    while place + 4 <= Int(length), let kind = bytes.u16le(place),
      let size = bytes.u16le(place + 2)
    {
      if kind == 30_006, let frequency = bytes.u16le(place + 5) {
        hasField = true
        if 2402...2480 ~= frequency { packet.radio.channel = UInt8((frequency - 2402) / 2) }
      }
      place += 4 + Int(size)
    }
    // Old versions wrote a link type for private use (147) in place of 251.
    return link == 251 || link == 147 && hasField ? Int(length) : nil
  }
}
