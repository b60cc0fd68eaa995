internal import RulloBase

extension PacketComposer where Sink: ~Copyable {
  /// Makes a connection: LE Connection Complete, and encryption where the source says so.
  mutating func connect(_ event: Event) {
    guard var peer = peer(event.device) else { return lose(.place) }
    let link = catalogue.links[event.device].flatMap { links in
      links.indices.contains(peer.connections) ? links[peer.connections] : nil
    }
    complete(&peer, interval: UInt16(clamping: event.detail))
    if link?.isEncrypted == true {
      send(.event, isSent: false, [0x08, 4, 0] + ComposedDatabase.word(peer.handle) + [1])
    }
    peers[event.device] = peer
  }

  private mutating func complete(_ peer: inout ComposedPeer, interval: UInt16) {
    // Sub-event, status, handle, role, sort of address, address, interval, latency, timeout of two
    // seconds, clock accuracy.
    var octets: [UInt8] = [0x3E, 19, 0x01, 0]
    octets += ComposedDatabase.word(peer.handle)
    octets += [peer.isHost ? 1 : 0, peer.isRandom ? 1 : 0]
    octets += peer.address
    octets += ComposedDatabase.word(interval)
    octets += [0, 0, 0xC8, 0, 0]
    send(.event, isSent: false, octets)
    peer.isOpen = true
    peer.isDiscovered = false
    peer.connections += 1
    peer.request = nil
  }

  /// Ends a connection; where the host asked for it, its command stands before the event.
  mutating func disconnect(_ event: Event) {
    guard var peer = peer(event.device), peer.isOpen else { return lose(.place) }
    let links = catalogue.links[event.device] ?? []
    let place = max(0, peer.connections - 1)
    let reason = UInt8(clamping: event.detail)
    if links.indices.contains(place), links[place].isEndedByHost {
      send(
        .command, isSent: true,
        [0x06, 0x04, 3] + ComposedDatabase.word(peer.handle) + [0x13])
    }
    send(.event, isSent: false, [0x05, 4, 0] + ComposedDatabase.word(peer.handle) + [reason])
    peer.isOpen = false
    peer.isDiscovered = false
    peer.request = nil
    peers[event.device] = peer
  }

  /// Sees to it that a device is connected and its table told; answers `false` where it has no place.
  ///
  /// A source that says nothing of connections gets none: data alone opens the link for readers.
  mutating func open(_ device: Int) -> Bool {
    guard var peer = peer(device) else { return false }
    if !peer.isOpen {
      if catalogue.connecting.contains(device) {
        complete(&peer, interval: 0)
        lose(.connection)
      }
      peer.isOpen = true
      peer.isDiscovered = false
    }
    if !peer.isDiscovered {
      peer.isDiscovered = true
      for exchange in peer.database.discovery {
        att(peer, isFromClient: true, exchange.request)
        att(peer, isFromClient: false, exchange.response)
      }
    }
    peers[device] = peer
    return true
  }
}
