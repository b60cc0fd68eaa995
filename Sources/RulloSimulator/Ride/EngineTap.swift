internal import RulloBase
public import RulloBluetooth
public import RulloTransport

/// Turns what passes between an app and a device into events, as a capture of their link shows it.
///
/// Hand in each request before the engine takes it and each effect as it comes out. The events say
/// what a capture says: link and MTU, every read, subscription, write, value and refusal.
public struct EngineTap<Sink: EventSink & ~Copyable>: ~Copyable {
  private var emitter: EventEmitter<Sink>
  private let database: [Entry]
  private let device: Int
  private let interval: Int
  private let mtu: Int
  private var link = -1
  private var number = 0
  private var pending: [(id: TransportRequest.ID, operation: TransportRequest.Operation)] = []
  private var isAnnounced = false

  private struct Entry {
    let identity: CharacteristicIdentity
    let attribute: Int
    let indicates: Bool
  }

  /// A tap on the link of one device; `start` is the time of virtual zero.
  public init(
    _ sink: consuming Sink, profile: DeviceProfile, address: String = "C0:FF:EE:00:00:01 random",
    start: Instant = Instant(seconds: 1_767_225_600)
  ) {
    var emitter = EventEmitter(
      sink, clock: Clock(kind: .absolute, resolution: 1_000, start: start))
    var described = Device(.address(address))
    described.name = nil
    device = emitter.add(described)
    interval = profile.integer("device", "interval_us") / 1_250
    mtu = profile.integer("device", "mtu")
    var handle: UInt16 = 0
    var database: [Entry] = []
    let nowhere = SourceReference(.packet, 0)
    for service in profile.gattServices {
      // The declaration of the service, then two handles a characteristic and one for its CCCD.
      handle &+= 1
      var instances: [BluetoothUUID: Int] = [:]
      for characteristic in service.characteristics {
        let instance = (instances[characteristic.uuid] ?? 0) + 1
        instances[characteristic.uuid] = instance
        handle &+= 2
        let attribute = emitter.add(
          Attribute(
            device: device, service: service.uuid, uuid: characteristic.uuid, instance: instance,
            handle: handle, properties: characteristic.properties.value), at: nowhere)
        let identity = CharacteristicIdentity(
          uuid: characteristic.uuid, service: service.uuid, instance: instance)
        database.append(
          Entry(
            identity: identity, attribute: attribute,
            indicates: characteristic.canIndicate && !characteristic.canNotify))
        if characteristic.canNotify || characteristic.canIndicate { handle &+= 1 }
      }
    }
    self.database = database
    self.emitter = emitter
  }

  /// The number of events so far.
  public var eventCount: Int { emitter.eventCount }

  /// Lends the sink, such as to hand on what it has kept back.
  public mutating func withSink(_ body: (inout Sink) -> Void) { body(&emitter.sink) }

  /// Takes a request at the time at which the engine takes it.
  public mutating func request(_ request: TransportRequest, at time: Int64) {
    pending.append((request.id, request.operation))
    switch request.operation {
    case .connect, .disconnect: break
    case .read(let identity): emit(.readRequest, .toDevice, identity, time)
    case .subscribe(let identity):
      let indicates = entry(identity)?.indicates ?? false
      emit(.subscribe, .toDevice, identity, time, [indicates ? 2 : 1, 0])
    case .unsubscribe(let identity): emit(.unsubscribe, .toDevice, identity, time, [0, 0])
    case .write(let identity, let octets, let withResponse):
      emit(withResponse ? .writeRequest : .writeCommand, .toDevice, identity, time, octets)
    }
  }

  /// Takes what came out of the engine.
  public mutating func effect(_ effect: TransportEffect) {
    switch effect.kind {
    case .completed(let id, let result): complete(id, result, effect.time)
    case .received(let value):
      emit(
        value.isIndication ? .indication : .notification, .fromDevice, value.characteristic,
        effect.time, value.bytes)
    case .state(.connected): connect(effect.time)
    case .state(.disconnected(let reason)): disconnect(reason, effect.time)
    case .state(.connecting), .ended, .remark: break
    }
  }

  /// Ends the recording and gives the sink back.
  public consuming func intoSink() -> Sink {
    emitter.finish()
    return emitter.intoSink()
  }

  private mutating func connect(_ time: Int64) {
    // The link stands before the app hears of it: the MTU has been exchanged by then.
    let start = max(0, time - Int64(interval) * 1_250_000)
    var described = Link(device: device)
    described.start = start
    described.intervals = [Int64(interval) * 1_250_000]
    described.mtu = mtu
    link = emitter.add(described)
    emitLink(.connect, start, detail: interval)
    if !isAnnounced {
      isAnnounced = true
      for entry in database { emitter.announce(attribute: entry.attribute) }
    }
    emitLink(.mtu, time, detail: mtu)
  }

  private mutating func disconnect(_ reason: DisconnectReason, _ time: Int64) {
    let code: UInt8 =
      switch reason {
      case .byApp, .notYetConnected: 0x16
      case .byDevice: 0x13
      case .lost: 0x08
      case .other(let code): code
      }
    emitLink(.disconnect, time, detail: Int(code))
    emitter.update(link: link) { link in
      link.end = time
      link.reason = code
      link.isEndedByHost = code == 0x16
    }
    pending = []
  }

  private mutating func complete(
    _ id: TransportRequest.ID, _ result: Result<[UInt8], TransportError>, _ time: Int64
  ) {
    guard let place = pending.firstIndex(where: { $0.id == id }) else { return }
    let operation = pending.remove(at: place).operation
    let (identity, request): (CharacteristicIdentity, UInt8)
    switch operation {
    case .connect, .disconnect, .write(_, _, withResponse: false): return
    case .read(let read): (identity, request) = (read, 0x0A)
    case .subscribe(let other), .unsubscribe(let other): (identity, request) = (other, 0x12)
    case .write(let written, _, _): (identity, request) = (written, 0x12)
    }
    switch result {
    case .success(let octets):
      let kind: Event.Kind = request == 0x0A ? .readResponse : .writeResponse
      emit(kind, .fromDevice, identity, time, octets, request: request)
      if request == 0x0A { learn(identity, octets) }
    case .failure(.refused(let code)):
      emit(.error, .fromDevice, identity, time, detail: Int(code), request: request)
    case .failure: break
    }
  }

  private mutating func learn(_ identity: CharacteristicIdentity, _ octets: [UInt8]) {
    guard let short = identity.uuid.short, Device.identityCharacteristics.contains(short) else {
      return
    }
    emitter.update(device: device) { $0.learn(short, octets) }
  }

  private func entry(_ identity: CharacteristicIdentity) -> Entry? {
    database.first { $0.identity.matches(identity) }
  }

  private mutating func emitLink(_ kind: Event.Kind, _ time: Int64, detail: Int) {
    number += 1
    emitter.emit(
      Event(
        kind, .none, time: time, device: device, detail: detail,
        source: SourceReference(.packet, number)))
  }

  private mutating func emit(
    _ kind: Event.Kind, _ direction: Event.Direction, _ identity: CharacteristicIdentity,
    _ time: Int64, _ octets: [UInt8] = [], detail: Int = 0, request: UInt8 = 0
  ) {
    // What the device does not have is asked for over no link.
    guard let entry = entry(identity) else { return }
    number += 1
    var event = Event(
      kind, direction, time: time, device: device, attribute: entry.attribute, detail: detail,
      source: SourceReference(.packet, number))
    event.request = request
    octets.withRawSpan { emitter.emit(event, $0) }
  }
}
