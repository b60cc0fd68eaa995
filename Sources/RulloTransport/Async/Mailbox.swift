/// A bounded queue between an engine and one sequence that an app iterates.
struct Mailbox<Element: Sendable>: Sendable {
  typealias Waiter = CheckedContinuation<Element?, Never>

  /// Where nobody takes them, the oldest elements make room for new ones.
  let capacity: Int
  private(set) var dropped = 0
  private(set) var isFinished = false
  private var elements: [Element] = []
  private var first = 0
  private var waiters: [(token: Int, waiter: Waiter)] = []

  init(capacity: Int) { self.capacity = max(1, capacity) }

  /// Takes an element; answers who is to be woken with it.
  mutating func put(_ element: Element) -> (token: Int, waiter: Waiter)? {
    guard !isFinished else { return nil }
    if !waiters.isEmpty { return waiters.removeFirst() }
    if elements.count - first == capacity {
      first += 1
      dropped += 1
    }
    elements.append(element)
    compact()
    return nil
  }

  /// Gives the next element, or keeps the waiter until there is one.
  mutating func take(_ token: Int, _ waiter: Waiter) -> (waiter: Waiter, element: Element?)? {
    if first < elements.count {
      first += 1
      defer { compact() }
      return (waiter, elements[first - 1])
    }
    if isFinished { return (waiter, nil) }
    waiters.append((token, waiter))
    return nil
  }

  mutating func cancel(_ token: Int) -> Waiter? {
    guard let place = waiters.firstIndex(where: { $0.token == token }) else { return nil }
    return waiters.remove(at: place).waiter
  }

  /// Ends the sequence behind what is still in it; answers who is to be woken with its end.
  mutating func finish() -> [(token: Int, waiter: Waiter)] {
    isFinished = true
    defer { waiters.removeAll() }
    return waiters
  }

  /// Moves the elements to the front once half of the block has been taken.
  private mutating func compact() {
    guard first > 64, first * 2 > elements.count else { return }
    elements.removeFirst(first)
    first = 0
  }
}
