internal import RulloBase
internal import RulloBluetooth

/// Counts the data records of a stream some of which are split over several notifications.
@usableFromInline
internal struct RecordCounter: Hashable, Sendable {
  @usableFromInline internal private(set) var count = 0

  /// Whether a part was seen whose record is not complete.
  private var isOpen = false

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
    isOpen = hasMoreData
    if hasMoreData { return }
    count += 1
    if first == Event.noTime { first = time }
    last = time
  }

  /// Drops an open record; answers whether there was one.
  internal mutating func drop() -> Bool {
    defer { isOpen = false }
    return isOpen
  }

  internal var rate: ExactDecimal? {
    guard first != Event.noTime, last != Event.noTime else { return nil }
    return RateEstimate(count: count, span: last - first, deviation: nil)?.rate
  }
}
