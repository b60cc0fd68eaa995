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
  @usableFromInline internal var keys: [Int64]
  @usableFromInline internal var counts: [Int]
  @usableFromInline internal var distinct = 0

  /// Beyond this many distinct intervals, new ones are rounded to ten significant bits.
  @usableFromInline internal static let exactLimit = 65_536

  public init() {
    keys = [Int64](repeating: -1, count: 64)
    counts = [Int](repeating: 0, count: 64)
  }

  /// Adds one interval.
  @inlinable
  public mutating func add(_ interval: Int64) {
    let interval = max(0, interval)
    total += 1
    if interval > longest { longest = interval }
    insert(keepsAll ? interval : Self.rounded(interval), 1)
  }

  @inlinable
  internal mutating func insert(_ key: Int64, _ occurrences: Int) {
    let mask = keys.count - 1
    var place = Int(truncatingIfNeeded: (UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15) >> 40)
    place &= mask
    while true {
      if keys[place] == key {
        counts[place] += occurrences
        return
      }
      if keys[place] < 0 { break }
      place = (place + 1) & mask
    }
    keys[place] = key
    counts[place] = occurrences
    distinct += 1
    if distinct * 2 > keys.count { grow() }
  }

  @inline(never) @usableFromInline
  internal mutating func grow() {
    let (oldKeys, oldCounts) = (keys, counts)
    let coarsens = isExact && distinct > Self.exactLimit
    if coarsens { keepsAll = false }
    let capacity = coarsens ? oldKeys.count : oldKeys.count * 2
    keys = [Int64](repeating: -1, count: capacity)
    counts = [Int](repeating: 0, count: capacity)
    distinct = 0
    for (key, occurrences) in zip(oldKeys, oldCounts) where key >= 0 {
      insert(coarsens ? Self.rounded(key) : key, occurrences)
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
    zip(keys, counts).filter { $0.0 >= 0 }.map { (interval: $0.0, count: $0.1) }
      .sorted { $0.interval < $1.interval }
  }
}
