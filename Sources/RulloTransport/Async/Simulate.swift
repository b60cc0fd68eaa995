/// Runs an app's async code against an engine, in virtual time and in one repeatable order.
///
/// The body and everything structured below it (calls, `async let`, task groups, default actors) run
/// on one executor that is drained between the moments of the engine. What leaves it, such as an
/// unstructured `Task` or the main actor, is counted in ``SimulationResult/escapes`` where it can be
/// seen. Waiting for ever ends: at once where the body itself waits for the transport or the clock
/// and nothing escaped, else after `grace` of real time; and at `limit` of virtual time.
public func simulate<Engine: TransportEngine, Value: Sendable>(
  _ engine: Engine, speed: Speed = .instant, grace: Duration = .seconds(10),
  limit: Duration = .seconds(100_000), bufferSize: Int = 1024,
  _ body: @escaping @Sendable (Simulation) async throws -> Value
) async -> SimulationResult<Engine, Value> {
  let executor = DrainedExecutor()
  let host = EngineHost(engine, on: executor, bufferSize: bufferSize)
  let runner = Runner<Engine, Value>(host, executor, speed, grace, limit)
  return await runner.run(body)
}

/// Drives one run: drains the executor, then moves virtual time, until the body is done.
private struct Runner<Engine: TransportEngine, Value: Sendable> {
  typealias Outcome = SimulationResult<Engine, Value>.Outcome

  let host: EngineHost<Engine>
  let executor: DrainedExecutor
  let pacer: Pacer
  let grace: Duration
  let limit: Duration

  init(
    _ host: EngineHost<Engine>, _ executor: DrainedExecutor, _ speed: Speed, _ grace: Duration,
    _ limit: Duration
  ) {
    self.host = host
    self.executor = executor
    pacer = Pacer(speed)
    self.grace = grace
    self.limit = limit
  }

  func run(
    _ body: @escaping @Sendable (Simulation) async throws -> Value
  ) async -> SimulationResult<Engine, Value> {
    let done = DoneBox<Value>()
    let simulation = Simulation(host)
    let task = Task(executorPreference: executor) { [host] in
      let identity = CallerIdentity.task
      host.change { state, _ in state.bodyTask = identity }
      do { done.set(.success(try await body(simulation))) } catch { done.set(.failure(error)) }
    }
    let outcome = await drive(done)
    if done.value == nil {
      // The body gets the chance to end; what it does then is not part of the outcome.
      task.cancel()
      executor.own { host.change { state, wakes in state.cancelAll(&wakes) } }
      _ = await settle(done)
    }
    executor.own { host.change { state, wakes in state.finish(&wakes) } }
    _ = executor.own { executor.drain() }
    noteStrangers()
    return host.look { state in
      SimulationResult(outcome: outcome, engine: state.engine, escapes: state.escapes.entries)
    }
  }

  private func drive(_ done: DoneBox<Value>) async -> Outcome {
    while true {
      executor.own { _ = executor.drain() }
      noteStrangers()
      if let result = done.value {
        switch result {
        case .success(let value): return .finished(value)
        case .failure(let error): return .failed(error)
        }
      }
      let (waits, next, bodyWaits, hasEscapes) = host.look { state in
        (
          !state.waiting.isEmpty, state.nextTime, state.waiting.values.contains { $0.isBody },
          !state.escapes.entries.isEmpty
        )
      }
      // Without anybody who waits for it, time stands still: the body is elsewhere.
      if waits, let next {
        guard next <= limit.wholeNanoseconds else { return .overran(limit: limit) }
        await pacer.wait(for: next)
        if !executor.isIdle { continue }
        executor.own { host.change { state, wakes in state.advance(to: next, &wakes) } }
        continue
      }
      if bodyWaits, !hasEscapes, executor.isIdle {
        return .deadlocked(host.look { $0.points })
      }
      if await !settle(done) {
        return .stuck(host.look { $0.points }, grace: grace)
      }
    }
  }

  /// Waits in real time, at most for the grace, until there is work again; virtual time is frozen.
  private func settle(_ done: DoneBox<Value>) async -> Bool {
    executor.freeze(true)
    defer { executor.freeze(false) }
    let deadline = ContinuousClock.now.advanced(by: grace)
    while true {
      if !executor.isIdle {
        executor.own { _ = executor.drain() }
        return true
      }
      // A task outside the run may have come to wait for the engine meanwhile.
      let canMove = host.look { !$0.waiting.isEmpty && $0.nextTime != nil }
      if done.value != nil || canMove { return true }
      if ContinuousClock.now >= deadline { return false }
      try? await ContinuousClock().sleep(for: .milliseconds(1))
    }
  }

  private func noteStrangers() {
    let count = executor.takeStrangers()
    if count > 0 { host.change { state, _ in state.escapes.add(.lateReturn, count: count) } }
  }
}
