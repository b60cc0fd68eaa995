/// Search for single octets, eight at a time: lines of text logs are cut with it.
extension RawSpan {
  /// The offset of the first `octet` at or behind `start`.
  @inlinable
  public func firstOffset(of octet: UInt8, from start: Int = 0) -> Int? {
    guard start >= 0 else { return nil }
    let pattern = 0x0101_0101_0101_0101 &* UInt64(octet)
    var place = start
    while let word = u64le(place) {
      // An octet is zero where it equals the wanted one; the lowest marked octet is exact.
      let difference = word ^ pattern
      let marks = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
      if marks != 0 { return place + marks.trailingZeroBitCount >> 3 }
      place += 8
    }
    while let other = self.octet(place) {
      if other == octet { return place }
      place += 1
    }
    return nil
  }

  /// Whether the octets of `text` stand at `offset`.
  @inlinable
  public func holds(_ text: StaticString, at offset: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard holds(count, at: offset) else { return false }
    return unsafe extracting(offset..<offset + count).withUnsafeBytes { bytes in
      unsafe bytes.elementsEqual(
        UnsafeBufferPointer(start: text.utf8Start, count: count))
    }
  }
}
