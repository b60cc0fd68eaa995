internal import RulloBase

extension HostStack where Sink: ~Copyable {
  /// The position of the connection behind a handle; opens one where only its data is known.
  ///
  /// Answers -1 for data that belongs to no connection.
  @inlinable @inline(__always)
  internal mutating func findConnection(_ packet: Packet, _ handle: UInt16) -> Int {
    if lastAdapter.adapter != packet.adapter || lastAdapter.row < 0 {
      selectAdapter(packet.adapter)
    }
    let place = lastAdapter.row + Int(handle)
    if place < connectionRows.count {
      let found = connectionRows[place]
      if found != Self.noConnection { return Int(found) }
    }
    return openUnknown(packet, handle)
  }

  /// Marks of a handle without a connection that matters: unknown, or a BR/EDR link.
  @usableFromInline internal static var noConnection: Int32 { -1 }
  internal static var classicConnection: Int32 { -2 }

  @inline(never) @usableFromInline
  internal mutating func selectAdapter(_ adapter: UInt16) {
    if let position = adapters.firstIndex(of: adapter) {
      lastAdapter = (adapter, position * 4096)
      return
    }
    // No machine has more adapters; a hostile index shares the last row.
    if adapters.count < 16 {
      adapters.append(adapter)
      connectionRows.append(contentsOf: repeatElement(-1, count: 4096))
    }
    lastAdapter = (adapter, (adapters.count - 1) * 4096)
  }

  /// Opens a connection that the capture never saw being made.
  @inline(never) @usableFromInline
  internal mutating func openUnknown(_ packet: Packet, _ handle: UInt16) -> Int {
    forgetRecent()
    // Qualcomm and Broadcom chips log diagnostics as ACL data of this handle (cases E14).
    if handle == 0x0EDC || handle > 0x0EFF {
      let source = SourceReference(.packet, packet.number)
      emitter.note(
        Note(
          .chipDiagnostics, at: source,
          "ACL records of a handle that no connection has: chip diagnostics, left out"))
      return -1
    }
    let name = "handle 0x" + Hex.text([UInt8(handle >> 8), UInt8(truncatingIfNeeded: handle)])
    let suffix = packet.adapter == 0 ? "" : " of adapter \(packet.adapter)"
    return open(
      packet, handle, peer: .link(name + suffix), isCentral: true, isNew: false, interval: nil)
  }

  /// Opens the connection of an ACL handle.
  internal mutating func open(
    _ packet: Packet, _ handle: UInt16, peer: Device.Identity, isCentral: Bool, isNew: Bool,
    interval: UInt16?, advertisement: Advertisement? = nil
  ) -> Int {
    if lastAdapter.adapter != packet.adapter || lastAdapter.row < 0 {
      selectAdapter(packet.adapter)
    }
    let connection = connect(
      packet, remote: peer, local: .host(adapter: packet.adapter), isCentral: isCentral,
      isNew: isNew, interval: interval, advertisement: advertisement)
    let place = lastAdapter.row + Int(handle & 0x0FFF)
    let old = Int(connectionRows[place])
    if old >= 0 {
      closeFragments(old, at: packet)
      connections[old] = connection
      return old
    }
    let position = store(connection)
    connectionRows[place] = Int32(position)
    return position
  }

  /// Registers both servers of a connection and its link.
  internal mutating func connect(
    _ packet: Packet, remote peer: Device.Identity, local own: Device.Identity, isCentral: Bool,
    isNew: Bool, interval: UInt16?, advertisement: Advertisement? = nil
  ) -> HostConnection {
    let remote = server(peer)
    // Before the event that declares the device: a text has one line of it.
    if let advertisement, !emitter.isDeclared(servers[remote].device) {
      emitter.update(device: servers[remote].device) { $0.advertisement = advertisement }
    }
    let local = server(own)
    servers[remote].isFromEarlierConnection =
      !servers[remote].database.characteristics.isEmpty && !servers[remote].isFromMap
    servers[remote].isHashConfirmed = false
    let device = servers[isCentral ? remote : local].device
    if isNew {
      emitter.emit(
        Event(
          .connect, .none, time: packet.time, device: device, detail: Int(interval ?? 0),
          source: SourceReference(.packet, packet.number)))
    }
    var link = Link(device: device)
    if isNew { link.start = emitter.recordingTime(packet.time) }
    if let interval { link.intervals = [Int64(interval) * 1_250_000] }
    let linkIndex = emitter.add(link)
    emitter.update(link: linkIndex) { $0.mtu = 23 }
    counted.connections += 1
    var connection = HostConnection(remote: remote, local: local, link: linkIndex)
    if servers[remote].isFromEarlierConnection {
      connection.opening = (packet.number, emitter.eventCount)
    }
    return connection
  }

  /// Says where the names of a connection come from that had events and no discovery of its own.
  internal mutating func noteEarlierDiscovery(_ position: Int) {
    guard let opening = connections[position].opening else { return }
    connections[position].opening = nil
    let server = servers[connections[position].remote]
    guard server.isFromEarlierConnection, emitter.eventCount > opening.events else { return }
    for known in server.database.characteristics {
      emitter.update(attribute: known.attribute) { $0.naming = .earlierConnection }
    }
    emitter.note(
      Note(
        .earlierDiscovery, at: SourceReference(.packet, opening.packet),
        "a connection without a discovery of its own: its handles are named by an earlier connection"
          + " of the same device"
          + (server.isHashConfirmed ? ", and its Database Hash is unchanged" : "")))
  }

  /// Keeps a connection at a place that is free.
  internal mutating func store(_ connection: HostConnection) -> Int {
    if let free = freeConnections.popLast() {
      connections[free] = connection
      return free
    }
    connections.append(connection)
    return connections.count - 1
  }

  /// Marks a handle as a BR/EDR link, whose data is no attribute traffic.
  internal mutating func openClassic(_ packet: Packet, _ handle: UInt16) {
    if lastAdapter.adapter != packet.adapter || lastAdapter.row < 0 {
      selectAdapter(packet.adapter)
    }
    let place = lastAdapter.row + Int(handle & 0x0FFF)
    let old = Int(connectionRows[place])
    if old >= 0 {
      closeFragments(old, at: packet)
      freeConnections.append(old)
    }
    connectionRows[place] = Self.classicConnection
  }

  private mutating func server(_ identity: Device.Identity) -> Int {
    if let position = serverPositions[identity] { return position }
    if servers.count >= EventEmitter<Sink>.limit { return servers.count - 1 }
    servers.append(AttributeServer(device: emitter.add(Device(identity))))
    serverPositions[identity] = servers.count - 1
    return servers.count - 1
  }

  /// Ends a connection with the reason that the controller gave.
  internal mutating func close(_ packet: Packet, _ handle: UInt16, reason: UInt8) {
    if lastAdapter.adapter != packet.adapter || lastAdapter.row < 0 {
      selectAdapter(packet.adapter)
    }
    let place = lastAdapter.row + Int(handle & 0x0FFF)
    let position = Int(connectionRows[place])
    connectionRows[place] = Self.noConnection
    guard position >= 0 else { return }
    end(position, packet, reason: reason)
  }

  /// Ends the connection at a position, which becomes free.
  internal mutating func end(_ position: Int, _ packet: Packet, reason: UInt8) {
    closeFragments(position, at: packet)
    noteEarlierDiscovery(position)
    freeConnections.append(position)
    let index = connections[position].link
    // A link that showed no attribute traffic and whose start is not here is no device's.
    guard let link = emitter.link(index), link.start != nil || emitter.isDeclared(link.device)
    else { return }
    emitter.emit(
      Event(
        .disconnect, .none, time: packet.time, device: link.device, detail: Int(reason),
        source: SourceReference(.packet, packet.number)))
    let end = emitter.recordingTime(packet.time)
    emitter.update(link: index) {
      $0.end = end
      $0.reason = reason
    }
  }
}
