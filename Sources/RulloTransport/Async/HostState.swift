internal import RulloBase

/// What a run holds: its engine, who waits for what, and where values go.
struct HostState<Engine: TransportEngine>: Sendable {
  typealias Wake = EngineHost<Engine>.Wake

  /// A task that waits, under the number that it reserved.
  struct Waiting: Sendable {
    enum Kind: Sendable {
      case request(CheckedContinuation<Result<[UInt8], TransportError>, Never>)
      case subscription(CheckedContinuation<Result<Int, TransportError>, Never>, mailbox: Int)
      case value(Int)
      case state(Int)
      case sleeper(CheckedContinuation<Bool, Never>)
    }
    let point: WaitingPoint
    /// Whether it is the task of the run's body itself.
    let isBody: Bool
    let kind: Kind
  }

  private struct Values: Sendable {
    let device: Int
    let identity: CharacteristicIdentity
    var box: Mailbox<ReceivedValue>
  }

  private struct States: Sendable {
    let device: Int
    var box: Mailbox<ConnectionState>
  }

  var engine: Engine
  var escapes = EscapeBook()
  /// The hash of the body's task, which tells it apart from its children.
  var bodyTask: Int?
  /// Whether the engine has said that nothing comes any more.
  private(set) var hasEnded = false

  /// Looked up by number only; whoever lists them sorts.
  private(set) var waiting: [Int: Waiting] = [:]
  private var cancelled: Set<Int> = []
  private var lastNumber = 0
  private var sleepers = TimedQueue<Int>()
  /// By number, which counts up: a mailbox lives as long as its sequence can be iterated.
  private var values: [Int: Values] = [:]
  private var openValues: [Int] = []
  private var states: [Int: States] = [:]
  private var openStateBoxes: [Int] = []
  private var connection: [ConnectionState]
  private let bufferSize: Int

  init(_ engine: Engine, bufferSize: Int) {
    self.engine = engine
    self.bufferSize = bufferSize
    connection = Array(repeating: .disconnected(.notYetConnected), count: engine.deviceCount)
  }

  mutating func reserve() -> Int {
    lastNumber += 1
    return lastNumber
  }

  // MARK: Waiting

  mutating func submit(_ request: TransportRequest, _ waiter: Waiting, _ wakes: inout [Wake]) {
    let id = request.id.rawValue
    guard cancelled.remove(id) == nil else { return end(waiter, .cancelled, &wakes) }
    var waiter = waiter
    if case .subscription(let continuation, _) = waiter.kind,
      case .subscribe(let identity) = request.operation
    {
      // Values may come before the acknowledgement; the app asked for them.
      let mailbox = open(identity, request.device)
      waiter = Waiting(
        point: waiter.point, isBody: waiter.isBody,
        kind: .subscription(continuation, mailbox: mailbox))
    }
    waiting[id] = waiter
    var effects: [TransportEffect] = []
    engine.handle(request, &effects)
    deliver(effects, &wakes)
  }

  mutating func sleep(
    until time: Int64, _ id: Int, _ waiter: Waiting, _ wakes: inout [Wake]
  ) {
    guard case .sleeper(let continuation) = waiter.kind else { return }
    guard cancelled.remove(id) == nil else { return wakes.append(.sleeper(continuation, false)) }
    guard time > engine.now else { return wakes.append(.sleeper(continuation, true)) }
    waiting[id] = waiter
    sleepers.add(id, at: time)
  }

  mutating func takeValue(
    _ mailbox: Int, _ id: Int, _ waiter: Waiting,
    _ continuation: Mailbox<ReceivedValue>.Waiter, _ wakes: inout [Wake]
  ) {
    guard cancelled.remove(id) == nil, values[mailbox] != nil else {
      return wakes.append(.value(continuation, nil))
    }
    if let (waiter, value) = values[mailbox]?.box.take(id, continuation) {
      wakes.append(.value(waiter, value))
      if value == nil { values[mailbox] = nil }
    } else {
      waiting[id] = waiter
    }
  }

  mutating func takeState(
    _ mailbox: Int, _ id: Int, _ waiter: Waiting,
    _ continuation: Mailbox<ConnectionState>.Waiter, _ wakes: inout [Wake]
  ) {
    guard cancelled.remove(id) == nil, states[mailbox] != nil else {
      return wakes.append(.state(continuation, nil))
    }
    if let (waiter, state) = states[mailbox]?.box.take(id, continuation) {
      wakes.append(.state(waiter, state))
      if state == nil { states[mailbox] = nil }
    } else {
      waiting[id] = waiter
    }
  }

  /// Ends one wait because its task was cancelled, also before it has begun.
  mutating func cancel(_ id: Int, _ wakes: inout [Wake]) {
    guard let waiter = waiting[id] else {
      cancelled.insert(id)
      return
    }
    switch waiter.kind {
    case .request, .subscription:
      guard case .request(let device, _) = waiter.point else { return }
      var effects: [TransportEffect] = []
      engine.cancel(TransportRequest.ID(id), device: device, &effects)
      deliver(effects, &wakes)
      if let left = waiting.removeValue(forKey: id) { end(left, .cancelled, &wakes) }
    case .value(let mailbox):
      waiting[id] = nil
      if let waiter = values[mailbox]?.box.cancel(id) { wakes.append(.value(waiter, nil)) }
    case .state(let mailbox):
      waiting[id] = nil
      if let waiter = states[mailbox]?.box.cancel(id) { wakes.append(.state(waiter, nil)) }
    case .sleeper:
      waiting[id] = nil
      end(waiter, .cancelled, &wakes)
    }
  }

  /// Ends every wait, in the order in which they began: nothing will come any more.
  mutating func cancelAll(_ wakes: inout [Wake]) {
    for id in waiting.keys.sorted() { cancel(id, &wakes) }
  }

  /// What is waited for, in the order in which waiting began.
  var points: [WaitingPoint] {
    waiting.keys.sorted().compactMap { waiting[$0]?.point }
  }

  private mutating func end(_ waiter: Waiting, _ error: TransportError, _ wakes: inout [Wake]) {
    switch waiter.kind {
    case .request(let continuation): wakes.append(.request(continuation, .failure(error)))
    case .subscription(let continuation, let mailbox):
      close(mailbox)
      wakes.append(.subscription(continuation, .failure(error)))
    case .sleeper(let continuation): wakes.append(.sleeper(continuation, false))
    case .value, .state: break
    }
  }

  // MARK: Time

  /// When something happens next: an effect of the engine or the end of a sleep.
  var nextTime: Int64? {
    let sleep = sleepers.first?.time
    guard let effect = engine.nextTime else { return sleep }
    return min(effect, sleep ?? effect)
  }

  /// Moves to a moment that ``nextTime`` has named; effects of the engine go before sleepers.
  mutating func advance(to time: Int64, _ wakes: inout [Wake]) {
    var effects: [TransportEffect] = []
    engine.advance(to: time, &effects)
    deliver(effects, &wakes)
    guard effects.isEmpty else { return }
    while let sleeper = sleepers.first, sleeper.time <= engine.now {
      sleepers.removeFirst()
      // One that was cancelled has left its place in the queue.
      if case .sleeper(let continuation)? = waiting.removeValue(forKey: sleeper.payload)?.kind {
        wakes.append(.sleeper(continuation, true))
      }
    }
  }

  mutating func finish(_ wakes: inout [Wake]) {
    for mailbox in openValues { reportDropped(mailbox) }
    var effects: [TransportEffect] = []
    engine.finish(&effects)
    deliver(effects, &wakes)
  }

  // MARK: Delivery

  private mutating func deliver(_ effects: [TransportEffect], _ wakes: inout [Wake]) {
    for effect in effects {
      switch effect.kind {
      case .completed(let id, let result): complete(id.rawValue, result, effect.device, &wakes)
      case .received(let value): receive(value, effect.device, &wakes)
      case .state(let state): enter(state, effect.device, &wakes)
      case .ended:
        hasEnded = true
        for device in 0..<engine.deviceCount { finishValues(of: nil, effect: device, &wakes) }
        finishStates(&wakes)
      case .remark: break
      }
    }
  }

  private mutating func complete(
    _ id: Int, _ result: Result<[UInt8], TransportError>, _ device: Int, _ wakes: inout [Wake]
  ) {
    guard let waiter = waiting.removeValue(forKey: id) else { return }
    switch waiter.kind {
    case .request(let continuation):
      wakes.append(.request(continuation, result))
      if case .request(_, .unsubscribe(let identity)) = waiter.point, case .success = result {
        finishValues(of: identity, effect: device, &wakes)
      }
    case .subscription(let continuation, let mailbox):
      if case .failure = result { close(mailbox) }
      wakes.append(.subscription(continuation, result.map { _ in mailbox }))
    case .value, .state, .sleeper: break
    }
  }

  private mutating func open(_ identity: CharacteristicIdentity, _ device: Int) -> Int {
    let mailbox = reserve()
    values[mailbox] = Values(
      device: device, identity: identity, box: Mailbox(capacity: bufferSize))
    openValues.append(mailbox)
    return mailbox
  }

  private mutating func close(_ mailbox: Int) {
    values[mailbox] = nil
    openValues.removeAll { $0 == mailbox }
  }

  private mutating func receive(_ value: ReceivedValue, _ device: Int, _ wakes: inout [Wake]) {
    for mailbox in openValues {
      guard let target = values[mailbox], target.device == device,
        target.identity.matches(value.characteristic)
      else { continue }
      let dropped = target.box.dropped
      if let (id, waiter) = values[mailbox]?.box.put(value) {
        waiting[id] = nil
        wakes.append(.value(waiter, value))
      } else if dropped == 0, let now = values[mailbox]?.box.dropped, now > 0 {
        engine.note(
          TransportRemark(
            .line(target.identity),
            "overflow: the app does not take its values; from here the oldest of"
              + " \(bufferSize) make room"), device: device)
      }
    }
  }

  private mutating func enter(
    _ state: ConnectionState, _ device: Int, _ wakes: inout [Wake]
  ) {
    if connection.indices.contains(device) { connection[device] = state }
    if case .disconnected = state { finishValues(of: nil, effect: device, &wakes) }
    for mailbox in openStateBoxes where states[mailbox]?.device == device {
      if let (id, waiter) = states[mailbox]?.box.put(state) {
        waiting[id] = nil
        wakes.append(.state(waiter, state))
      }
    }
  }

  /// Ends the sequences of a characteristic, or all of a device.
  private mutating func finishValues(
    of identity: CharacteristicIdentity?, effect device: Int, _ wakes: inout [Wake]
  ) {
    let ending = openValues.filter { mailbox in
      guard let entry = values[mailbox], entry.device == device else { return false }
      return identity.map { $0.matches(entry.identity) } ?? true
    }
    openValues.removeAll { ending.contains($0) }
    for mailbox in ending {
      reportDropped(mailbox)
      for (id, waiter) in values[mailbox]?.box.finish() ?? [] {
        waiting[id] = nil
        wakes.append(.value(waiter, nil))
      }
    }
  }

  private mutating func finishStates(_ wakes: inout [Wake]) {
    for mailbox in openStateBoxes {
      for (id, waiter) in states[mailbox]?.box.finish() ?? [] {
        waiting[id] = nil
        wakes.append(.state(waiter, nil))
      }
    }
    openStateBoxes = []
  }

  private mutating func reportDropped(_ mailbox: Int) {
    guard let entry = values[mailbox], entry.box.dropped > 0 else { return }
    engine.note(
      TransportRemark(
        .line(entry.identity), "overflow: \(entry.box.dropped) values the app did not take"),
      device: entry.device)
  }

  // MARK: Mailboxes

  mutating func openStates(device: Int) -> Int {
    let mailbox = reserve()
    var box = Mailbox<ConnectionState>(capacity: bufferSize)
    _ = box.put(connection.indices.contains(device) ? connection[device] : .disconnected(.lost))
    if hasEnded { _ = box.finish() } else { openStateBoxes.append(mailbox) }
    states[mailbox] = States(device: device, box: box)
    return mailbox
  }

  func point(ofValues mailbox: Int) -> WaitingPoint? {
    values[mailbox].map { .values(device: $0.device, $0.identity) }
  }

  func point(ofStates mailbox: Int) -> WaitingPoint? {
    states[mailbox].map { .states(device: $0.device) }
  }
}
