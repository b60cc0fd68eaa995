/// Octets of capture files by hand, in either byte order.
public struct CaptureBytes: Sendable {
  public var isBigEndian: Bool

  public init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// An integer of `count` octets.
  public func word(_ value: UInt64, _ count: Int) -> [UInt8] {
    let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    return isBigEndian ? little.reversed() : little
  }

  /// A pcapng block: type, length, body padded to four octets, length.
  public func block(_ type: UInt64, _ body: [UInt8]) -> [UInt8] {
    let padded = Self.padded(body)
    let length = word(UInt64(padded.count + 12), 4)
    return word(type, 4) + length + padded + length
  }

  public func section() -> [UInt8] {
    block(0x0A0D_0D0A, word(0x1A2B_3C4D, 4) + word(1, 2) + word(0, 2) + word(.max, 8))
  }

  public func option(_ code: UInt64, _ value: [UInt8]) -> [UInt8] {
    word(code, 2) + word(UInt64(value.count), 2) + Self.padded(value)
  }

  public func interface(_ link: UInt64, snap: UInt64 = 0, options: [UInt8] = []) -> [UInt8] {
    block(1, word(link, 2) + word(0, 2) + word(snap, 4) + options)
  }

  public func enhanced(
    interface: UInt64 = 0, time: UInt64, original: Int? = nil, options: [UInt8] = [],
    _ data: [UInt8]
  ) -> [UInt8] {
    block(
      6,
      word(interface, 4) + word(time >> 32, 4) + word(time & 0xFFFF_FFFF, 4)
        + word(UInt64(data.count), 4) + word(UInt64(original ?? data.count), 4)
        + Self.padded(data) + options)
  }

  /// The header of a classic pcap file.
  public func pcapHeader(link: UInt64, nanoseconds: Bool = false) -> [UInt8] {
    word(nanoseconds ? 0xA1B2_3C4D : 0xA1B2_C3D4, 4) + word(2, 2) + word(4, 2) + word(0, 8)
      + word(65_535, 4) + word(link, 4)
  }

  public func pcapRecord(
    seconds: UInt64, fraction: UInt64, original: Int? = nil, _ data: [UInt8]
  ) -> [UInt8] {
    word(seconds, 4) + word(fraction, 4) + word(UInt64(data.count), 4)
      + word(UInt64(original ?? data.count), 4) + data
  }

  private static func padded(_ bytes: [UInt8]) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
  }
}
