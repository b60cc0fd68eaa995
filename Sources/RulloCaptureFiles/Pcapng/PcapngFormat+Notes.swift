public import RulloBluetooth

extension PcapngFormat {
  @inline(never) @usableFromInline
  internal func malformed<Sink: PacketSink & ~Copyable>(_ text: String, into sink: inout Sink) {
    sink.note(Note(.malformedPacket, at: SourceReference(.packet, records + 1), text))
  }

  @inline(never) @usableFromInline
  internal func unequalLengths<Sink: PacketSink & ~Copyable>(into sink: inout Sink) {
    malformed("a block whose two lengths differ; the first one is taken", into: &sink)
  }

  @inline(never) @usableFromInline
  internal func overlong<Sink: PacketSink & ~Copyable>(into sink: inout Sink) {
    sink.note(
      Note(
        .absurdLength, at: SourceReference(.packet, records),
        "a packet claims more octets than its block holds"))
  }

  @inline(never) @usableFromInline
  internal func undescribed<Sink: PacketSink & ~Copyable>(into sink: inout Sink) {
    sink.note(
      Note(
        .unknownLink, at: SourceReference(.packet, records),
        "a packet of an interface that its section does not describe; left out"))
  }

  @inline(never) @usableFromInline
  internal mutating func refuse<Sink: PacketSink & ~Copyable>(
    _ interface: Int, into sink: inout Sink
  ) {
    interfaces[interface].isRefusalNoted = true
    guard let refusal = interfaces[interface].link.refusal else { return }
    sink.note(
      Note(
        .unknownLink, at: SourceReference(.packet, records),
        "interface \(interface): \(refusal)"))
  }

  @inline(never) @usableFromInline
  internal func cut<Sink: PacketSink & ~Copyable>(_ count: Int, into sink: inout Sink) {
    sink.note(
      Note(
        .cutFile, at: SourceReference(.packet, records + 1),
        "the file ends inside a block; \(count) octets are left over"))
  }
}
