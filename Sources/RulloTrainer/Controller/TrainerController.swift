public import RulloTransport
internal import Synchronization

/// The client of a fitness machine for an app's async code: ``TrainerCore`` over a transport.
///
/// `run()` does the work for as long as it runs; commands may be given from anywhere, before it too.
/// Time comes from the clock alone, so that in a simulated run seconds are ride seconds.
public final class TrainerController<C: Clock>: Sendable where C.Duration == Duration {
  /// What the app is told, in order, for one reader; the oldest go first where nobody reads.
  public let events: AsyncStream<TrainerEvent>

  /// So many events wait for a reader.
  public static var longestBacklog: Int { 4_096 }

  private let transport: any TrainerTransport
  private let clock: C
  private let start: C.Instant
  private let inside: Mutex<Inside>
  private let tell: AsyncStream<TrainerEvent>.Continuation
  private let jobs: AsyncStream<Job>
  private let order: AsyncStream<Job>.Continuation

  private struct Inside {
    var core: TrainerCore
    var dropped = 0
    /// The earliest time for which the clock is set.
    var alarm: Int64?
  }

  private enum Job: Sendable {
    case request(TransportRequest)
    case wake(at: Int64)
  }

  public init(_ transport: any TrainerTransport, clock: C, policy: TrainerPolicy = TrainerPolicy())
  {
    self.transport = transport
    self.clock = clock
    start = clock.now
    inside = Mutex(Inside(core: TrainerCore(policy: policy)))
    (events, tell) = AsyncStream.makeStream(
      bufferingPolicy: .bufferingNewest(Self.longestBacklog))
    (jobs, order) = AsyncStream.makeStream()
  }

  public var state: TrainerState { inside.withLock { $0.core.state } }
  public var capabilities: TrainerCapabilities { inside.withLock { $0.core.capabilities } }

  /// Events that nobody read in time.
  public var droppedEvents: Int { inside.withLock { $0.dropped } }

  public func connect() { change { core, now in core.connect(at: now) } }
  public func disconnect() { change { core, now in core.disconnect(at: now) } }

  /// Asks for a set-point; a waiting older one gives way.
  public func send(_ setPoint: SetPoint) { change { core, now in core.send(setPoint, at: now) } }

  public func perform(_ command: TrainerCommand) {
    change { core, now in core.perform(command, at: now) }
  }

  /// Carries out what the client wants until the task is cancelled or the transport ends.
  ///
  /// To be called once; all that it starts ends before it returns.
  public func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { [self] in
        for await state in transport.states() { receive(.state(state)) }
        receive(.ended)
        order.finish()
      }
      for await job in jobs {
        group.addTask { [self] in
          switch job {
          case .request(let request): await carryOut(request)
          case .wake(let time): await wake(at: time)
          }
        }
      }
      group.cancelAll()
    }
    tell.finish()
  }

  /// Does one operation and says how it ended; of a subscription it hands on the values as well.
  private func carryOut(_ request: TransportRequest) async {
    do throws(TransportError) {
      switch request.operation {
      case .connect: try await transport.connect()
      case .disconnect: await transport.disconnect()
      case .unsubscribe(let identity): try await transport.stopValues(of: identity)
      case .write(let identity, let octets, let withResponse):
        try await transport.write(octets, to: identity, withResponse: withResponse)
      case .read(let identity):
        let octets = try await transport.read(identity)
        return receive(.completed(request.id, .success(octets)))
      case .subscribe(let identity):
        let values = try await transport.values(of: identity)
        receive(.completed(request.id, .success([])))
        for await value in values { receive(.received(value)) }
        return
      }
      receive(.completed(request.id, .success([])))
    } catch {
      receive(.completed(request.id, .failure(error)))
    }
  }

  private func wake(at time: Int64) async {
    // Cancelled means that nobody waits any more.
    guard
      (try? await clock.sleep(until: start.advanced(by: .nanoseconds(time)), tolerance: nil)) != nil
    else {
      return
    }
    inside.withLock { if $0.alarm == time { $0.alarm = nil } }
    change { core, now in core.timePassed(to: now) }
  }

  private func receive(_ kind: TransportEffect.Kind) {
    change { core, now in
      core.receive(TransportEffect(time: now, device: core.device, kind))
    }
  }

  /// Changes the client and hands on what it wants, in one order, whoever calls.
  private func change(_ body: (inout TrainerCore, Int64) -> Void) {
    let elapsed = start.duration(to: clock.now).nanoseconds
    inside.withLock { inside in
      body(&inside.core, elapsed)
      for action in inside.core.takeActions() {
        switch action {
        case .request(let request): order.yield(.request(request))
        // A transport gives an operation up when its task ends; until then its answer is ignored.
        case .cancel: break
        case .tell(let event):
          if case .dropped = tell.yield(event) { inside.dropped += 1 }
        }
      }
      guard let deadline = inside.core.deadline, deadline != Int64.max else { return }
      if let alarm = inside.alarm, alarm <= deadline { return }
      inside.alarm = deadline
      order.yield(.wake(at: deadline))
    }
  }
}

extension Duration {
  /// Whole nanoseconds; 0 before, and the largest number beyond 292 years.
  fileprivate var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, tooFar) = max(0, seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflow) = scaled.addingReportingOverflow(max(0, attoseconds) / 1_000_000_000)
    return tooFar || overflow ? Int64.max : sum
  }
}
