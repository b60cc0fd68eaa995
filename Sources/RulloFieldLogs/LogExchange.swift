internal import RulloBase
internal import RulloBluetooth

/// One exchange as its lines describe it, before it becomes an event.
struct LogExchange: Sendable {
  var stamp: Stamp?
  var kind: Event.Kind?
  var direction: Event.Direction?
  var uuid: BluetoothUUID?
  var handle: UInt16?
  var device: String?
  var length: Int?
  var octets: [UInt8] = []
  /// The line it begins in.
  var line = 0

  /// Takes what a further line says of it.
  mutating func add(_ rule: LogFormat.Rule, _ match: LineMatch, _ line: RawSpan) {
    stamp = match.stamp ?? stamp
    kind = rule.kind ?? kind
    direction = match.direction ?? rule.direction ?? direction
    uuid = match.uuid ?? rule.uuid ?? uuid
    handle = match.handle ?? handle
    length = match.length ?? length
    if let range = match.device {
      device = String(decoding: line.extracting(range).copied(), as: UTF8.self)
    }
    octets += match.octets
  }

  /// Where the kind alone says who sent.
  var sender: Event.Direction? {
    if let direction { return direction }
    return switch kind {
    case .notification, .indication, .readResponse, .writeResponse: .fromDevice
    case .writeRequest, .writeCommand, .readRequest: .toDevice
    default: nil
    }
  }

  /// Why it is no event, or `nil` where it is one.
  var fault: SkipReason? {
    if sender == nil { return .noDirection }
    if uuid == nil, handle == nil { return .noAttribute }
    if let length, length != octets.count { return .wrongLength }
    return nil
  }
}

/// Turns exchanges into events: clock, participants, and kinds that the log leaves unsaid.
struct LogScribe: Sendable {
  private var clock = LogClock()
  var participants = LogParticipants()
  private var hasBegun = false

  /// Hands an exchange on as an event, or answers why it is none.
  mutating func write<Sink: EventSink & ~Copyable>(
    _ exchange: LogExchange, into emitter: inout EventEmitter<Sink>
  ) -> SkipReason? {
    if let fault = exchange.fault { return fault }
    let source = SourceReference(.line, exchange.line)
    let reading = clock.read(exchange.stamp)
    reading.note(at: source, into: &emitter)
    if !hasBegun {
      hasBegun = true
      emitter.clock = clock.clock
    }
    let direction = exchange.sender ?? .none
    let device = participants.device(exchange.device, into: &emitter)
    let attribute = participants.attribute(
      exchange.uuid, exchange.handle, of: device, at: source, into: &emitter)
    let uuid = emitter.attribute(attribute)?.uuid
    let indicates = uuid.map(KnownCharacteristics.indicates) ?? false
    let inferred: Event.Kind =
      direction == .toDevice ? .writeRequest : indicates ? .indication : .notification
    var event = Event(
      exchange.kind ?? inferred, direction, time: reading.time, device: device,
      attribute: attribute, source: source)
    event.isInferred = exchange.kind == nil
    exchange.octets.withRawSpan { emitter.emit(event, $0) }
    return nil
  }
}

extension LogClock.Reading {
  /// Notes what is wrong with a line's clock.
  func note<Sink: EventSink & ~Copyable>(
    at source: SourceReference, into emitter: inout EventEmitter<Sink>
  ) {
    if isStepBack {
      emitter.note(
        Note(.timeStep, at: source, "the clock stepped back; the order of the file is kept"))
    }
    if isOtherKind {
      emitter.note(
        Note(
          .contradiction, at: source,
          "a clock of another kind than the first line's; its time is left out"))
    }
    if isOutOfRange {
      emitter.note(
        Note(.timeOutOfRange, at: source, "a time too far from the first one to be told"))
    }
    if lacksZone {
      emitter.note(
        Note(.unknownTimeZone, at: source, "the dates name no time zone; they are taken as UTC"))
    }
  }
}

extension SkipReason {
  /// Notes a line that is no event.
  func note<Sink: EventSink & ~Copyable>(
    at line: Int, into emitter: inout EventEmitter<Sink>
  ) {
    let isLost = self == .elided || self == .notLogged
    emitter.note(
      Note(isLost ? .elidedPayload : .skippedLine, at: SourceReference(.line, line), rawValue))
  }
}
