public import RulloBluetooth
internal import RulloRecordings

/// Any engine with a plan of faults laid over it; the engine itself stays as it is.
///
/// Every firing is a line of the transcript. Randomness for one decision is a hash of the seed, the
/// fault and the index of what it met, so that one fault more never moves another.
public struct FaultedEngine<Engine: TransportEngine>: TransportEngine {
  public internal(set) var engine: Engine
  public let plan: FaultPlan

  /// How often each fault of the plan has fired.
  public internal(set) var firings: [Int]

  public var now: Int64 { isIdle ? engine.now : current }
  private var current: Int64 = 0

  /// For each fault how much of what it selects has been met.
  var met: [Int]
  /// What was held back and comes later.
  var queue = TimedQueue<Held>()
  var groups: [Int: [TransportEffect]] = [:]
  var links: [LinkState]
  var open: [TransportRequest.ID: TransportRequest] = [:]
  /// What is to be done with the answers of control point requests on their way.
  var treatments: [Treatment] = []
  var labels: Set<String> = []
  /// The counter jumps that have happened; they last.
  var jumps: Set<Int> = []
  private var hasFinished = false

  enum Held: Sendable {
    case effect(TransportEffect)
    /// A fault with a moment of its own.
    case fault(Int)
  }

  struct LinkState: Sendable {
    var isUp = false
    var hasBeenUp = false
    var subscribed: [CharacteristicIdentity] = []
    var hasLostControl = false
  }

  struct Treatment: Sendable {
    let fault: Int
    let device: Int
    let opCode: UInt8
    var responses = 1
    var statuses: Int
  }

  public init(_ engine: Engine, _ plan: FaultPlan) {
    self.engine = engine
    self.plan = plan
    firings = plan.faults.map { _ in 0 }
    met = firings
    links = (0..<engine.deviceCount).map { _ in LinkState() }
    skew = plan.faults.firstIndex {
      if case .clockSkew = $0.kind { true } else { false }
    }
    for (index, fault) in plan.faults.enumerated() {
      guard fault.kind.hasMoment, fault.selector.nth == nil, let time = fault.selector.from else {
        continue
      }
      queue.add(.fault(index), at: time)
    }
  }

  /// The fault by which the device's clock runs at another pace.
  let skew: Int?

  /// The faults that have not fired: with any, the plan proves nothing.
  public var unfired: [Fault] {
    zip(plan.faults, firings).filter { $0.1 == 0 }.map(\.0)
  }

  public var deviceCount: Int { engine.deviceCount }
  public var hasClock: Bool { engine.hasClock }
  public func device(_ index: Int) -> Device { engine.device(index) }

  public func resolve(
    _ identity: CharacteristicIdentity, device: Int
  ) -> CharacteristicIdentity { engine.resolve(identity, device: device) }

  /// Without faults the engine is asked directly.
  private var isIdle: Bool { plan.faults.isEmpty }

  public var nextTime: Int64? {
    if isIdle { return engine.nextTime }
    let inner = engine.nextTime.map { max(now, outer($0)) }
    guard let held = queue.first.map({ max(now, $0.time) }) else { return inner }
    // Without anything else to come, a fault's own moment need not come either.
    if inner == nil, case .fault? = queue.first?.payload, !links.contains(where: \.isUp) {
      return nil
    }
    return min(held, inner ?? held)
  }

  public mutating func handle(
    _ request: TransportRequest, _ effects: inout [TransportEffect]
  ) {
    if isIdle { return engine.handle(request, &effects) }
    var own: [TransportEffect] = []
    engine.wait(until: inner(now), &own)
    pass(own, &effects)
    guard let request = admit(request, &effects) else { return }
    own.removeAll()
    engine.handle(request, &own)
    pass(own, &effects)
  }

  public mutating func cancel(
    _ id: TransportRequest.ID, device: Int, _ effects: inout [TransportEffect]
  ) {
    if isIdle { return engine.cancel(id, device: device, &effects) }
    var own: [TransportEffect] = []
    engine.cancel(id, device: device, &own)
    pass(own, &effects)
    if open.removeValue(forKey: id) != nil {
      say(.completed(id, .failure(.cancelled)), device, &effects)
    }
  }

  public mutating func wait(until time: Int64, _ effects: inout [TransportEffect]) {
    if isIdle { return engine.wait(until: time, &effects) }
    current = max(now, min(time, nextTime ?? time))
    var own: [TransportEffect] = []
    engine.wait(until: inner(now), &own)
    pass(own, &effects)
  }

  public mutating func advance(to time: Int64, _ effects: inout [TransportEffect]) {
    if isIdle { return engine.advance(to: time, &effects) }
    var moment: Int64?
    while let next = nextTime, next <= (moment ?? time) {
      current = max(now, next)
      if let first = queue.first, first.time <= now, first.time <= engineTime {
        queue.removeFirst()
        switch first.payload {
        case .effect(let effect): emit(effect, &effects)
        case .fault(let index): fireAtMoment(index, &effects)
        }
      } else if let due = engine.nextTime {
        var own: [TransportEffect] = []
        engine.advance(to: due, &own)
        pass(own, &effects)
      }
      if !effects.isEmpty { moment = now }
    }
    if moment == nil {
      current = max(now, time)
      var own: [TransportEffect] = []
      engine.wait(until: inner(now), &own)
      pass(own, &effects)
    }
  }

  /// When the engine has something, in the time that the app sees.
  private var engineTime: Int64 { engine.nextTime.map(outer) ?? .max }

  public mutating func note(_ remark: TransportRemark, device: Int) {
    engine.note(remark, device: device)
  }

  public mutating func finish(_ effects: inout [TransportEffect]) {
    guard !hasFinished else { return }
    hasFinished = true
    flushGroups(&effects)
    var own: [TransportEffect] = []
    engine.finish(&own)
    pass(own, &effects)
    for fault in unfired {
      remark(.line(nil), "fault of line \(fault.line) never fired: \(fault)", 0, &effects)
    }
  }

  // MARK: The device's clock

  private var millionths: Int64 {
    guard let skew, case .clockSkew(let ppm) = plan.faults[skew].kind else { return 0 }
    return ppm
  }

  /// The engine's time at a time of the app.
  func inner(_ time: Int64) -> Int64 {
    guard skew != nil else { return time }
    return Int64(clamping: Int128(time) * Int128(1_000_000 + millionths) / 1_000_000)
  }

  /// The first time of the app at which the engine has come to its time.
  func outer(_ time: Int64) -> Int64 {
    guard skew != nil else { return time }
    let pace = Int128(1_000_000 + millionths)
    return Int64(clamping: (Int128(time) * 1_000_000 + pace - 1) / pace)
  }
}

extension Fault.Kind {
  /// Whether it happens at a moment instead of to something.
  var hasMoment: Bool {
    switch self {
    case .disconnect, .unsolicited, .controlLost: true
    default: false
    }
  }
}
