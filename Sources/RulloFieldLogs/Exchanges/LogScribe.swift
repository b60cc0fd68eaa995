internal import RulloBase
internal import RulloBluetooth

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
