internal import RulloBase
internal import RulloBluetooth

extension DirectConnectStack {
  /// The ATT op codes that say what these requests say.
  private static let readRequest: UInt8 = 0x0A
  private static let writeRequest: UInt8 = 0x12

  /// Takes a message of the client.
  internal mutating func request<Sink: EventSink & ~Copyable>(
    _ position: Int, _ packet: Packet, _ message: DirectConnectMessage, _ body: RawSpan,
    into emitter: inout EventEmitter<Sink>
  ) {
    let uuid = BluetoothUUID(bigEndian: body)
    let value = body.extracting(min(16, body.byteCount)..<body.byteCount)
    var attribute = -1
    switch message.id {
    case DirectConnectMessage.ID.services: break
    case DirectConnectMessage.ID.characteristics...DirectConnectMessage.ID.enable:
      guard let uuid else {
        return note(.malformedPacket, packet, "a request too short for its UUID", &emitter)
      }
      guard message.id != DirectConnectMessage.ID.characteristics else { break }
      let server = flows[position].server
      if servers[server].attributes[uuid] == nil, servers[server].services.contains(uuid) {
        // Seen in the wild: a client that subscribes to a service (dircon, section 4).
        note(
          .malformedPacket, packet, "a request that names a service instead of a characteristic",
          &emitter)
        break
      }
      attribute = self.attribute(position, uuid, packet, into: &emitter)
      let kind: Event.Kind =
        switch message.id {
        case DirectConnectMessage.ID.read: .readRequest
        case DirectConnectMessage.ID.write: .writeRequest
        // Some clients leave the octet out when they mean "on".
        default: (value.octet(0) ?? 1) & 1 == 0 ? .unsubscribe : .subscribe
        }
      emit(kind, .toDevice, position, packet, message.id, attribute, value, into: &emitter)
    case DirectConnectMessage.ID.notification:
      return note(.malformedPacket, packet, "a notification sent by the client", &emitter)
    default: return unknown(packet, into: &emitter)
    }
    if let open = flows[position].requests.firstIndex(where: { $0.sequence == message.sequence }) {
      let source = flows[position].requests.remove(at: open).source
      emitter.note(
        Note(
          .unansweredRequest, at: source,
          "a Direct Connect request whose number was used again before its response"))
    }
    flows[position].requests.append(
      .init(
        sequence: message.sequence, id: message.id, attribute: attribute, uuid: uuid,
        source: SourceReference(.packet, packet.number)))
  }

  /// Takes a message of the device.
  internal mutating func response<Sink: EventSink & ~Copyable>(
    _ position: Int, _ packet: Packet, _ message: DirectConnectMessage, _ body: RawSpan,
    into emitter: inout EventEmitter<Sink>
  ) {
    switch message.id {
    case DirectConnectMessage.ID.notification:
      guard let uuid = BluetoothUUID(bigEndian: body) else {
        return note(.malformedPacket, packet, "a notification too short for its UUID", &emitter)
      }
      let attribute = attribute(position, uuid, packet, into: &emitter)
      emit(
        .notification, .fromDevice, position, packet, message.id, attribute,
        body.extracting(16..<body.byteCount), into: &emitter)
      return
    case DirectConnectMessage.ID.services...DirectConnectMessage.ID.enable: break
    default: return unknown(packet, into: &emitter)
    }
    let open = flows[position].requests.firstIndex {
      $0.sequence == message.sequence && $0.id == message.id
    }
    let request = open.map { flows[position].requests.remove(at: $0) }
    if request == nil {
      note(
        .unexpectedResponse, packet, "a Direct Connect response without its request", &emitter)
    }
    switch message.id {
    case DirectConnectMessage.ID.services:
      if message.code == 0 { services(position, packet, body, into: &emitter) }
    case DirectConnectMessage.ID.characteristics:
      if message.code == 0 { characteristics(position, packet, body, into: &emitter) }
    default: answer(position, packet, message, request, body, into: &emitter)
    }
  }

  /// Takes the response to a read, a write or a subscription.
  private mutating func answer<Sink: EventSink & ~Copyable>(
    _ position: Int, _ packet: Packet, _ message: DirectConnectMessage,
    _ request: DirectConnectFlow.Request?, _ body: RawSpan,
    into emitter: inout EventEmitter<Sink>
  ) {
    // Errors come with and without a body; the request knows the characteristic as well.
    let uuid = BluetoothUUID(bigEndian: body)
    var attribute = request?.attribute ?? -1
    if let uuid, request == nil || request?.uuid != uuid {
      attribute = self.attribute(position, uuid, packet, into: &emitter)
    }
    guard attribute >= 0 else { return }
    let value = body.extracting(min(16, body.byteCount)..<body.byteCount)
    guard message.code == 0 else {
      let code = DirectConnectMessage.attError(message.code, id: message.id)
      // What stands behind the UUID of an error is no value.
      return emit(
        .error, .fromDevice, position, packet, message.id, attribute, code: code,
        value.extracting(0..<0),
        into: &emitter)
    }
    guard message.id == DirectConnectMessage.ID.read else {
      return emit(
        .writeResponse, .fromDevice, position, packet, message.id, attribute, value,
        into: &emitter)
    }
    guard let uuid else {
      return note(.malformedPacket, packet, "a response too short for its UUID", &emitter)
    }
    if let short = uuid.short, Device.identityCharacteristics.contains(short) {
      let text = value.copied()
      emitter.update(device: servers[flows[position].server].device) { $0.learn(short, text) }
    }
    emit(
      .readResponse, .fromDevice, position, packet, message.id, attribute, value, into: &emitter)
  }

  private func emit<Sink: EventSink & ~Copyable>(
    _ kind: Event.Kind, _ direction: Event.Direction, _ position: Int, _ packet: Packet,
    _ id: UInt8, _ attribute: Int, code: UInt8 = 0, _ value: RawSpan,
    into emitter: inout EventEmitter<Sink>
  ) {
    var event = Event(
      kind, direction, time: packet.time, device: servers[flows[position].server].device,
      attribute: attribute, detail: Int(code), source: SourceReference(.packet, packet.number))
    switch id {
    case DirectConnectMessage.ID.read: event.request = Self.readRequest
    case DirectConnectMessage.ID.write, DirectConnectMessage.ID.enable:
      event.request = Self.writeRequest
    default: break
    }
    emitter.emit(event, value)
  }

  private func unknown<Sink: EventSink & ~Copyable>(
    _ packet: Packet, into emitter: inout EventEmitter<Sink>
  ) {
    note(
      .unknownRecord, packet, "a Direct Connect message of an id that the protocol does not define",
      &emitter)
  }
}
