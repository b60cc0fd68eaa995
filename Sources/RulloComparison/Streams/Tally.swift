/// How often each of a few different things came, and where first; in the order of the first.
struct Tally: Sendable {
  struct Entry: Hashable, Sendable {
    let value: UInt32
    var count: Int
    let firstEvent: Int
  }

  private(set) var entries: [Entry] = []

  /// How many came in all, also of those that are not kept.
  private(set) var total = 0

  /// Hostile input may bring ever new ones.
  private static let limit = 64

  mutating func add(_ value: UInt32, event: Int) {
    total += 1
    if let last = entries.indices.last, entries[last].value == value {
      entries[last].count += 1
    } else if let place = entries.firstIndex(where: { $0.value == value }) {
      entries[place].count += 1
    } else if entries.count < Self.limit {
      entries.append(Entry(value: value, count: 1, firstEvent: event))
    }
  }

  func entry(_ value: UInt32) -> Entry? { entries.first { $0.value == value } }

  /// The values that make up at least this share of all, in rising order.
  func values(ofAtLeast percent: Int) -> [UInt32] {
    entries.filter { $0.count * 100 >= total * percent }.map(\.value).sorted()
  }
}
