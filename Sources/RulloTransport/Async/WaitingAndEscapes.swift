/// What an app's task waits for in a simulated run.
public enum WaitingPoint: Hashable, Sendable {
  case request(device: Int, TransportRequest.Operation)
  case values(device: Int, CharacteristicIdentity)
  case states(device: Int)
  case sleep(until: VirtualClock.Instant)
}

extension WaitingPoint: CustomStringConvertible {
  public var description: String {
    switch self {
    case .request(_, .connect): "the connection"
    case .request(_, .disconnect): "the end of the link"
    case .request(_, .subscribe(let identity)): "the subscription to \(identity)"
    case .request(_, .unsubscribe(let identity)): "the end of the subscription to \(identity)"
    case .request(_, .write(let identity, let bytes, _)):
      "the answer to a write to \(identity)"
        + (bytes.first.map { " (first octet \($0))" } ?? " (empty)")
    case .request(_, .read(let identity)): "the answer to a read of \(identity)"
    case .values(_, let identity): "a value of \(identity)"
    case .states: "a change of the connection"
    case .sleep(let instant): "the clock at \(Duration.nanoseconds(instant.nanoseconds))"
    }
  }
}

/// A call that came from outside the run's executor: its order is not repeatable.
public struct Escape: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// A task that does not prefer the run's executor, such as an unstructured one, called this.
    case call(WaitingPoint)
    /// Work came back from another executor, such as the main actor, while virtual time ran.
    case lateReturn
  }

  public let kind: Kind
  public internal(set) var count: Int
}

extension Escape: CustomStringConvertible {
  public var description: String {
    let times = count == 1 ? "once" : "\(count) times"
    return switch kind {
    case .call(let point): "\(times): a task outside the run waited for \(point)"
    case .lateReturn: "\(times): work came back from another executor while virtual time ran"
    }
  }
}

/// Counts escapes by kind, in the order of their first one.
struct EscapeBook: Sendable {
  private(set) var entries: [Escape] = []

  /// More different ones than this are counted with the last.
  private static let limit = 32

  mutating func add(_ kind: Escape.Kind, count: Int = 1) {
    if let place = entries.firstIndex(where: { $0.kind == kind }) {
      entries[place].count += count
    } else if entries.count < Self.limit {
      entries.append(Escape(kind: kind, count: count))
    } else {
      entries[entries.count - 1].count += count
    }
  }
}
