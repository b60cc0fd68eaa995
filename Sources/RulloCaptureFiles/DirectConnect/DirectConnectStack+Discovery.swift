internal import RulloBase
internal import RulloBluetooth

extension DirectConnectStack {
  /// Learns the services of a device: 16 octets each.
  internal mutating func services<Sink: EventSink & ~Copyable>(
    _ position: Int, _ packet: Packet, _ body: RawSpan, into emitter: inout EventEmitter<Sink>
  ) {
    let server = flows[position].server
    var place = 0
    while let uuid = BluetoothUUID(bigEndian: body, at: place) {
      if servers[server].services.count < EventEmitter<Sink>.limit {
        servers[server].services.insert(uuid)
      }
      place += 16
    }
    if place != body.byteCount { cutList(packet, into: &emitter) }
  }

  /// Learns the characteristics of a service: its UUID, then UUID and properties of each.
  internal mutating func characteristics<Sink: EventSink & ~Copyable>(
    _ position: Int, _ packet: Packet, _ body: RawSpan, into emitter: inout EventEmitter<Sink>
  ) {
    guard let service = BluetoothUUID(bigEndian: body) else {
      return cutList(packet, into: &emitter)
    }
    let server = flows[position].server
    if servers[server].services.count < EventEmitter<Sink>.limit {
      servers[server].services.insert(service)
    }
    var place = 16
    while let uuid = BluetoothUUID(bigEndian: body, at: place),
      let octet = body.octet(place + 16)
    {
      let properties = DirectConnectMessage.properties(octet)
      if let known = servers[server].attributes[uuid] {
        // Where two services have it, the first one keeps it: no message tells them apart.
        emitter.update(attribute: known) {
          guard $0.service == nil || $0.service == service else { return }
          $0.service = service
          $0.properties = properties
        }
      } else {
        let attribute = Attribute(
          device: servers[server].device, service: service, uuid: uuid, properties: properties)
        _ = register(attribute, uuid, server, packet, into: &emitter)
      }
      place += 17
    }
    if place != body.byteCount { cutList(packet, into: &emitter) }
  }

  /// The attribute of a characteristic; one that no discovery named has no service.
  internal mutating func attribute<Sink: EventSink & ~Copyable>(
    _ position: Int, _ uuid: BluetoothUUID, _ packet: Packet,
    into emitter: inout EventEmitter<Sink>
  ) -> Int {
    let server = flows[position].server
    if let known = servers[server].attributes[uuid] { return known }
    let attribute = Attribute(device: servers[server].device, uuid: uuid)
    return register(attribute, uuid, server, packet, into: &emitter)
  }

  private mutating func register<Sink: EventSink & ~Copyable>(
    _ attribute: Attribute, _ uuid: BluetoothUUID, _ server: Int, _ packet: Packet,
    into emitter: inout EventEmitter<Sink>
  ) -> Int {
    let index = emitter.add(attribute, at: SourceReference(.packet, packet.number))
    if servers[server].attributes.count < EventEmitter<Sink>.limit {
      servers[server].attributes[uuid] = index
    }
    return index
  }

  private func cutList<Sink: EventSink & ~Copyable>(
    _ packet: Packet, into emitter: inout EventEmitter<Sink>
  ) {
    note(.malformedPacket, packet, "a discovery list whose last entry is cut off", &emitter)
  }
}
