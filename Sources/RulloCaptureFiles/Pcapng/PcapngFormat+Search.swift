internal import RulloBase
public import RulloBluetooth

extension PcapngFormat {
  /// Goes on behind a fault: at the next block that both of its lengths agree on.
  @inline(never) @usableFromInline
  internal mutating func resume<Sink: PacketSink & ~Copyable>(
    _ bytes: RawSpan, from place: Int, offset: Int, isLast: Bool, into sink: inout Sink
  ) -> Int {
    let format = self
    // Blocks take multiples of four octets, so that the next one stands at such a distance.
    return search.next(
      bytes, from: place, offset: offset, isLast: isLast, step: 4, into: &sink
    ) { format.fit(bytes, $0) }
  }

  /// Whether the block at `place` cannot be `length` octets long.
  @inline(never) @usableFromInline
  internal func isAbsurd(_ bytes: RawSpan, _ place: Int, _ length: Int, isLast: Bool) -> Bool {
    if length < 12 || length > Self.longestBlock { return true }
    // A length that reaches past the end of the file is wrong where blocks follow all the same.
    return isLast && hasSection
      && stride(from: place + 4, to: bytes.byteCount, by: 4).contains {
        fit(bytes, $0) == .record
      }
  }

  /// Leaves the block at `place` and answers where the next one starts, or how far it looked.
  @inline(never) @usableFromInline
  internal mutating func skip<Sink: PacketSink & ~Copyable>(
    _ bytes: RawSpan, _ place: Int, _ claimed: Int, offset: Int, isLast: Bool,
    into sink: inout Sink
  ) -> Int {
    search.begin(at: offset + place, claimed: claimed, "block")
    return resume(bytes, from: place + 4, offset: offset, isLast: isLast, into: &sink)
  }

  private func fit(_ bytes: RawSpan, _ place: Int) -> RecordSearch.Fit {
    guard let type = u32(bytes, place), let claimed = u32(bytes, place + 4) else {
      return .undecided
    }
    if bytes.u32be(place) == BlockType.section {
      guard bytes.holds(12, at: place) else { return .undecided }
      let magic = bytes.u32be(place + 8)
      return magic == 0x1A2B_3C4D || magic == 0x4D3C_2B1A ? .record : .nothing
    }
    // Without a magic number in the other kinds, only the usual ones are believed.
    guard 1...6 ~= type, claimed >= 16, claimed & 3 == 0,
      Int(claimed) <= RecordSearch.longestRecord
    else { return .nothing }
    guard let last = u32(bytes, place + Int(claimed) - 4) else { return .undecided }
    return last == claimed ? .record : .nothing
  }
}
