internal import RulloBase
public import RulloBluetooth

/// Any engine, with a transcript of what the app asks and what the engine does.
public struct TranscribedEngine<Engine: TransportEngine>: TransportEngine {
  public internal(set) var engine: Engine

  /// What has happened and was not taken by a writer yet.
  public internal(set) var log: TranscriptLog

  /// What a completion is the completion of.
  private struct Open: Sendable {
    enum Kind: Sendable { case link, subscription, write, command, read }
    let kind: Kind
    let attribute: Int
  }

  private var open: [TransportRequest.ID: Open] = [:]
  /// The event of the request that is being handled.
  private var current = 0
  private var ahead: String?

  public init(_ engine: Engine) {
    self.engine = engine
    log = TranscriptLog(
      devices: (0..<engine.deviceCount).map { engine.device($0) }, hasClock: engine.hasClock)
  }

  public var deviceCount: Int { engine.deviceCount }
  public var hasClock: Bool { engine.hasClock }
  public var now: Int64 { engine.now }
  public var nextTime: Int64? { engine.nextTime }
  public func device(_ index: Int) -> Device { engine.device(index) }

  public func resolve(
    _ identity: CharacteristicIdentity, device: Int
  ) -> CharacteristicIdentity { engine.resolve(identity, device: device) }

  public mutating func handle(
    _ request: TransportRequest, _ effects: inout [TransportEffect]
  ) {
    enter(request)
    let start = effects.count
    engine.handle(request, &effects)
    enter(effects[start...])
    current = 0
  }

  public mutating func cancel(
    _ id: TransportRequest.ID, device: Int, _ effects: inout [TransportEffect]
  ) {
    let start = effects.count
    engine.cancel(id, device: device, &effects)
    enter(effects[start...])
  }

  public mutating func advance(to time: Int64, _ effects: inout [TransportEffect]) {
    let start = effects.count
    engine.advance(to: time, &effects)
    enter(effects[start...])
  }

  public mutating func wait(until time: Int64, _ effects: inout [TransportEffect]) {
    let start = effects.count
    engine.wait(until: time, &effects)
    enter(effects[start...])
  }

  public mutating func note(_ remark: TransportRemark, device: Int) {
    engine.note(remark, device: device)
    let own = TransportRemark(remark.place, TranscriptWords.own + remark.text)
    enter([TransportEffect(time: now, device: device, .remark(own))])
  }

  public mutating func finish(_ effects: inout [TransportEffect]) {
    let start = effects.count
    engine.finish(&effects)
    enter(effects[start...])
  }

  /// Forgets what a writer has taken.
  mutating func forgetWritten() { log.removeAll() }

  // MARK: Requests

  private mutating func enter(_ request: TransportRequest) {
    let device = request.device
    // A device that is not there has no letter, and nothing of it can be read back.
    guard (0..<engine.deviceCount).contains(device) else { return }
    func attribute(_ identity: CharacteristicIdentity) -> Int {
      log.attribute(engine.resolve(identity, device: device), device: device)
    }
    var kind = Open.Kind.link
    var place = -1
    switch request.operation {
    case .connect, .disconnect: break
    case .subscribe(let identity):
      place = attribute(identity)
      kind = .subscription
      // Control points indicate; for others the app's side does not say which it will be.
      let isControl = [0x2AD9, 0x2A66, 0x2A55].contains(identity.uuid.short)
      log.add(
        .subscribe, .toDevice, at: now, device: device, attribute: place,
        [isControl ? 2 : 1, 0])
    case .unsubscribe(let identity):
      place = attribute(identity)
      kind = .subscription
      log.add(.unsubscribe, .toDevice, at: now, device: device, attribute: place, [0, 0])
    case .write(let identity, let bytes, let withResponse):
      place = attribute(identity)
      kind = withResponse ? .write : .command
      log.add(
        withResponse ? .writeRequest : .writeCommand, .toDevice, at: now, device: device,
        attribute: place, bytes)
    case .read(let identity):
      place = attribute(identity)
      kind = .read
      log.add(.readRequest, .toDevice, at: now, device: device, attribute: place)
    }
    current = place >= 0 ? log.count : 0
    open[request.id] = Open(kind: kind, attribute: place)
  }

  // MARK: Effects

  private mutating func enter(_ effects: some Sequence<TransportEffect>) {
    for effect in effects { enter(effect) }
  }

  private mutating func enter(_ effect: TransportEffect) {
    let (time, device) = (effect.time, effect.device)
    switch effect.kind {
    case .remark(let remark): return enter(remark, time, device)
    case .completed(let id, let result): complete(id, result, time, device)
    case .received(let value):
      log.add(
        value.isIndication ? .indication : .notification, .fromDevice, at: time, device: device,
        attribute: log.attribute(value.characteristic, device: device), value.bytes, remark: ahead)
    case .state(.connected): log.add(.connect, .none, at: time, device: device, remark: ahead)
    case .state(.connecting): return
    case .state(.disconnected(let reason)):
      log.add(
        .disconnect, .none, at: time, device: device, detail: Int(reason.code), remark: ahead)
    case .ended: say(TranscriptWords.own + "the end of the recording", -1, time, device)
    }
    ahead = nil
  }

  private mutating func enter(_ remark: TransportRemark, _ time: Int64, _ device: Int) {
    switch remark.place {
    case .request where current > 0: log.remark(remark.text, on: current)
    case .request: say(remark.text, -1, time, device)
    case .nextEffect: ahead = ahead.map { $0 + " " + remark.text } ?? remark.text
    case .line(let identity):
      say(remark.text, identity.map { log.attribute($0, device: device) } ?? -1, time, device)
    case .gap: log.add(.gap, .none, at: time, device: device, Array(remark.text.utf8))
    }
  }

  private mutating func say(_ text: String, _ attribute: Int, _ time: Int64, _ device: Int) {
    log.add(
      .label, .none, at: time, device: device, attribute: attribute, Array(text.utf8))
  }

  private mutating func complete(
    _ id: TransportRequest.ID, _ result: Result<[UInt8], TransportError>, _ time: Int64,
    _ device: Int
  ) {
    guard let request = open.removeValue(forKey: id), request.kind != .link else { return }
    let code: UInt8 = request.kind == .read ? 0x0A : 0x12
    switch result {
    case .success(let bytes):
      guard request.kind != .command else { return }
      log.add(
        request.kind == .read ? .readResponse : .writeResponse, .fromDevice, at: time,
        device: device, attribute: request.attribute, request: code, bytes, remark: ahead)
    case .failure(.refused(let error)):
      log.add(
        .error, .fromDevice, at: time, device: device, attribute: request.attribute,
        detail: Int(error), request: code, remark: ahead)
    // A divergence has a line of its own.
    case .failure(.diverged): return
    case .failure(let error):
      say(
        TranscriptWords.own + "no answer: \(error)", request.attribute, time, device)
    }
  }
}
