internal import RulloBase
internal import RulloBluetooth

extension PcapngFormat {
  /// Takes an Interface Description block: link type, reserved, snap length, options 9 and 14.
  internal mutating func describeInterface<Sink: PacketSink & ~Copyable>(
    _ bytes: RawSpan, _ place: Int, _ end: Int, into sink: inout Sink
  ) {
    guard place + 16 <= end, let link = u16(bytes, place + 8), let snap = u32(bytes, place + 12)
    else { return malformed("an interface description too short", into: &sink) }
    guard interfaces.count < Self.mostInterfaces else {
      return sink.note(
        Note(
          .limitReached, at: SourceReference(.packet, records + 1),
          "more than \(Self.mostInterfaces) interfaces; the rest cannot be told apart"))
    }
    var interface = PcapngInterface(linkType: link)
    interface.snapLength = Int(snap)
    forEachOption(bytes, place + 16, end) { code, value, length in
      if code == 9, length == 1, let resolution = bytes.octet(value) {
        interface.count(in: resolution)
      }
      if code == 14, length == 8, let offset = u64(bytes, value) {
        interface.offset = Int64(bitPattern: offset)
      }
    }
    interfaces.append(interface)
    let name = interface.link.name
    // Hostile files may name as many kinds as they like.
    if linkNames.count < 16, !linkNames.contains(name) { linkNames.append(name) }
  }

  /// Takes an Interface Statistics block: the drops of the interface (5) and of the system (7).
  internal mutating func statistics<Sink: PacketSink & ~Copyable>(
    _ bytes: RawSpan, _ place: Int, _ end: Int, into sink: inout Sink
  ) {
    guard place + 20 <= end, let id = u32(bytes, place + 8) else {
      return malformed("an interface statistics block too short", into: &sink)
    }
    guard interfaces.indices.contains(Int(id)) else { return }
    var drops: UInt64 = 0
    forEachOption(bytes, place + 20, end) { code, value, length in
      if code == 5 || code == 7, length == 8, let count = u64(bytes, value) {
        drops = max(drops, count)
      }
    }
    // The counts grow over the whole capture.
    if drops > interfaces[Int(id)].drops {
      interfaces[Int(id)].drops = drops
      sink.note(
        Note(
          .droppedPackets, at: SourceReference(.packet, records),
          "the capture says in its statistics that packets were dropped"))
    }
  }

  /// Walks options: code, length, value padded to four octets.
  private func forEachOption(
    _ bytes: RawSpan, _ start: Int, _ end: Int,
    _ body: (_ code: UInt16, _ value: Int, _ length: Int) -> Void
  ) {
    var place = start
    while place + 4 <= end, let code = u16(bytes, place), code != 0,
      let length = u16(bytes, place + 2).map(Int.init), place + 4 + length <= end
    {
      body(code, place + 4, length)
      place += 4 + (length + 3) & ~3
    }
  }
}
