internal import RulloBase

/// An address and port of TCP or UDP.
internal struct Endpoint: Hashable, Sendable {
  var isVersion6 = false
  /// The address in the order of the wire; version 4 stands in the lower 32 bits of `low`.
  var high: UInt64 = 0
  var low: UInt64 = 0
  var port: UInt16 = 0
}

extension Endpoint: CustomStringConvertible {
  /// `192.0.2.1:36866`, or `[2001:db8:0:0:0:0:0:1]:36866`.
  var description: String {
    guard isVersion6 else {
      let octets = [24, 16, 8, 0].map { String(UInt8(truncatingIfNeeded: low >> $0)) }
      return octets.joined(separator: ".") + ":\(port)"
    }
    let groups = [high, low].flatMap { half in
      [48, 32, 16, 0].map { String(UInt16(truncatingIfNeeded: half >> $0), radix: 16) }
    }
    return "[" + groups.joined(separator: ":") + "]:\(port)"
  }
}

/// The TCP segment or UDP datagram inside an Ethernet frame.
internal struct NetworkFrame: Sendable {
  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8
    static let fin = Flags(rawValue: 0x01)
    static let syn = Flags(rawValue: 0x02)
    static let rst = Flags(rawValue: 0x04)
    static let ack = Flags(rawValue: 0x10)
  }

  var isTCP = true
  var source = Endpoint()
  var destination = Endpoint()
  var sequence: UInt32 = 0
  var acknowledged: UInt32 = 0
  var flags: Flags = []
  /// Where the payload stands in the frame.
  var payload = 0..<0

  /// Whether a frame is a part of a TCP segment that IP sent in several packets.
  static func isFragment(_ bytes: RawSpan) -> Bool {
    let (type, place) = protocolType(bytes)
    switch type {
    // More fragments follow, or this is not the first one.
    case 0x0800:
      return bytes.octet(place + 9) == 6 && (bytes.u16be(place + 6) ?? 0) & 0x3FFF != 0
    // Version 6 has a header of its own for it.
    case 0x86DD: return bytes.octet(place + 6) == 44 && bytes.octet(place + 40) == 6
    default: return false
    }
  }

  /// The protocol of an Ethernet frame and where its packet begins, behind up to four VLAN tags.
  private static func protocolType(_ bytes: RawSpan) -> (type: UInt16?, place: Int) {
    var place = 14
    var type = bytes.u16be(12)
    for _ in 0..<4 {
      guard type == 0x8100 || type == 0x88A8 || type == 0x9100 else { break }
      type = bytes.u16be(place + 2)
      place += 4
    }
    return (type, place)
  }

  /// Reads Ethernet II with up to four VLAN tags, IP version 4 or 6, then TCP or UDP.
  ///
  /// Answers `nil` for everything else, fragments of IP among it.
  init?(_ bytes: RawSpan) {
    let (type, place) = Self.protocolType(bytes)
    switch type {
    case 0x0800: self.init(version4: bytes, at: place)
    case 0x86DD: self.init(version6: bytes, at: place)
    default: return nil
    }
  }

  private init?(version4 bytes: RawSpan, at place: Int) {
    guard let first = bytes.octet(place), first >> 4 == 4, let total = bytes.u16be(place + 2),
      let fragment = bytes.u16be(place + 6), let transport = bytes.octet(place + 9),
      let from = bytes.u32be(place + 12), let to = bytes.u32be(place + 16)
    else { return nil }
    let header = Int(first & 15) * 4
    // More fragments, or not the first one: no apps of ours send those.
    guard header >= 20, fragment & 0x3FFF == 0 else { return nil }
    source.low = UInt64(from)
    destination.low = UInt64(to)
    // A network card that cuts segments itself leaves 0; padding follows short packets otherwise.
    let end = total == 0 ? bytes.byteCount : min(place + Int(total), bytes.byteCount)
    guard read(transport, bytes, at: place + header, end) else { return nil }
  }

  private init?(version6 bytes: RawSpan, at place: Int) {
    guard let first = bytes.octet(place), first >> 4 == 6, let length = bytes.u16be(place + 4),
      var next = bytes.octet(place + 6), let fromHigh = bytes.u64be(place + 8),
      let fromLow = bytes.u64be(place + 16), let toHigh = bytes.u64be(place + 24),
      let toLow = bytes.u64be(place + 32)
    else { return nil }
    source = Endpoint(isVersion6: true, high: fromHigh, low: fromLow)
    destination = Endpoint(isVersion6: true, high: toHigh, low: toLow)
    let end = length == 0 ? bytes.byteCount : min(place + 40 + Int(length), bytes.byteCount)
    var header = place + 40
    // Hop-by-hop, routing and destination options may stand in between.
    for _ in 0..<8 {
      guard next == 0 || next == 43 || next == 60 else { break }
      guard let following = bytes.octet(header), let units = bytes.octet(header + 1) else {
        return nil
      }
      next = following
      header += (Int(units) + 1) * 8
    }
    guard read(next, bytes, at: header, end) else { return nil }
  }

  /// Reads the transport header at `place`; the packet ends at `end`.
  private mutating func read(
    _ transport: UInt8, _ bytes: RawSpan, at place: Int, _ end: Int
  ) -> Bool {
    guard let from = bytes.u16be(place), let to = bytes.u16be(place + 2) else { return false }
    source.port = from
    destination.port = to
    switch transport {
    case 6:
      guard let sequence = bytes.u32be(place + 4), let acknowledged = bytes.u32be(place + 8),
        let offset = bytes.octet(place + 12), let flags = bytes.octet(place + 13)
      else { return false }
      self.sequence = sequence
      self.acknowledged = acknowledged
      self.flags = Flags(rawValue: flags)
      let start = place + Int(offset >> 4) * 4
      guard offset >> 4 >= 5, start <= end else { return false }
      payload = start..<end
    case 17:
      isTCP = false
      guard place + 8 <= end else { return false }
      payload = place + 8..<end
    default: return false
    }
    return true
  }
}
