import RulloTransport

/// A device that answers each write 1 ms later with its octets and ticks ten times a second.
struct ClockworkEngine: TransportEngine {
  let deviceCount = 1
  private(set) var now: Int64 = 0
  private(set) var notes: [String] = []
  private var isSubscribed = false
  private var tick: UInt8 = 0
  private var nextTick: Int64 = 100_000_000
  private var answers: [(time: Int64, id: TransportRequest.ID, bytes: [UInt8])] = []
  private var hasEnded = false

  /// How many ticks there are before the end; `nil` for no end.
  var ticks: Int?

  /// Whether writes are answered at all.
  var isMute = false

  static let data = CharacteristicIdentity(0x2AD2, service: 0x1826)
  static let control = CharacteristicIdentity(0x2AD9, service: 0x1826)

  init(ticks: Int? = nil, isMute: Bool = false) {
    self.ticks = ticks
    self.isMute = isMute
  }

  var nextTime: Int64? {
    var times = answers.map(\.time)
    if isSubscribed, !hasEnded { times.append(nextTick) }
    return times.min()
  }

  mutating func handle(_ request: TransportRequest, _ effects: inout [TransportEffect]) {
    func say(_ kind: TransportEffect.Kind) {
      effects.append(TransportEffect(time: now, device: 0, kind))
    }
    switch request.operation {
    case .connect:
      say(.state(.connected))
      say(.completed(request.id, .success([])))
    case .disconnect:
      say(.state(.disconnected(.byApp)))
      say(.completed(request.id, .success([])))
    case .subscribe:
      isSubscribed = true
      nextTick = now + 100_000_000
      say(.completed(request.id, .success([])))
    case .unsubscribe:
      isSubscribed = false
      say(.completed(request.id, .success([])))
    case .write(_, let bytes, _):
      if !isMute { answers.append((now + 1_000_000, request.id, bytes)) }
    case .read: say(.completed(request.id, .failure(.refused(code: 2))))
    }
  }

  mutating func cancel(
    _ id: TransportRequest.ID, device: Int, _ effects: inout [TransportEffect]
  ) {
    answers.removeAll { $0.id == id }
    effects.append(TransportEffect(time: now, device: 0, .completed(id, .failure(.cancelled))))
  }

  mutating func advance(to time: Int64, _ effects: inout [TransportEffect]) {
    guard let next = nextTime, next <= time else {
      now = max(now, time)
      return
    }
    now = max(now, next)
    while let answer = answers.first, answer.time <= now {
      answers.removeFirst()
      effects.append(
        TransportEffect(time: now, device: 0, .completed(answer.id, .success(answer.bytes))))
    }
    guard isSubscribed, !hasEnded, nextTick <= now else { return }
    if let ticks, Int(tick) >= ticks {
      hasEnded = true
      effects.append(TransportEffect(time: now, device: 0, .ended))
      return
    }
    tick &+= 1
    nextTick += 100_000_000
    effects.append(
      TransportEffect(
        time: now, device: 0, .received(ReceivedValue(Self.data, [tick], isIndication: false))))
  }

  mutating func note(_ remark: TransportRemark, device: Int) { notes.append(remark.text) }
}
