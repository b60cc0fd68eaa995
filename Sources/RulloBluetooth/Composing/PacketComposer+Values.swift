internal import RulloBase

extension PacketComposer where Sink: ~Copyable {
  /// An attribute has at most 512 octets by specification; what was read is kept up to a frame.
  private static var longestValue: Int { 65_000 }

  /// Composes an event of an attribute, or of the MTU.
  mutating func attributeEvent(_ event: Event, _ value: RawSpan) {
    guard var peer = peers[event.device] else { return lose(.place) }
    defer { peers[event.device] = peer }
    guard value.byteCount <= Self.longestValue else { return lose(.length) }
    if event.kind == .mtu {
      let mtu = ComposedDatabase.word(UInt16(clamping: event.detail))
      att(peer, isFromClient: true, [ATTOpcode.mtuRequest] + mtu)
      att(peer, isFromClient: false, [ATTOpcode.mtuRequest + 1] + mtu)
      return
    }
    // A response of which the source does not know what it answers stands without a request.
    if event.attribute < 0, event.kind == .readResponse || event.kind == .writeResponse {
      let isRead = event.kind == .readResponse
      let opcode = event.request != 0 ? event.request : isRead ? 0x0A : 0x12
      return att(peer, isFromClient: false, [opcode &+ 1] + value.copied())
    }
    guard let handle = peer.database.handles[event.attribute] else { return lose(.place) }
    let front = ComposedDatabase.word(handle)
    switch event.kind {
    case .notification:
      att(peer, isFromClient: false, [ATTOpcode.notification] + front + value.copied())
    case .indication:
      att(peer, isFromClient: false, [ATTOpcode.indication] + front + value.copied())
      att(peer, isFromClient: true, [ATTOpcode.confirmation])
    case .writeCommand:
      att(peer, isFromClient: true, [ATTOpcode.writeCommand] + front + value.copied())
    case .writeRequest: write(event, front, value, &peer)
    case .subscribe, .unsubscribe: configure(event, value, &peer)
    case .writeResponse:
      guard let open = peer.request, open.attribute == event.attribute,
        open.opcode == 0x12 || open.opcode == 0x18
      else { return lose(.response) }
      peer.request = nil
      att(peer, isFromClient: false, [open.opcode + 1])
    case .readRequest: waiting.append(WaitingRead(event, handle: handle))
    case .readResponse: read(event, front, value, &peer)
    case .error:
      let opcode = event.request != 0 ? event.request : peer.request?.opcode ?? 0x12
      peer.request = nil
      att(
        peer, isFromClient: false,
        [ATTOpcode.errorResponse, opcode] + front + [UInt8(clamping: event.detail)])
    case .mtu, .connect, .disconnect, .label, .gap: return
    }
  }

  private mutating func write(
    _ event: Event, _ front: [UInt8], _ value: RawSpan, _ peer: inout ComposedPeer
  ) {
    guard event.request == ATTOpcode.executeWriteRequest else {
      peer.request = (ATTOpcode.writeRequest, event.attribute)
      return att(peer, isFromClient: true, [ATTOpcode.writeRequest] + front + value.copied())
    }
    // A long write: its parts, each echoed, then the request to carry it out.
    let part = front + [0, 0] + value.copied()
    att(peer, isFromClient: true, [ATTOpcode.prepareWriteRequest] + part)
    att(peer, isFromClient: false, [ATTOpcode.prepareWriteRequest + 1] + part)
    peer.request = (ATTOpcode.executeWriteRequest, event.attribute)
    att(peer, isFromClient: true, [ATTOpcode.executeWriteRequest, 1])
  }

  /// Writes a client configuration; a source that does not keep its octets means notifications.
  private mutating func configure(_ event: Event, _ value: RawSpan, _ peer: inout ComposedPeer) {
    guard let handle = peer.database.configurations[event.attribute] else { return lose(.place) }
    peer.request = (ATTOpcode.writeRequest, event.attribute)
    let assumed: [UInt8] = event.kind == .subscribe ? [1, 0] : [0, 0]
    att(
      peer, isFromClient: true,
      [ATTOpcode.writeRequest] + ComposedDatabase.word(handle)
        + (value.byteCount > 0 ? value.copied() : assumed))
  }

  private mutating func read(
    _ event: Event, _ front: [UInt8], _ value: RawSpan, _ peer: inout ComposedPeer
  ) {
    if event.request == ATTOpcode.readByTypeRequest {
      // The octet that holds an entry's length counts the handle as well.
      guard value.byteCount <= 253, let uuid = catalogue.attributes[event.attribute]?.uuid else {
        return lose(.length)
      }
      att(
        peer, isFromClient: true,
        [ATTOpcode.readByTypeRequest] + front + front + ComposedDatabase.octets(uuid))
      return att(
        peer, isFromClient: false,
        [ATTOpcode.readByTypeRequest + 1, UInt8(value.byteCount + 2)] + front + value.copied())
    }
    let isPart = event.detail > 0 || event.request == ATTOpcode.readBlobRequest
    var opcode = isPart ? ATTOpcode.readBlobRequest : ATTOpcode.readRequest
    if let open = peer.request, open.attribute == event.attribute,
      open.opcode == ATTOpcode.readRequest || open.opcode == ATTOpcode.readBlobRequest
    {
      opcode = open.opcode
    } else {
      // Without its request nobody could tell what a response is of.
      let offset = isPart ? ComposedDatabase.word(UInt16(clamping: event.detail)) : []
      att(peer, isFromClient: true, [opcode] + front + offset)
      lose(.request)
    }
    peer.request = nil
    att(peer, isFromClient: false, [opcode + 1] + value.copied())
  }
}
