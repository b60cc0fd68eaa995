internal import RulloBase
internal import RulloBluetooth

/// Counts the data records of a stream some of which are split over several notifications.
@usableFromInline
internal struct RecordCounter: Hashable, Sendable {
  @usableFromInline internal private(set) var count = 0

  /// Records that were joined, and the notifications that went into them.
  internal private(set) var joined = 0
  internal private(set) var joinedParts = 0

  /// Records that the link's end cut.
  internal private(set) var dropped = 0

  /// Parts seen of a record that is not complete.
  internal private(set) var openParts = 0

  // A record happens when its last part arrives.
  private var first = Event.noTime
  private var last = Event.noTime

  @usableFromInline internal init() {}

  /// Takes over what came before the first part: as many records of one notification each.
  @usableFromInline
  internal mutating func begin(count: Int, first: Int64, last: Int64) {
    (self.count, self.first, self.last) = (count, first, last)
  }

  @usableFromInline
  internal mutating func add(hasMoreData: Bool, time: Int64) {
    if hasMoreData {
      openParts += 1
      return
    }
    if openParts > 0 {
      joined += 1
      joinedParts += openParts + 1
      openParts = 0
    }
    count += 1
    if first == Event.noTime { first = time }
    last = time
  }

  /// Drops an open record; answers whether there was one.
  internal mutating func drop() -> Bool {
    guard openParts > 0 else { return false }
    openParts = 0
    dropped += 1
    return true
  }

  internal var rate: ExactDecimal? {
    guard first != Event.noTime, last != Event.noTime else { return nil }
    return RateEstimate(count: count, span: last - first, deviation: nil)?.rate
  }
}
