internal import RulloBase
internal import RulloBluetooth

extension CaptureWriter {
  /// Writes what stands before the first record.
  mutating func header() {
    switch target.container {
    case .btsnoop:
      text.append("btsnoop" as StaticString)
      text.append(byte: 0)
      big(1, 4)
      big(target.isMonitor ? 2001 : 1002, 4)
    case .pcap:
      little(isFine ? 0xA1B2_3C4D : 0xA1B2_C3D4, 4)
      little(2, 2)
      little(4, 2)
      little(0, 8)
      little(262_144, 4)
      little(target.isMonitor ? 254 : 201, 4)
    case .pcapng:
      little(0x0A0D_0D0A, 4)
      little(28, 4)
      little(0x1A2B_3C4D, 4)
      little(1, 2)
      little(0, 2)
      little(UInt64.max, 8)
      little(28, 4)
      interface()
    case .packetLogger: break
    }
  }

  /// Describes the one interface: link type, clock, and an offset where the times are before 1970.
  private mutating func interface() {
    let length: UInt64 = timeOffset == 0 ? 32 : 44
    little(1, 4)
    little(length, 4)
    little(target.isMonitor ? 254 : 201, 2)
    little(0, 2)
    little(262_144, 4)
    little(9, 2)
    little(1, 2)
    little(isFine ? 9 : 6, 4)
    if timeOffset != 0 {
      little(14, 2)
      little(8, 2)
      little(UInt64(bitPattern: timeOffset), 8)
    }
    little(0, 4)
    little(length, 4)
  }

  /// Seconds from 1970 to what pcapng counts from: a year before a start that is before 1971.
  private var timeOffset: Int64 {
    start.seconds < 31_536_000 ? start.seconds &- 31_536_000 : 0
  }

  mutating func btsnoop(
    _ packet: Packet, _ type: UInt16, _ instant: Instant, _ bytes: RawSpan
  ) {
    let front = target.isMonitor ? 0 : 1
    let original = bytes.byteCount + front + max(0, packet.cut)
    big(UInt64(UInt32(clamping: original)), 4)
    big(UInt64(UInt32(clamping: bytes.byteCount + front)), 4)
    if target.isMonitor {
      big(UInt64(packet.adapter) << 16 | UInt64(type), 4)
    } else {
      let isControl = packet.content == .command || packet.content == .event
      big((isControl ? 2 : 0) | (packet.direction == .sent ? 0 : 1), 4)
    }
    big(UInt64(cumulativeDrops), 4)
    // Microseconds from the year 0.
    let (scaled, isFar) = instant.seconds.multipliedReportingOverflow(by: 1_000_000)
    let (stamp, isTooFar) = scaled.addingReportingOverflow(
      instant.nanoseconds / 1_000 + BtsnoopFormat.epoch)
    if isFar || isTooFar { lose(.clock) }
    big(UInt64(bitPattern: isFar || isTooFar ? BtsnoopFormat.epoch : stamp), 8)
    if !target.isMonitor { big(UInt64(type), 1) }
    text.append(bytes: bytes)
  }

  mutating func pcap(_ packet: Packet, _ type: UInt16, _ instant: Instant, _ bytes: RawSpan) {
    let dropped = takeDrops()
    lose(.drops, Int(dropped))
    little(UInt64(seconds(instant)), 4)
    little(UInt64(fraction(instant)), 4)
    little(UInt64(UInt32(clamping: bytes.byteCount + frontLength)), 4)
    little(UInt64(UInt32(clamping: bytes.byteCount + frontLength + max(0, packet.cut))), 4)
    front(packet, type)
    text.append(bytes: bytes)
  }

  mutating func pcapng(_ packet: Packet, _ type: UInt16, _ instant: Instant, _ bytes: RawSpan) {
    let held = bytes.byteCount + frontLength
    let padding = (4 - held & 3) & 3
    let lost = takeDrops()
    let length = UInt64(32 + held + padding + 8 + (lost > 0 ? 12 : 0) + 4)
    little(6, 4)
    little(length, 4)
    little(0, 4)
    let units = units(instant)
    little(units >> 32, 4)
    little(units & 0xFFFF_FFFF, 4)
    little(UInt64(held), 4)
    little(UInt64(UInt32(clamping: held + max(0, packet.cut))), 4)
    front(packet, type)
    text.append(bytes: bytes)
    little(0, padding)
    little(2, 2)
    little(4, 2)
    little(packet.direction == .sent ? 2 : packet.direction == .received ? 1 : 0, 4)
    if lost > 0 {
      little(4, 2)
      little(8, 2)
      little(UInt64(lost), 8)
    }
    little(0, 4)
    little(length, 4)
  }

  mutating func packetLogger(
    _ packet: Packet, _ type: UInt16, _ instant: Instant, _ bytes: RawSpan
  ) {
    let dropped = takeDrops()
    lose(.drops, Int(dropped))
    if packet.cut > 0 { lose(.cut) }
    big(UInt64(UInt32(clamping: 9 + bytes.byteCount)), 4)
    big(UInt64(seconds(instant)), 4)
    big(UInt64(instant.nanoseconds / 1_000), 4)
    big(UInt64(type), 1)
    text.append(bytes: bytes)
  }

  /// Octets that pcap's link types put before a packet.
  private var frontLength: Int { target.isMonitor ? 4 : 5 }

  private mutating func front(_ packet: Packet, _ type: UInt16) {
    if target.isMonitor {
      big(UInt64(packet.adapter), 2)
      big(UInt64(type), 2)
    } else {
      big(packet.direction == .sent ? 0 : 1, 4)
      big(UInt64(type), 1)
    }
  }

  private mutating func seconds(_ instant: Instant) -> UInt32 {
    if UInt32(exactly: instant.seconds) == nil { lose(.clock) }
    return UInt32(clamping: instant.seconds)
  }

  private func fraction(_ instant: Instant) -> Int64 {
    isFine ? instant.nanoseconds : instant.nanoseconds / 1_000
  }

  /// Units of the interface's clock since what it counts from.
  private mutating func units(_ instant: Instant) -> UInt64 {
    let (seconds, isFar) = instant.seconds.subtractingReportingOverflow(timeOffset)
    let (scaled, isTooFar) = seconds.multipliedReportingOverflow(
      by: isFine ? 1_000_000_000 : 1_000_000)
    guard !isFar, !isTooFar, seconds >= 0 else {
      lose(.clock)
      return 0
    }
    return UInt64(scaled) &+ UInt64(max(0, fraction(instant)))
  }

  /// Appends an integer, most significant octet first.
  private mutating func big(_ value: UInt64, _ octets: Int) {
    var place = octets - 1
    while place >= 0 {
      text.append(byte: UInt8(truncatingIfNeeded: value >> (8 * UInt64(place))))
      place -= 1
    }
  }

  /// Appends an integer, least significant octet first.
  private mutating func little(_ value: UInt64, _ octets: Int) {
    for place in 0..<octets {
      text.append(byte: UInt8(truncatingIfNeeded: value >> (8 * UInt64(place))))
    }
  }
}
