/// A queue ordered by time, then lane, then the order in which things were put in (a binary heap).
struct TimedQueue<Payload: Sendable>: Sendable {
  struct Entry: Sendable {
    let time: Int64
    let lane: UInt8
    let order: Int
    let payload: Payload

    func goesBefore(_ other: Entry) -> Bool {
      (time, lane, order) < (other.time, other.lane, other.order)
    }
  }

  private var heap: [Entry] = []
  private var added = 0

  init() {}

  var first: Entry? { heap.first }
  var isEmpty: Bool { heap.isEmpty }

  /// Puts something in; what has no order of its own comes in the order of its adding.
  mutating func add(_ payload: Payload, at time: Int64, lane: UInt8 = 0, order: Int? = nil) {
    heap.append(Entry(time: time, lane: lane, order: order ?? added, payload: payload))
    added += 1
    var place = heap.count - 1
    while place > 0, heap[place].goesBefore(heap[(place - 1) / 2]) {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  @discardableResult
  mutating func removeFirst() -> Entry? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return first }
    heap[0] = last
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2]
      where child < heap.count && heap[child].goesBefore(heap[least]) {
        least = child
      }
      if least == place { return first }
      heap.swapAt(place, least)
      place = least
    }
  }

  /// Takes out everything for which `isOut` holds, in the order of the queue.
  mutating func removeAll(where isOut: (Payload) -> Bool) -> [Entry] {
    let out = heap.filter { isOut($0.payload) }.sorted { $0.goesBefore($1) }
    guard !out.isEmpty else { return [] }
    // A sorted array is a heap.
    heap = heap.filter { !isOut($0.payload) }.sorted { $0.goesBefore($1) }
    return out
  }
}
