/// How often each interval occurred: exact up to 65,536 distinct ones, then within 0.1 %.
///
/// A flat open-addressing table, so that one interval costs a look-up and an addition and nothing is
/// allocated but the table's own growth. Intervals are nanoseconds and not negative.
@frozen public struct IntervalDistribution: Sendable {
  /// The number of intervals.
  public var count: Int { total }

  /// The longest interval, exact at any size.
  public var maximum: Int64 { longest }

  /// Whether every interval is kept exactly.
  public var isExact: Bool { keepsAll }

  @usableFromInline internal var total = 0
  @usableFromInline internal var longest: Int64 = 0
  @usableFromInline internal var keepsAll = true
  /// Interval and count side by side, so that a look-up touches one line of the cache.
  @usableFromInline internal var slots: [Slot]
  @usableFromInline internal var distinct = 0

  /// Beyond this many distinct intervals, new ones are rounded to ten significant bits.
  @usableFromInline internal static let exactLimit = 65_536

  @usableFromInline internal struct Slot: Sendable {
    /// Negative where the slot is free.
    @usableFromInline internal var interval: Int64
    @usableFromInline internal var count: Int

    @usableFromInline
    internal init(_ interval: Int64 = -1, _ count: Int = 0) {
      self.interval = interval
      self.count = count
    }
  }

  public init() { slots = [Slot](repeating: Slot(), count: 64) }

  /// Adds one interval.
  @inlinable @inline(__always)
  public mutating func add(_ interval: Int64) {
    let interval = max(0, interval)
    total += 1
    if interval > longest { longest = interval }
    insert(keepsAll ? interval : Self.rounded(interval), 1)
  }

  @inlinable @inline(__always)
  internal mutating func insert(_ key: Int64, _ occurrences: Int) {
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: (UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15) >> 40)
    place &= mask
    while slots[place].interval != key {
      if slots[place].interval < 0 { return occupy(place, key, occurrences) }
      place = (place + 1) & mask
    }
    slots[place].count += occurrences
  }

  @inline(never) @usableFromInline
  internal mutating func occupy(_ place: Int, _ key: Int64, _ occurrences: Int) {
    slots[place] = Slot(key, occurrences)
    distinct += 1
    guard distinct * 2 > slots.count else { return }
    let old = slots
    let coarsens = keepsAll && distinct > Self.exactLimit
    if coarsens { keepsAll = false }
    slots = [Slot](repeating: Slot(), count: coarsens ? old.count : old.count * 2)
    distinct = 0
    for slot in old where slot.interval >= 0 {
      insert(coarsens ? Self.rounded(slot.interval) : slot.interval, slot.count)
    }
  }

  /// The interval to ten significant bits, in the middle of its bin: within 0.1 % of the true one.
  @inlinable
  internal static func rounded(_ interval: Int64) -> Int64 {
    let excess = max(0, 64 - interval.leadingZeroBitCount - 10)
    guard excess > 0 else { return interval }
    return (interval >> excess) << excess | 1 << (excess - 1)
  }

  /// The distinct intervals in rising order, with how often each occurred.
  public var sorted: [(interval: Int64, count: Int)] {
    slots.filter { $0.interval >= 0 }.map { ($0.interval, $0.count) }
      .sorted { $0.interval < $1.interval }
  }
}
