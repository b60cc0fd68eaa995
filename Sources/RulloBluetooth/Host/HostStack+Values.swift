internal import RulloBase

extension HostStack where Sink: ~Copyable {
  /// The attribute behind a handle; an unknown one is registered as a handle, with a note.
  internal mutating func attribute(_ server: Int, _ packet: Packet, _ handle: UInt16) -> Int {
    if let entry = servers[server].handles.find(handle) { return Int(entry >> 2) }
    nameByMap(server, packet, handle)
    if let entry = servers[server].handles.find(handle) { return Int(entry >> 2) }
    let source = SourceReference(.packet, packet.number)
    let attribute = Attribute(device: servers[server].device, uuid: nil, handle: handle)
    emitter.note(
      Note(
        .unknownHandle, at: source,
        "handle \(attribute.path) has no name: no discovery before it in the capture"))
    let index = emitter.add(attribute, at: source)
    servers[server].handles.store(handle, attribute: index, role: .value)
    return index
  }

  /// The attribute that a read is of: a configuration or a declaration is not its characteristic.
  internal mutating func readable(_ server: Int, _ packet: Packet, _ handle: UInt16) -> Int {
    if servers[server].handles.find(handle) == nil { nameByMap(server, packet, handle) }
    let entry = servers[server].handles.find(handle) ?? 0
    let uuid: BluetoothUUID
    switch HandleTable.Role(rawValue: entry & 3) {
    case .clientConfiguration: uuid = 0x2902
    case .declaration: uuid = 0x2803
    default: return attribute(server, packet, handle)
    }
    if let known = servers[server].auxiliaries[handle] { return known }
    let attribute = Attribute(
      device: servers[server].device, service: servers[server].database.service(at: handle)?.uuid,
      uuid: uuid, instance: servers[server].database.add(descriptor: uuid, at: handle),
      handle: handle, naming: servers[server].isFromMap ? .gattMap : .discovery)
    let index = emitter.add(attribute, at: SourceReference(.packet, packet.number))
    servers[server].auxiliaries[handle] = index
    return index
  }

  /// No attribute has handle 0: such a PDU says nothing of any.
  private mutating func isNull(_ handle: UInt16, _ packet: Packet) -> Bool {
    if handle == 0 { malformed(packet, "ATT PDU for handle 0, which no attribute has") }
    return handle == 0
  }

  /// Takes a notified or indicated value.
  internal mutating func value(
    _ server: Int, _ packet: Packet, _ kind: Event.Kind, _ handle: UInt16, _ value: RawSpan
  ) {
    if isNull(handle, packet) { return }
    var request = PendingRequest()
    request.attribute = attribute(server, packet, handle)
    emit(kind, .fromDevice, server, packet, request, value)
  }

  /// Takes a write; one to a client configuration descriptor is a subscription.
  internal mutating func write(
    _ server: Int, _ packet: Packet, _ opcode: UInt8, _ handle: UInt16, _ value: RawSpan
  ) -> Int {
    if isNull(handle, packet) { return -1 }
    var request = PendingRequest()
    request.attribute = attribute(server, packet, handle)
    let role = (servers[server].handles.find(handle) ?? 0) & 3
    var kind: Event.Kind = opcode == ATTOpcode.writeRequest ? .writeRequest : .writeCommand
    if role == HandleTable.Role.clientConfiguration.rawValue {
      kind = (value.octet(0) ?? 0) & 3 == 0 ? .unsubscribe : .subscribe
    }
    emit(kind, .toDevice, server, packet, request, value)
    return request.attribute
  }

  internal mutating func read(
    _ server: Int, _ packet: Packet, _ opcode: UInt8, _ handle: UInt16, offset: Int
  ) -> Int {
    if isNull(handle, packet) { return -1 }
    var request = PendingRequest()
    request.attribute = readable(server, packet, handle)
    request.offset = offset
    emit(.readRequest, .toDevice, server, packet, request)
    return request.attribute
  }

  internal mutating func emit(
    _ kind: Event.Kind, _ direction: Event.Direction, _ server: Int, _ packet: Packet,
    _ request: PendingRequest, _ value: RawSpan
  ) {
    var event = Event(
      kind, direction, time: packet.time, device: servers[server].device,
      attribute: request.attribute, detail: request.offset,
      source: SourceReference(.packet, packet.number))
    event.request = request.opcode
    emitter.emit(event, value)
  }

  internal mutating func emit(
    _ kind: Event.Kind, _ direction: Event.Direction, _ server: Int, _ packet: Packet,
    _ request: PendingRequest, code: UInt8? = nil
  ) {
    var request = request
    if let code { request.offset = Int(code) }
    let empty: [UInt8] = []
    empty.withRawSpan { emit(kind, direction, server, packet, request, $0) }
  }

  /// Keeps one part of a long write until it is executed.
  internal mutating func prepare(
    _ connection: Int, _ isSent: Bool, _ attribute: Int, _ part: RawSpan
  ) {
    // A value has at most 512 octets; a queue beyond a few values is hostile.
    let queue = isSent ? connections[connection].sentParts : connections[connection].receivedParts
    guard queue.count < 256 else { return }
    let prepared = PreparedPart(attribute: attribute, bytes: part.copied())
    if isSent {
      connections[connection].sentParts.append(prepared)
    } else {
      connections[connection].receivedParts.append(prepared)
    }
  }

  /// Ends a long write: one event for each attribute, with the parts joined.
  internal mutating func execute(
    _ connection: Int, _ isSent: Bool, _ server: Int, _ packet: Packet, commits: Bool
  ) -> Int {
    var parts: [PreparedPart] = []
    if isSent {
      swap(&parts, &connections[connection].sentParts)
    } else {
      swap(&parts, &connections[connection].receivedParts)
    }
    guard commits else { return -1 }
    var joined: [PreparedPart] = []
    for part in parts {
      if let last = joined.indices.last, joined[last].attribute == part.attribute {
        joined[last].bytes += part.bytes
      } else {
        joined.append(part)
      }
    }
    for write in joined {
      var request = PendingRequest()
      request.opcode = ATTOpcode.executeWriteRequest
      request.attribute = write.attribute
      write.bytes.withRawSpan {
        emit(.writeRequest, .toDevice, server, packet, request, $0)
      }
    }
    return joined.last?.attribute ?? -1
  }

  /// Learns the device's name, model and versions from what a client reads.
  internal mutating func learnIdentity(_ server: Int, _ request: PendingRequest, _ value: RawSpan) {
    guard let attribute = emitter.attribute(request.attribute), let uuid = attribute.uuid?.short,
      Device.identityCharacteristics.contains(uuid)
    else { return }
    var text = value.copied()
    if request.offset > 0 {
      let read = servers[server].longRead
      guard read.handle == request.handle, read.bytes.count == request.offset,
        read.bytes.count + text.count <= 512
      else { return }
      text = read.bytes + text
    }
    servers[server].longRead = (request.handle, text)
    emitter.update(device: servers[server].device) { $0.learn(uuid, text) }
  }
}
