internal import Synchronization

/// What a run's body came to, handed from its task to whoever drives it.
final class DoneBox<Value: Sendable>: Sendable {
  private let state = Mutex<Result<Value, any Error>?>(nil)

  var value: Result<Value, any Error>? { state.withLock { $0 } }

  func set(_ value: Result<Value, any Error>) { state.withLock { $0 = value } }
}
