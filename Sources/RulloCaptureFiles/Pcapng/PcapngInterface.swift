internal import RulloBase
public import RulloBluetooth

/// One interface of a pcapng section: what its packets hold and how it counts time.
@usableFromInline
internal struct PcapngInterface: Sendable {
  @usableFromInline internal var link: LinkLayer
  /// The most octets kept of a packet; 0 means all.
  @usableFromInline internal var snapLength = 0
  /// Option 9: a power of ten, or of two where bit 7 is set, of which a second has that many units.
  @usableFromInline internal var resolution: UInt8 = 6
  /// Units in a second where that is a power of ten up to a nanosecond's; else 0.
  @usableFromInline internal var unitsPerSecond: UInt64 = 1_000_000
  /// Option 14: seconds to add to every time.
  @usableFromInline internal var offset: Int64 = 0
  @usableFromInline internal var isRefusalNoted = false
  internal var drops: UInt64 = 0

  @usableFromInline
  internal init(linkType: UInt16) { link = LinkLayer(linkType: UInt32(linkType)) }

  internal mutating func count(in resolution: UInt8) {
    self.resolution = resolution
    unitsPerSecond = resolution <= 9 ? Self.tenTo(Int(resolution)) : 0
  }

  private static func tenTo(_ power: Int) -> UInt64 {
    (0..<power).reduce(UInt64(1)) { product, _ in product &* 10 }
  }

  /// The time of a packet from its count of units since 1970.
  @inlinable
  internal func instant(_ units: UInt64) -> Instant {
    guard unitsPerSecond > 0 else { return fineInstant(units) }
    let (seconds, rest) = units.quotientAndRemainder(dividingBy: unitsPerSecond)
    return moved(seconds, rest &* (1_000_000_000 / unitsPerSecond))
  }

  /// Adds the interface's offset; what does not fit stays at the end of time, where it is noted.
  @inlinable
  internal func moved(_ seconds: UInt64, _ nanoseconds: UInt64) -> Instant {
    let whole = Int64(clamping: seconds)
    let (sum, overflow) = whole.addingReportingOverflow(offset)
    return Instant(
      seconds: overflow ? Int64.max : sum, nanoseconds: Int64(truncatingIfNeeded: nanoseconds))
  }

  /// Times in powers of two, and in steps finer than a nanosecond.
  @inline(never) @usableFromInline
  internal func fineInstant(_ units: UInt64) -> Instant {
    let power = Int(resolution & 0x7F)
    guard resolution & 0x80 != 0 else {
      let perNanosecond = power - 9 > 19 ? 0 : Self.tenTo(power - 9)
      let nanoseconds = perNanosecond == 0 ? 0 : units / perNanosecond
      return moved(nanoseconds / 1_000_000_000, nanoseconds % 1_000_000_000)
    }
    // What stands below the point, as 64 bits behind it; wide shifts answer 0.
    let seconds = units >> power
    let fraction = power < 64 ? units << (64 - power) : units >> (power - 64)
    return moved(seconds, fraction.multipliedFullWidth(by: 1_000_000_000).high)
  }

  /// The step of the clock in nanoseconds, at least 1.
  @inlinable
  internal var step: Int64 {
    if unitsPerSecond > 0 { return Int64(1_000_000_000 / unitsPerSecond) }
    guard resolution & 0x80 != 0 else { return 1 }
    return max(1, Int64(1_000_000_000) >> Int64(resolution & 0x7F))
  }
}
