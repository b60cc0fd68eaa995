internal import RulloBase

extension HostStack where Sink: ~Copyable {
  /// The handles that discovery named in this capture, by peer.
  public var learnedMap: GATTMap {
    var map = GATTMap()
    for server in servers where server.database.isDiscovered && !server.isFromMap {
      guard let device = emitter.device(server.device) else { continue }
      var peer = GATTMap.Peer(name: device.name)
      switch device.identity {
      // The phone's own server is no peer.
      case .host: continue
      case .address(let address): peer.address = address
      default: break
      }
      peer.databaseHash = server.databaseHash
      peer.services = server.database.services.map {
        .init(uuid: $0.uuid, start: $0.range.lowerBound, end: $0.range.upperBound)
      }
      peer.characteristics = server.database.characteristics.map {
        .init(
          uuid: $0.uuid, handle: $0.valueHandle, declaration: $0.declaration,
          properties: $0.properties)
      }
      let configurations = server.handles.handles(of: .clientConfiguration).map {
        GATTMap.Peer.Descriptor(uuid: 0x2902, handle: $0)
      }
      // The descriptors that were read under a name of their own are among the others.
      let others = server.database.descriptors.filter { $0.uuid != 0x2902 && $0.uuid != 0x2803 }
        .map { GATTMap.Peer.Descriptor(uuid: $0.uuid, handle: $0.handle) }
      peer.descriptors = (configurations + others).sorted { $0.handle < $1.handle }
      map.peers.append(peer)
    }
    return map
  }

  /// Names a server's handles by the map that was given, where it has no discovery and the map fits.
  internal mutating func nameByMap(_ server: Int, _ packet: Packet, _ handle: UInt16) {
    guard !gattMap.peers.isEmpty, !servers[server].database.isDiscovered,
      !servers[server].refusesMap,
      let device = emitter.device(servers[server].device)
    else { return }
    if case .host = device.identity { return }
    guard let peer = gattMap.peer(for: device.identity, knowing: handle) else { return }
    let source = SourceReference(.packet, packet.number)
    if let seen = servers[server].databaseHash, let known = peer.databaseHash, seen != known {
      servers[server].refusesMap = true
      return emitter.note(
        Note(
          .databaseChanged, at: source,
          "the given handle map is not used: its Database Hash is another than the device's"))
    }
    servers[server].isFromMap = true
    servers[server].mappedHash = peer.databaseHash
    naming = .gattMap
    defer { naming = .discovery }
    for service in peer.services {
      servers[server].database.add(service: service.uuid, from: service.start, to: service.end)
    }
    for known in peer.characteristics {
      learn(
        server, packet, known.uuid, known.handle, declaration: known.declaration,
        properties: known.properties)
    }
    for known in peer.descriptors { learn(server, packet, descriptor: known.uuid, known.handle) }
    emitter.note(
      Note(
        .gattMap, at: source,
        "no discovery in the capture: the handles are named by the given map of \(peer.title)"))
  }

  /// Learns the hash of a server's attributes; a map that was learned under another one is wrong.
  ///
  /// Source: spec/att-gatt-l2cap, "GATT caching": 2B2A changes with the attributes and their handles.
  internal mutating func learnHash(_ server: Int, _ packet: Packet, _ value: RawSpan) {
    guard value.byteCount == 16 else { return }
    let hash = value.copied()
    let isFromMap = servers[server].isFromMap
    let known = isFromMap ? servers[server].mappedHash : servers[server].databaseHash
    servers[server].databaseHash = hash
    guard isFromMap || servers[server].isFromEarlierConnection, let known else { return }
    guard known != hash else {
      servers[server].isHashConfirmed = true
      return
    }
    servers[server].forget()
    servers[server].refusesMap = isFromMap
    emitter.note(
      Note(
        .databaseChanged, at: SourceReference(.packet, packet.number),
        isFromMap
          ? "the given handle map is not used any more: the device's Database Hash is another"
          : "the device's Database Hash changed: the handles of its earlier connection are not used"
      ))
  }
}
