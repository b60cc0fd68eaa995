import RulloTransport

/// A machine that does what a test tells it: what each op code is answered with, and when.
struct ScriptedMachine: TransportEngine {
  enum Reply: Hashable, Sendable {
    case answer(UInt8)
    case silent
    case attError(UInt8)
    /// Answers another op code than the one that was asked.
    case echo(UInt8, UInt8)
    /// Answers after this many milliseconds.
    case late(Int64, UInt8)
    /// The indication comes in front of the acknowledgement.
    case answerFirst(UInt8)
    case disconnects
  }

  /// Replies to an op code in turn; the last one stays, and without any it is success.
  var replies: [UInt8: [Reply]] = [:]
  var values: [CharacteristicIdentity: [UInt8]] = [:]
  var refusesSubscription: Set<CharacteristicIdentity> = []
  var refusedConnections = 0

  /// Everything that was asked, with its time in milliseconds.
  private(set) var log: [(time: Int64, operation: TransportRequest.Operation)] = []

  /// Writes that came while an earlier one was not answered.
  private(set) var overlaps = 0

  private(set) var now: Int64 = 0
  private var due: [(time: Int64, effect: TransportEffect)] = []
  private var isConnected = false
  private var isBusy = false
  let deviceCount = 1

  static let controlPoint = CharacteristicIdentity(0x2AD9, service: 0x1826)
  static let status = CharacteristicIdentity(0x2ADA, service: 0x1826)

  /// Features and ranges of the KICKR CORE (devices, section 1) unless a test has others.
  init() {
    values[CharacteristicIdentity(0x2ACC, service: 0x1826)] = [3, 0x40, 0, 0, 0x0C, 0x60, 0, 0]
    values[CharacteristicIdentity(0x2AD6, service: 0x1826)] = [0, 0, 0xE8, 3, 1, 0]
    values[CharacteristicIdentity(0x2AD8, service: 0x1826)] = [0, 0, 0xA0, 0x0F, 1, 0]
  }

  var nextTime: Int64? { due.map(\.time).min() }

  /// The octets written to the control point, in order.
  var writes: [[UInt8]] {
    log.compactMap { entry in
      if case .write(_, let octets, _) = entry.operation { octets } else { nil }
    }
  }

  mutating func handle(_ request: TransportRequest, _ effects: inout [TransportEffect]) {
    log.append((now / 1_000_000, request.operation))
    switch request.operation {
    case .connect:
      if refusedConnections > 0 {
        refusedConnections -= 1
        return complete(request.id, .failure(.connectionRefused), after: 10)
      }
      isConnected = true
      complete(request.id, .success([]), after: 20)
    case .disconnect: drop(.byApp)
    case .read(let identity):
      let value = values[identity]
      complete(request.id, value.map { .success($0) } ?? .failure(.refused(code: 0x0A)), after: 5)
    case .subscribe(let identity):
      let isRefused = refusesSubscription.contains(identity)
      complete(request.id, isRefused ? .failure(.refused(code: 0x05)) : .success([]), after: 5)
    case .unsubscribe: complete(request.id, .success([]), after: 5)
    case .write(_, let octets, _): write(request.id, octets)
    }
  }

  private mutating func write(_ id: TransportRequest.ID, _ octets: [UInt8]) {
    guard isConnected else { return complete(id, .failure(.notConnected), after: 0) }
    if isBusy { overlaps += 1 }
    let opCode = octets.first ?? 0xFF
    var queue = replies[opCode] ?? []
    let reply = queue.first ?? .answer(1)
    if queue.count > 1 { queue.removeFirst() }
    if !queue.isEmpty { replies[opCode] = queue }
    switch reply {
    case .answer(let result):
      complete(id, .success([]), after: 5)
      indicate([0x80, opCode, result], after: 40)
    case .silent:
      complete(id, .success([]), after: 5)
    case .attError(let code): complete(id, .failure(.refused(code: code)), after: 5)
    case .echo(let other, let result):
      complete(id, .success([]), after: 5)
      indicate([0x80, other, result], after: 40)
    case .late(let milliseconds, let result):
      complete(id, .success([]), after: 5)
      indicate([0x80, opCode, result], after: milliseconds)
    case .answerFirst(let result):
      indicate([0x80, opCode, result], after: 10)
      complete(id, .success([]), after: 15)
    case .disconnects: due.append((now + 10_000_000, effect(.state(.disconnected(.lost)))))
    }
    if case .answer = reply { isBusy = true }
    if case .answerFirst = reply { isBusy = true }
  }

  mutating func drop(_ reason: DisconnectReason) {
    isConnected = false
    isBusy = false
    due = [(now, effect(.state(.disconnected(reason))))]
  }

  mutating func notify(_ identity: CharacteristicIdentity, _ octets: [UInt8]) {
    let value = ReceivedValue(identity, octets, isIndication: false)
    due.append((now, effect(.received(value))))
  }

  mutating func indicate(_ octets: [UInt8], after milliseconds: Int64) {
    let value = ReceivedValue(Self.controlPoint, octets, isIndication: true)
    due.append((now + milliseconds * 1_000_000, effect(.received(value))))
  }

  private mutating func complete(
    _ id: TransportRequest.ID, _ result: Result<[UInt8], TransportError>, after delay: Int64
  ) {
    due.append((now + delay * 1_000_000, effect(.completed(id, result))))
  }

  private func effect(_ kind: TransportEffect.Kind) -> TransportEffect {
    TransportEffect(time: now, device: 0, kind)
  }

  mutating func cancel(
    _ id: TransportRequest.ID, device: Int, _ effects: inout [TransportEffect]
  ) {
    due.removeAll { entry in
      if case .completed(id, _) = entry.effect.kind { true } else { false }
    }
  }

  mutating func advance(to time: Int64, _ effects: inout [TransportEffect]) {
    guard let first = nextTime, first <= time else {
      now = max(now, time)
      return
    }
    now = max(now, first)
    for entry in due where entry.time == first {
      var effect = entry.effect
      effect.time = now
      if case .received(let value) = effect.kind, value.isIndication { isBusy = false }
      if case .state(.disconnected) = effect.kind { isConnected = false }
      effects.append(effect)
    }
    due.removeAll { $0.time == first }
  }
}

extension TransportRequest.Operation {
  /// `subscribe 1826/2AD9`, `write 00`.
  var words: String {
    switch self {
    case .connect: "connect"
    case .disconnect: "disconnect"
    case .subscribe(let identity): "subscribe \(identity)"
    case .unsubscribe(let identity): "unsubscribe \(identity)"
    case .read(let identity): "read \(identity)"
    case .write(_, let octets, _):
      "write "
        + octets.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
        .joined(separator: " ")
    }
  }
}
