internal import Synchronization

/// A task executor that runs its jobs only when it is drained, on the thread that drains it.
///
/// Everything that is structured below one task with this preference runs here, one job after the
/// other, in the order in which it became ready: that makes the order of tasks repeatable.
final class DrainedExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var next = 0
    /// The thread that is draining or delivering.
    var owner: UInt?
    /// Whether virtual time stands still until somebody comes back.
    var isFrozen = false
    /// How many tasks wait for the engine or the clock.
    var waiterCount = 0
    /// Jobs that came from another thread while others could run or time could move.
    var strangers = 0
  }

  private let state = Mutex(State())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let caller = CallerIdentity.thread
    state.withLock { state in
      // The only task there is may leave and come back: nothing could overtake it meanwhile.
      let isAlone = state.waiterCount == 0 && state.next == state.jobs.count
      if state.owner != caller, !isAlone, !state.isFrozen { state.strangers += 1 }
      state.jobs.append(job)
    }
  }

  var isIdle: Bool { state.withLock { $0.next == $0.jobs.count } }

  func countWaiters(_ count: Int) { state.withLock { $0.waiterCount = count } }

  /// Says that virtual time stands still, or that it runs again.
  func freeze(_ isFrozen: Bool) { state.withLock { $0.isFrozen = isFrozen } }

  /// How many jobs came from another thread in an order that cannot be repeated, since the last call.
  func takeStrangers() -> Int {
    state.withLock { state in
      defer { state.strangers = 0 }
      return state.strangers
    }
  }

  /// Runs `body`, during which everything that is enqueued should come from this thread.
  func own<Value>(_ body: () -> Value) -> Value {
    let caller = CallerIdentity.thread
    state.withLock { $0.owner = caller }
    defer { state.withLock { $0.owner = nil } }
    return body()
  }

  /// Runs jobs until none is left; answers how many there were.
  func drain() -> Int {
    var count = 0
    while let job = take() {
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
      count += 1
    }
    return count
  }

  private func take() -> UnownedJob? {
    state.withLock { state in
      guard state.next < state.jobs.count else {
        state.jobs.removeAll(keepingCapacity: true)
        state.next = 0
        return nil
      }
      state.next += 1
      return state.jobs[state.next - 1]
    }
  }

  /// Whether the current task prefers this executor: others escape virtual time.
  func isCurrent() -> Bool {
    unsafe withUnsafeCurrentTask { task in
      guard let task = unsafe task else { return false }
      return unsafe task.unownedTaskExecutor == asUnownedTaskExecutor()
    }
  }
}
