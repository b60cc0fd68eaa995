public import RulloBase

extension PacketLoggerFormat {
  /// The byte order of a file, which nothing in it names.
  @usableFromInline
  internal enum ByteOrder: Sendable {
    case big, little

    /// Enough for a few records; with fewer octets the file may still be one.
    @usableFromInline internal static let wantedOctets = 64 * 1024

    /// Tries both orders on the first records and takes the one in which more of them fit.
    ///
    /// `nil` where already the first record fits in neither.
    internal init?(scoring head: RawSpan) {
      let big = Self.big.score(head)
      let little = Self.little.score(head)
      guard max(big, little) > 0 else { return nil }
      self = little > big ? .little : .big
    }

    @inlinable @inline(__always)
    internal func u32(_ bytes: RawSpan, _ offset: Int) -> UInt32? {
      self == .big ? bytes.u32be(offset) : bytes.u32le(offset)
    }

    /// How many of the first eight records fit, one after the other; 0 where none is of a known type.
    private func score(_ head: RawSpan) -> Int {
      var place = 0
      var known = 0
      var fitting = 0
      while fitting < 8, let next = end(ofRecord: head, at: place, after: nil) {
        fitting += 1
        if let type = head.octet(place + 12), Self.isKnown(type) { known += 1 }
        place = next
      }
      return known > 0 ? fitting : 0
    }

    internal static func isKnown(_ type: UInt8) -> Bool { type <= 0x13 || type >= 0xF7 }

    /// Where the record ends whose header fits at `place`; `nil` where none fits.
    ///
    /// `last` is a time in seconds that a record of the same file has, at most a day away.
    internal func end(ofRecord bytes: RawSpan, at place: Int, after last: Int64?) -> Int? {
      guard let length = u32(bytes, place), 9..<65_536 ~= length,
        let seconds = u32(bytes, place + 4), let fraction = u32(bytes, place + 8),
        fraction < 1_000_000, bytes.holds(13, at: place)
      else { return nil }
      if let last, abs(Int64(seconds) - last) > 86_400 { return nil }
      return place + 4 + Int(length)
    }
  }
}
