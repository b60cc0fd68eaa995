internal import RulloBase
internal import RulloBluetooth

/// Which layer the octets of a line begin with, where a log prints packets.
public enum PacketForm: String, Hashable, Sendable, CaseIterable {
  /// A type octet, then the packet.
  case h4
  case command, event, acl
  /// What stands behind an ACL header; the line names connection and boundary.
  case l2cap
  /// An attribute PDU alone.
  case att

  /// Whether the lengths that the octets state are theirs.
  func fits(_ octets: [UInt8]) -> Bool {
    octets.withRawSpan { bytes in
      switch self {
      case .h4:
        switch bytes.octet(0) {
        case 1: bytes.octet(3).map { Int($0) + 4 } == bytes.byteCount
        case 2: bytes.u16le(3).map { Int($0) + 5 } == bytes.byteCount
        case 3, 5: bytes.byteCount >= 4
        case 4: bytes.octet(2).map { Int($0) + 3 } == bytes.byteCount
        default: false
        }
      case .command: bytes.octet(2).map { Int($0) + 3 } == bytes.byteCount
      case .event: bytes.octet(1).map { Int($0) + 2 } == bytes.byteCount
      case .acl: bytes.u16le(2).map { Int($0) + 4 } == bytes.byteCount
      case .l2cap: 1...0xFFFF ~= bytes.byteCount
      case .att: 1...0xFFFB ~= bytes.byteCount
      }
    }
  }

  /// What the packet is, and its octets from the header of its kind on.
  func packet(of exchange: LogExchange) -> (content: Packet.Content, octets: [UInt8])? {
    let octets = exchange.octets
    guard fits(octets), exchange.length == nil || exchange.length == octets.count else {
      return nil
    }
    switch self {
    case .h4:
      let contents: [Packet.Content] = [.command, .acl, .sco, .event, .iso]
      guard let type = octets.first, 1...5 ~= type else { return nil }
      return (contents[Int(type) - 1], Array(octets.dropFirst()))
    case .command: return (.command, octets)
    case .event: return (.event, octets)
    case .acl: return (.acl, octets)
    case .l2cap: return (.acl, Self.header(exchange, octets.count) + octets)
    case .att:
      let frame = Self.u16(octets.count) + [4, 0] + octets
      return (.acl, Self.header(exchange, frame.count) + frame)
    }
  }

  /// Connection and boundary as the line names them; without them the only connection, a new frame.
  private static func header(_ exchange: LogExchange, _ count: Int) -> [UInt8] {
    let boundary = exchange.boundary ?? (exchange.direction == .toDevice ? 0 : 2)
    let handle = (exchange.connection ?? 0x40) & 0x0FFF | UInt16(boundary & 3) << 12
    return u16(Int(handle)) + u16(count)
  }

  private static func u16(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }
}
