import RulloBase
import RulloBluetooth
import RulloRecordings
import RulloTestSupport

/// A session written by hand, event by event; mutations change it before it becomes a recording.
struct Script {
  struct Characteristic {
    var service: UInt16?
    var uuid: UInt16
    /// 0x02 read, 0x08 write, 0x10 notify, 0x20 indicate; `nil` without a discovery.
    var properties: UInt8?
    var handle: UInt16?
  }

  struct Step {
    /// In milliseconds.
    var time: Double
    var kind: Event.Kind
    /// 0 for facts of the link.
    var uuid: UInt16 = 0
    var value: [UInt8] = []
    var detail = 0
    var request: UInt8 = 0

    /// The op code of a control write or of the request that a response echoes.
    var opCode: UInt8? {
      switch (uuid, kind) {
      case (0x2AD9, .writeRequest): value.first
      case (0x2AD9, .indication): value.dropFirst().first
      default: nil
      }
    }

    var nanoseconds: Int64 { Int64((time * 1_000_000).rounded()) }
  }

  var characteristics: [Characteristic] = []
  var steps: [Step] = []
  var advertisement: Advertisement?
  var identity = Device.Identity.address("C0:00:00:00:00:01")
  var clock = Clock(kind: .elapsed, resolution: 1_000)
  var endedByHost = true

  private static let toDevice: Set<Event.Kind> = [
    .subscribe, .unsubscribe, .writeRequest, .writeCommand, .readRequest,
  ]
  private static let facts: Set<Event.Kind> = [.connect, .disconnect, .mtu]

  /// The recording that a capture of this session would give; steps are sorted by their time.
  func recording() -> Recording {
    var emitter = EventEmitter(Recording(), clock: clock)
    write(into: &emitter)
    emitter.finish()
    return emitter.sink
  }

  /// Adds the session as one device of a recording.
  func write(into emitter: inout EventEmitter<Recording>) {
    var declared = Device(identity)
    declared.advertisement = advertisement
    let device = emitter.add(declared)
    var places: [UInt16: Int] = [:]
    for entry in characteristics {
      places[entry.uuid] = emitter.add(
        Attribute(
          device: device, service: entry.service.map { BluetoothUUID($0) },
          uuid: BluetoothUUID(entry.uuid), handle: entry.handle, properties: entry.properties),
        at: SourceReference(.line, 1))
    }
    let link = emitter.add(Link(device: device))
    let sorted = steps.enumerated().sorted {
      ($0.element.nanoseconds, $0.offset) < ($1.element.nanoseconds, $1.offset)
    }
    for (number, step) in sorted.map(\.element).enumerated() {
      let isFact = Self.facts.contains(step.kind)
      var event = Event(
        step.kind,
        isFact ? .none : Self.toDevice.contains(step.kind) ? .toDevice : .fromDevice,
        time: clock.kind == .none ? Event.noTime : step.nanoseconds, device: device,
        attribute: isFact ? -1 : places[step.uuid] ?? -1, detail: step.detail,
        source: SourceReference(.line, number + 1))
      event.request = step.request
      step.value.withRawSpan { emitter.emit(event, $0) }
      if step.kind == .readResponse {
        emitter.update(device: device) { $0.learn(step.uuid, step.value) }
      }
      if step.kind == .disconnect {
        let end = emitter.recordingTime(step.nanoseconds)
        emitter.update(link: link) {
          $0.end = end
          $0.reason = UInt8(truncatingIfNeeded: step.detail)
          $0.isEndedByHost = endedByHost
        }
      }
    }
  }
}

extension Script {
  mutating func add(
    _ time: Double, _ kind: Event.Kind, _ uuid: UInt16 = 0, _ value: [UInt8] = [], detail: Int = 0,
    request: UInt8 = 0
  ) {
    steps.append(
      Step(time: time, kind: kind, uuid: uuid, value: value, detail: detail, request: request))
  }

  /// A read and its value.
  mutating func read(_ time: Double, _ uuid: UInt16, _ value: [UInt8]) {
    add(time, .readRequest, uuid)
    add(time + 1, .readResponse, uuid, value, request: 0x0A)
  }

  /// Changes the values of a characteristic, in the order of their times; `nil` takes one out.
  mutating func change(
    _ uuid: UInt16, _ kind: Event.Kind = .notification,
    _ body: (_ place: Int, _ step: inout Step) -> Bool
  ) {
    var place = 0
    steps = steps.compactMap { step in
      guard step.uuid == uuid, step.kind == kind else { return step }
      var step = step
      let isKept = body(place, &step)
      place += 1
      return isKept ? step : nil
    }
  }

  /// Replaces what is advertised by other structures.
  mutating func advertise(_ structures: String) {
    var other = Advertisement()
    octets(structures).withRawSpan { other.add($0) }
    advertisement = other
  }

  /// Replaces the value that is read from a characteristic.
  mutating func setRead(_ uuid: UInt16, _ value: [UInt8]) {
    change(uuid, .readResponse) { _, step in
      step.value = value
      return true
    }
  }

  /// Changes the properties of a characteristic, or takes it out.
  mutating func setProperties(_ uuid: UInt16, _ properties: UInt8?) {
    for place in characteristics.indices where characteristics[place].uuid == uuid {
      characteristics[place].properties = properties
    }
  }
}

extension UInt16 {
  /// Least significant octet first.
  var little: [UInt8] { [UInt8(truncatingIfNeeded: self), UInt8(self >> 8)] }
}
