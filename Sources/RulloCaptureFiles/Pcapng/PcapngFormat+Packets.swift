internal import RulloBase
public import RulloBluetooth

extension PcapngFormat {
  /// Takes an Enhanced Packet block: interface, time (high, low), captured and original length.
  @inlinable
  internal mutating func enhancedPacket<Sink: PacketSink & ~Copyable>(
    _ bytes: RawSpan, _ place: Int, _ end: Int, into sink: inout Sink
  ) {
    guard place + 28 <= end, let interface = u32(bytes, place + 8),
      let high = u32(bytes, place + 12), let low = u32(bytes, place + 16),
      let captured = u32(bytes, place + 20), let original = u32(bytes, place + 24)
    else { return malformed("a packet block too short for its header", into: &sink) }
    records += 1
    packet(
      bytes, interface: Int(interface), units: UInt64(high) << 32 | UInt64(low), at: place + 28,
      captured: Int(captured), original: Int(original), end, into: &sink)
  }

  /// Takes a Simple Packet block: the original length; interface 0, no time, no options.
  @inlinable
  internal mutating func simplePacket<Sink: PacketSink & ~Copyable>(
    _ bytes: RawSpan, _ place: Int, _ end: Int, into sink: inout Sink
  ) {
    guard place + 12 <= end, let original = u32(bytes, place + 8) else {
      return malformed("a packet block too short for its header", into: &sink)
    }
    records += 1
    var captured = Int(original)
    if let limit = interfaces.first?.snapLength, limit > 0 { captured = min(captured, limit) }
    // Without a length of its own, the block's end is the only other bound.
    captured = min(captured, end - place - 12)
    packet(
      bytes, interface: 0, units: nil, at: place + 12, captured: captured, original: Int(original),
      place + 12 + captured, into: &sink)
  }

  /// Takes an obsolete Packet block: as the enhanced one, with 16 bits each of interface and drops.
  internal mutating func obsoletePacket<Sink: PacketSink & ~Copyable>(
    _ bytes: RawSpan, _ place: Int, _ end: Int, into sink: inout Sink
  ) {
    guard place + 28 <= end, let interface = u16(bytes, place + 8),
      let dropped = u16(bytes, place + 10), let high = u32(bytes, place + 12),
      let low = u32(bytes, place + 16), let captured = u32(bytes, place + 20),
      let original = u32(bytes, place + 24)
    else { return malformed("a packet block too short for its header", into: &sink) }
    records += 1
    if dropped != 0, dropped != 0xFFFF { sink.note(.droppedPackets(records)) }
    packet(
      bytes, interface: Int(interface), units: UInt64(high) << 32 | UInt64(low), at: place + 28,
      captured: Int(captured), original: Int(original), end, into: &sink)
  }

  /// Hands on what any of the three blocks holds; `end` is where its options end.
  @inlinable
  internal mutating func packet<Sink: PacketSink & ~Copyable>(
    _ bytes: RawSpan, interface: Int, units: UInt64?, at start: Int, captured: Int, original: Int,
    _ end: Int, into sink: inout Sink
  ) {
    var held = captured
    if captured > end - start {
      held = end - start
      overlong(into: &sink)
    }
    let isKnown = interface < interfaces.count
    var packet = Packet(
      number: records,
      time: time(of: isKnown ? interface : nil, units: units, into: &sink), content: .other,
      direction: .unknown, adapter: UInt16(truncatingIfNeeded: interface),
      cut: max(0, original - held))
    if packet.cut > 0 { sink.note(.cutRecord(records)) }
    let options = options(bytes, start + (held + 3) & ~3, end)
    if options.drops > 0 {
      packet.dropped = UInt32(clamping: options.drops)
      sink.note(.droppedPackets(records))
    }
    switch options.flags & 3 {
    case 1: packet.direction = .received
    case 2: packet.direction = .sent
    default: break
    }
    let octets = bytes.extracting(start..<start + held)
    guard isKnown else {
      undescribed(into: &sink)
      return sink.packet(packet, octets)
    }
    let link = interfaces[interface].link
    if case .unread = link, !interfaces[interface].isRefusalNoted {
      refuse(interface, into: &sink)
    }
    link.deliver(packet, octets, into: &sink)
  }

  /// The direction flags (option 2) and the drop count (option 4) of a packet; 0 where absent.
  @inlinable
  internal func options(_ bytes: RawSpan, _ start: Int, _ end: Int) -> (
    flags: UInt32, drops: UInt64
  ) {
    var flags: UInt32 = 0
    var drops: UInt64 = 0
    var place = start
    while place + 4 <= end, let code = u16(bytes, place), code != 0,
      let length = u16(bytes, place + 2), place + 4 + Int(length) <= end
    {
      if code == 2, length == 4 { flags = u32(bytes, place + 4) ?? 0 }
      if code == 4, length == 8 { drops = u64(bytes, place + 4) ?? 0 }
      place += 4 + (Int(length) + 3) & ~3
    }
    return (flags, drops)
  }

  /// The time of a packet since the first; one without a clock takes the last time.
  @inlinable
  internal mutating func time<Sink: PacketSink & ~Copyable>(
    of interface: Int?, units: UInt64?, into sink: inout Sink
  ) -> Int64 {
    guard !isUntimed, let interface, let units else { return untimed(into: &sink) }
    return clock.time(
      interfaces[interface].instant(units), resolution: interfaces[interface].step,
      record: records, into: &sink)
  }

  @inline(never) @usableFromInline
  internal mutating func untimed<Sink: PacketSink & ~Copyable>(into sink: inout Sink) -> Int64 {
    guard clock.start == nil else { return clock.last }
    if !isUntimed {
      isUntimed = true
      sink.begin(Clock(kind: .none, resolution: 0))
      sink.note(
        Note(
          .timeOutOfRange, at: SourceReference(.packet, records),
          "the first packet has no time; only the order of the packets is known"))
    }
    return Event.noTime
  }
}
