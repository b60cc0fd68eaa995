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
  /// What the log says of it in words, behind its octets or in lines of their own.
  var label: [UInt8] = []
  /// Where the octets are a packet: which kind, and what its lines say of the header.
  var packet: PacketForm?
  var connection: UInt16?
  var boundary: UInt8?
  /// Whether a time stands there that cannot be read.
  var hasOddTime = false
  /// The line it begins in.
  var line = 0

  /// Takes what a further line says of it.
  mutating func add(_ rule: LogFormat.Rule, _ match: LineMatch, _ line: RawSpan) {
    stamp = match.stamp?.behind(stamp) ?? stamp
    packet = rule.packet ?? packet
    connection = match.connection ?? connection
    boundary = match.boundary ?? boundary
    kind = rule.kind ?? kind
    direction = match.direction ?? rule.direction ?? direction
    uuid = match.uuid ?? rule.uuid ?? uuid
    handle = match.handle ?? handle
    length = match.length ?? length
    if let range = match.device {
      device = String(decoding: line.extracting(range).copied(), as: UTF8.self)
    }
    octets += match.octets
    if match.hasOctets, match.octetsEnd < line.byteCount {
      label = line.extracting(match.octetsEnd..<line.byteCount).copied()
    }
  }

  /// What holds for further values of the same packet: all but the value and whose it is.
  var rest: LogExchange {
    var rest = self
    rest.octets = []
    rest.label = []
    (rest.handle, rest.uuid, rest.length) = (nil, nil, nil)
    return rest
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
    if exchange.hasOddTime {
      emitter.note(
        Note(
          .missingTime, at: source,
          "a time in no form that is known (a date or a time of day, seconds, or a number since"
            + " 1970); the row is kept without it"))
    }
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
    if let uuid, !exchange.label.isEmpty { check(exchange, uuid, at: source, into: &emitter) }
    return nil
  }

  /// Lets the time of a line pass that is no exchange.
  mutating func pass(_ stamp: Stamp) { clock.pass(stamp) }

  private func check<Sink: EventSink & ~Copyable>(
    _ exchange: LogExchange, _ uuid: BluetoothUUID, at source: SourceReference,
    into emitter: inout EventEmitter<Sink>
  ) {
    exchange.label.withRawSpan { label in
      exchange.octets.withRawSpan { octets in
        if LabelCheck.contradicts(label, uuid, octets) {
          emitter.note(LabelCheck.note(at: source))
        }
      }
    }
  }
}

extension LogClock.Reading {
  /// What is wrong with a line's clock.
  func notes(at source: SourceReference) -> [Note] {
    var notes: [Note] = []
    if isStepBack {
      notes.append(
        Note(.timeStep, at: source, "the clock stepped back; the order of the file is kept"))
    }
    if isOtherKind {
      notes.append(
        Note(
          .contradiction, at: source,
          "a clock of another kind than the first line's; its time is left out"))
    }
    if isOutOfRange {
      notes.append(
        Note(.timeOutOfRange, at: source, "a time too far from the first one to be told"))
    }
    if lacksZone {
      notes.append(
        Note(.unknownTimeZone, at: source, "the dates name no time zone; they are taken as UTC"))
    }
    if isCoarse {
      notes.append(
        Note(
          .missingTime, at: source,
          "a time since the line before that is rounded to whole seconds or more; all later times"
            + " are off by as much"))
    }
    return notes
  }

  /// Notes what is wrong with a line's clock.
  func note<Sink: EventSink & ~Copyable>(
    at source: SourceReference, into emitter: inout EventEmitter<Sink>
  ) {
    guard isStepBack || isOtherKind || isOutOfRange || lacksZone || isCoarse else { return }
    for note in notes(at: source) { emitter.note(note) }
  }
}

extension SkipReason {
  /// What is said of a line that is no event.
  func note(at line: Int) -> Note {
    let isLost = self == .elided || self == .notLogged
    return Note(
      isLost ? .elidedPayload : .skippedLine, at: SourceReference(.line, line), rawValue)
  }

  /// Notes a line that is no event.
  func note<Sink: EventSink & ~Copyable>(
    at line: Int, into emitter: inout EventEmitter<Sink>
  ) {
    emitter.note(note(at: line))
  }
}
