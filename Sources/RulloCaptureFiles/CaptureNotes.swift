public import RulloBluetooth

/// What every container of packets may have to say, in the same words.
extension Note {
  @usableFromInline
  static func cutRecord(_ packet: Int) -> Note {
    Note(
      .cutRecord, at: SourceReference(.packet, packet),
      "the capture holds only a part of this packet")
  }

  @usableFromInline
  static func droppedPackets(_ packet: Int) -> Note {
    Note(
      .droppedPackets, at: SourceReference(.packet, packet),
      "the capture dropped packets before this one")
  }

  @usableFromInline
  static func cutFile(_ packet: Int, left count: Int) -> Note {
    Note(
      .cutFile, at: SourceReference(.packet, packet),
      "the file ends inside a record; \(count) octets are left over")
  }
}
