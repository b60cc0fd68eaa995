internal import RulloBase

extension HostStack where Sink: ~Copyable {
  /// Remembers what a discovery request asks for.
  internal mutating func discoveryRequest(
    _ request: inout PendingRequest, _ server: Int, _ opcode: UInt8, _ pdu: RawSpan
  ) {
    request.attribute = -1
    switch opcode {
    case ATTOpcode.findByTypeValueRequest:
      request.type = BluetoothUUID(littleEndian: pdu, at: 5, octets: 2)
      request.wanted = BluetoothUUID(littleEndian: pdu, at: 7, octets: pdu.byteCount - 7)
    case ATTOpcode.readByTypeRequest, ATTOpcode.readByGroupTypeRequest:
      request.type = BluetoothUUID(littleEndian: pdu, at: 5, octets: pdu.byteCount - 5)
    default: break
    }
    if request.type == 0x2800 || request.type == 0x2803 { servers[server].discoveryBegins() }
  }

  /// Learns services, characteristics and descriptors; reads by type give values.
  internal mutating func discoveryResponse(
    _ server: Int, _ packet: Packet, _ request: PendingRequest, _ pdu: RawSpan
  ) {
    switch (request.opcode, request.type) {
    case (ATTOpcode.readByGroupTypeRequest, _):
      entries(pdu, packet, shortest: 4) { stack, entry in
        guard let start = entry.u16le(0), let end = entry.u16le(2),
          let uuid = BluetoothUUID(littleEndian: entry, at: 4, octets: entry.byteCount - 4)
        else { return }
        stack.servers[server].database.add(service: uuid, from: start, to: end)
      }
    case (ATTOpcode.findByTypeValueRequest, 0x2800):
      guard let uuid = request.wanted else { return }
      for place in stride(from: 1, to: pdu.byteCount - 3, by: 4) {
        guard let start = pdu.u16le(place), let end = pdu.u16le(place + 2) else { break }
        servers[server].database.add(service: uuid, from: start, to: end)
      }
    case (ATTOpcode.readByTypeRequest, 0x2803):
      entries(pdu, packet, shortest: 7) { stack, entry in
        guard let handle = entry.u16le(0),
          let declared = CharacteristicDeclaration(entry.extracting(2..<entry.byteCount))
        else { return }
        stack.learn(
          server, packet, declared.uuid, declared.valueHandle, declaration: handle,
          properties: declared.properties)
      }
    case (ATTOpcode.readByTypeRequest, 0x2802): break
    case (ATTOpcode.readByTypeRequest, _): valuesByType(server, packet, request, pdu)
    case (ATTOpcode.findInformationRequest, _):
      let octets = pdu.octet(1) == 2 ? 16 : 2
      for place in stride(from: 2, to: pdu.byteCount - octets - 1, by: 2 + octets) {
        guard let handle = pdu.u16le(place),
          let uuid = BluetoothUUID(littleEndian: pdu, at: place + 2, octets: octets)
        else { break }
        learn(server, packet, descriptor: uuid, handle)
      }
    default: break
    }
  }

  /// Walks the entries of a list whose length stands in its first octet.
  private mutating func entries(
    _ pdu: RawSpan, _ packet: Packet, shortest: Int,
    _ body: (inout HostStack, RawSpan) -> Void
  ) {
    guard let length = pdu.octet(1).map(Int.init), length >= shortest else {
      return malformed(packet, "ATT list with entries too short")
    }
    var place = 2
    while pdu.holds(length, at: place) {
      body(&self, pdu.extracting(place..<place + length))
      place += length
    }
    if place != pdu.byteCount { malformed(packet, "ATT list whose last entry is cut off") }
  }

  /// Registers a characteristic under its handle; a known one keeps its stream.
  internal mutating func learn(
    _ server: Int, _ packet: Packet, _ uuid: BluetoothUUID, _ handle: UInt16, declaration: UInt16,
    properties: UInt8?
  ) {
    let service = servers[server].database.service(at: handle)?.uuid
    if let known = servers[server].database.characteristic(valueHandle: handle), known.uuid == uuid
    {
      emitter.update(attribute: known.attribute) {
        $0.service = service ?? $0.service
        $0.properties = properties ?? $0.properties
      }
      return
    }
    guard !servers[server].database.isFull else {
      let source = SourceReference(.packet, packet.number)
      return emitter.note(
        Note(.limitReached, at: source, "a discovery of more characteristics than a server has"))
    }
    let attribute = Attribute(
      device: servers[server].device, service: service, uuid: uuid,
      instance: servers[server].database.instance(of: uuid, valueHandle: handle), handle: handle,
      properties: properties, naming: naming)
    let index = register(attribute, packet)
    servers[server].handles.store(handle, attribute: index, role: .value)
    servers[server].handles.store(declaration, attribute: index, role: .declaration)
    servers[server].database.add(
      .init(
        declaration: declaration, valueHandle: handle, uuid: uuid, properties: properties,
        attribute: index))
  }

  /// The index of an attribute that was seen before, or of a new one.
  private mutating func register(_ attribute: Attribute, _ packet: Packet) -> Int {
    let identity = AttributeIdentity(attribute)
    if let known = knownAttributes[identity] {
      emitter.update(attribute: known) {
        $0.handle = attribute.handle
        $0.naming = attribute.naming
        $0.properties = attribute.properties ?? $0.properties
      }
      return known
    }
    let index = emitter.add(attribute, at: SourceReference(.packet, packet.number))
    if knownAttributes.count < EventEmitter<Sink>.limit { knownAttributes[identity] = index }
    return index
  }

  internal mutating func learn(
    _ server: Int, _ packet: Packet, descriptor uuid: BluetoothUUID, _ handle: UInt16
  ) {
    let owner = servers[server].database.owner(ofDescriptor: handle)
    switch uuid.short {
    case 0x2800, 0x2801, 0x2802, 0x2803: return
    case 0x2902:
      guard let owner else { return }
      servers[server].handles.store(
        handle, attribute: owner.attribute, role: .clientConfiguration)
    case .some(0x2900...0x29FF):
      let attribute = Attribute(
        device: servers[server].device,
        service: servers[server].database.service(at: handle)?.uuid, uuid: uuid,
        instance: servers[server].database.add(descriptor: uuid, at: handle), handle: handle,
        naming: naming)
      let index = register(attribute, packet)
      servers[server].handles.store(handle, attribute: index, role: .descriptor)
    default:
      // A client that lists every attribute meets the values themselves as well.
      if servers[server].database.characteristic(valueHandle: handle) == nil {
        learn(server, packet, uuid, handle, declaration: 0, properties: nil)
      }
    }
  }

  /// Takes values that were asked for by type, such as the device name on iOS.
  private mutating func valuesByType(
    _ server: Int, _ packet: Packet, _ request: PendingRequest, _ pdu: RawSpan
  ) {
    entries(pdu, packet, shortest: 2) { stack, entry in
      guard let handle = entry.u16le(0), let uuid = request.type else { return }
      // Before its handle is named: another hash makes the names of all handles void.
      if uuid == 0x2B2A {
        stack.learnHash(server, packet, entry.extracting(2..<entry.byteCount))
      }
      if stack.servers[server].handles.find(handle) == nil {
        stack.learn(server, packet, uuid, handle, declaration: 0, properties: nil)
      }
      var answered = request
      answered.handle = handle
      answered.attribute = stack.attribute(server, packet, handle)
      let value = entry.extracting(2..<entry.byteCount)
      stack.learnIdentity(server, answered, value)
      stack.emit(.readResponse, .fromDevice, server, packet, answered, value)
    }
  }
}

/// What makes an attribute the same across connections, where its handle may have moved.
internal struct AttributeIdentity: Hashable, Sendable {
  private let device: Int
  private let service: BluetoothUUID?
  private let uuid: BluetoothUUID?
  private let instance: Int

  internal init(_ attribute: Attribute) {
    device = attribute.device
    service = attribute.service
    uuid = attribute.uuid
    instance = attribute.instance
  }
}
