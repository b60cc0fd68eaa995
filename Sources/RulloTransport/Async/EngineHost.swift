internal import RulloBase
internal import Synchronization

/// The one place where an engine meets tasks: wakes them in the order of the engine's effects.
final class EngineHost<Engine: TransportEngine>: EngineHosting {
  /// What a task that waits is woken with; done outside the lock, in order.
  enum Wake {
    case request(
      CheckedContinuation<Result<[UInt8], TransportError>, Never>, Result<[UInt8], TransportError>)
    case subscription(
      CheckedContinuation<Result<Int, TransportError>, Never>, Result<Int, TransportError>)
    case value(Mailbox<ReceivedValue>.Waiter, ReceivedValue?)
    case state(Mailbox<ConnectionState>.Waiter, ConnectionState?)
    case sleeper(CheckedContinuation<Bool, Never>, Bool)

    func perform() {
      switch self {
      case .request(let continuation, let result): continuation.resume(returning: result)
      case .subscription(let continuation, let result): continuation.resume(returning: result)
      case .value(let waiter, let value): waiter.resume(returning: value)
      case .state(let waiter, let state): waiter.resume(returning: state)
      case .sleeper(let continuation, let isDue): continuation.resume(returning: isDue)
      }
    }
  }

  let executor: DrainedExecutor?
  private let state: Mutex<HostState<Engine>>

  /// A host whose tasks run on `executor`; without one they run anywhere, as in real time.
  init(_ engine: Engine, on executor: DrainedExecutor?, bufferSize: Int) {
    self.executor = executor
    state = Mutex(HostState(engine, bufferSize: bufferSize))
  }

  /// Changes the state and wakes whom it says, in that order.
  func change<Value: Sendable>(
    _ body: (inout HostState<Engine>, inout [Wake]) -> Value
  ) -> Value {
    let (value, wakes) = state.withLock { state -> (Value, [Wake]) in
      var wakes: [Wake] = []
      let value = body(&state, &wakes)
      executor?.countWaiters(state.waiting.count)
      return (value, wakes)
    }
    for wake in wakes { wake.perform() }
    return value
  }

  func look<Value: Sendable>(_ body: (HostState<Engine>) -> Value) -> Value {
    state.withLock { body($0) }
  }

  /// Notes a call from a task that the run does not drive.
  private func admit(_ point: WaitingPoint) {
    guard let executor, !executor.isCurrent() else { return }
    state.withLock { $0.escapes.add(.call(point)) }
  }

  private func isBody() -> Bool {
    let task = CallerIdentity.task
    return state.withLock { $0.bodyTask != nil && $0.bodyTask == task }
  }

  var now: Int64 { state.withLock { $0.engine.now } }

  var deviceCount: Int { state.withLock { $0.engine.deviceCount } }

  func perform(
    _ operation: TransportRequest.Operation, device: Int
  ) async -> Result<[UInt8], TransportError> {
    let point = WaitingPoint.request(device: device, operation)
    admit(point)
    let isBody = isBody()
    let id = state.withLock { $0.reserve() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        change { state, wakes in
          state.submit(
            TransportRequest(TransportRequest.ID(id), device: device, operation),
            HostState.Waiting(point: point, isBody: isBody, kind: .request(continuation)), &wakes)
        }
      }
    } onCancel: {
      change { state, wakes in state.cancel(id, &wakes) }
    }
  }

  func subscribe(
    _ identity: CharacteristicIdentity, device: Int
  ) async -> Result<Int, TransportError> {
    let point = WaitingPoint.request(device: device, .subscribe(identity))
    admit(point)
    let isBody = isBody()
    let id = state.withLock { $0.reserve() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        change { state, wakes in
          state.submit(
            TransportRequest(TransportRequest.ID(id), device: device, .subscribe(identity)),
            HostState.Waiting(
              point: point, isBody: isBody, kind: .subscription(continuation, mailbox: 0)), &wakes)
        }
      }
    } onCancel: {
      change { state, wakes in state.cancel(id, &wakes) }
    }
  }

  func nextValue(of mailbox: Int) async -> ReceivedValue? {
    guard let point = state.withLock({ $0.point(ofValues: mailbox) }) else { return nil }
    admit(point)
    let isBody = isBody()
    let id = state.withLock { $0.reserve() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        change { state, wakes in
          state.takeValue(
            mailbox, id,
            HostState.Waiting(point: point, isBody: isBody, kind: .value(mailbox)), continuation,
            &wakes)
        }
      }
    } onCancel: {
      change { state, wakes in state.cancel(id, &wakes) }
    }
  }

  func openStates(device: Int) -> Int { state.withLock { $0.openStates(device: device) } }

  func nextState(of mailbox: Int) async -> ConnectionState? {
    guard let point = state.withLock({ $0.point(ofStates: mailbox) }) else { return nil }
    admit(point)
    let isBody = isBody()
    let id = state.withLock { $0.reserve() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        change { state, wakes in
          state.takeState(
            mailbox, id,
            HostState.Waiting(point: point, isBody: isBody, kind: .state(mailbox)), continuation,
            &wakes)
        }
      }
    } onCancel: {
      change { state, wakes in state.cancel(id, &wakes) }
    }
  }

  func sleep(until time: Int64) async throws(CancellationError) {
    let point = WaitingPoint.sleep(until: VirtualClock.Instant(nanoseconds: time))
    admit(point)
    let isBody = isBody()
    let id = state.withLock { $0.reserve() }
    let isDue = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        change { state, wakes in
          state.sleep(
            until: time, id,
            HostState.Waiting(point: point, isBody: isBody, kind: .sleeper(continuation)),
            &wakes)
        }
      }
    } onCancel: {
      change { state, wakes in state.cancel(id, &wakes) }
    }
    if !isDue { throw CancellationError() }
  }
}
