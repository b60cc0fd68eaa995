internal import RulloTransport

/// What is on its way from the device, in the order in which it becomes due.
struct PendingEffects: Sendable {
  struct Entry: Sendable {
    let time: Int64
    let sequence: Int
    let kind: Kind
  }

  enum Kind: Sendable {
    case effect(TransportEffect.Kind)
    /// A subscription that begins with its acknowledgement.
    case subscribed(TransportRequest.ID, CharacteristicIdentity)
    case connected(TransportRequest.ID)
    /// The answer of the control point, with which its procedure ends.
    case response(ReceivedValue)
    /// Spin down and training status are looked after.
    case watch
  }

  private var entries: [Entry] = []
  private var sequence = 0

  var nextTime: Int64? { entries.first?.time }

  /// Few things are under way at once: they are kept in order.
  mutating func add(_ kind: Kind, at time: Int64) {
    let entry = Entry(time: time, sequence: sequence, kind: kind)
    sequence += 1
    let place = entries.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
    entries.insert(entry, at: place)
  }

  /// Takes the first one that is due.
  mutating func pop(upTo time: Int64) -> Kind? {
    guard let first = entries.first, first.time <= time else { return nil }
    entries.removeFirst()
    return first.kind
  }

  mutating func removeAll() -> [Kind] {
    defer { entries = [] }
    return entries.map(\.kind)
  }

  /// Takes the completion of a request out, where it has not happened yet.
  mutating func cancel(_ id: TransportRequest.ID) -> Bool {
    let place = entries.firstIndex { entry in
      switch entry.kind {
      case .effect(.completed(let other, _)), .subscribed(let other, _), .connected(let other):
        other == id
      default: false
      }
    }
    guard let place else { return false }
    entries.remove(at: place)
    return true
  }
}
