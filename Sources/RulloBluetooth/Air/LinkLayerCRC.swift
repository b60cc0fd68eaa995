internal import RulloBase

/// The checksum of link-layer packets: 24 bits, polynomial x²⁴+x¹⁰+x⁹+x⁶+x⁴+x³+x+1.
///
/// Octets are taken from their lowest bit on; so is the start value, 555555 for advertising and
/// that of the connection request for data.
enum LinkLayerCRC {
  static let advertisingStart: UInt32 = 0x55_5555

  /// Whether the three octets behind `count` octets at `place` are their checksum.
  ///
  /// `nil` where the capture does not hold them.
  static func isValid(
    _ bytes: RawSpan, from place: Int, count: Int, start: UInt32
  ) -> Bool? {
    guard let found = bytes.little(place + count, octets: 3) else { return nil }
    var state = reversed(start)
    for offset in place..<place + count {
      guard let octet = bytes.octet(offset) else { return nil }
      state ^= UInt32(octet)
      for _ in 0..<8 { state = state & 1 == 0 ? state >> 1 : (state >> 1) ^ 0xDA_6000 }
    }
    return UInt64(state) == found
  }

  /// The 24 bits in the order of their transmission.
  private static func reversed(_ value: UInt32) -> UInt32 {
    (0..<24).reduce(UInt32(0)) { $0 | (value >> UInt32($1) & 1) << UInt32(23 - $1) }
  }
}
