public import RulloBase

extension HostStack where Sink: ~Copyable {
  /// Takes one ATT PDU; notifications of a known handle, nearly all of the traffic, go straight on.
  @inlinable @inline(__always)
  internal mutating func att(_ connection: Int, _ packet: Packet, _ pdu: RawSpan) {
    guard let opcode = pdu.octet(0) else { return malformed(packet, "empty ATT PDU") }
    if opcode == ATTOpcode.notification, let handle = pdu.u16le(1) {
      let isSent = packet.direction == .sent
      let key = RecentStream.key(connection, isSent: isSent, handle)
      let place = RecentStream.place(of: key)
      if recent[place].key != key { recent[place] = look(key, connection, isSent, handle) }
      let stream = recent[place]
      if stream.attribute >= 0 {
        emitter.emit(
          Event(
            .notification, .fromDevice, time: packet.time, device: Int(stream.device),
            attribute: Int(stream.attribute), source: SourceReference(.packet, packet.number)),
          pdu.extracting(3..<pdu.byteCount))
        return
      }
    }
    forgetRecent()
    counted.attributePDUs += 1
    if ATTOpcode.isFromServer(opcode) {
      serverPDU(connection, packet, opcode, pdu)
    } else {
      clientPDU(connection, packet, opcode, pdu)
    }
  }

  /// Finds the stream behind a handle; its attribute is -1 where the handle is no known value.
  @inline(never) @usableFromInline
  internal func look(
    _ key: UInt64, _ connection: Int, _ isSent: Bool, _ handle: UInt16
  ) -> RecentStream {
    let server = isSent ? connections[connection].local : connections[connection].remote
    var stream = RecentStream()
    guard let entry = servers[server].handles.find(handle), entry & 3 == 0 else { return stream }
    stream.key = key
    stream.device = Int32(truncatingIfNeeded: servers[server].device)
    stream.attribute = Int32(truncatingIfNeeded: entry >> 2)
    return stream
  }

  /// Finds the stream behind a handle of a link that is open already.
  @inline(never) @usableFromInline
  internal mutating func look(
    _ key: UInt64, _ packet: Packet, _ header: UInt32, _ handle: UInt16
  ) -> RecentStream {
    let connection = findConnection(packet, UInt16(truncatingIfNeeded: header & 0x0FFF))
    guard connection >= 0 else { return RecentStream() }
    return look(key, connection, packet.direction == .sent, handle)
  }

  /// Forgets which streams were met: every packet but a notification of a known one may change them.
  @inlinable
  internal mutating func forgetRecent() {
    for place in recent.indices { recent[place] = RecentStream() }
  }

  /// Takes a request, a command or a confirmation: its server is the other side.
  @inline(never) @usableFromInline
  internal mutating func clientPDU(
    _ connection: Int, _ packet: Packet, _ opcode: UInt8, _ pdu: RawSpan
  ) {
    let isSent = packet.direction == .sent
    let server = isSent ? connections[connection].remote : connections[connection].local
    var request = PendingRequest()
    request.opcode = opcode
    request.handle = pdu.u16le(1) ?? 0
    request.source = SourceReference(.packet, packet.number)
    switch opcode {
    case ATTOpcode.mtuRequest:
      guard let mtu = pdu.u16le(1) else { return malformed(packet, "ATT request cut off") }
      connections[connection].offeredMTU = max(23, Int(mtu))
    case ATTOpcode.writeRequest, ATTOpcode.writeCommand, ATTOpcode.signedWriteCommand:
      guard pdu.byteCount >= 3 else { return malformed(packet, "ATT write cut off") }
      // A signed write ends with a signature of 12 octets, which is no part of the value.
      let tail = opcode == ATTOpcode.signedWriteCommand ? 12 : 0
      guard pdu.byteCount - tail >= 3 else { return malformed(packet, "ATT write cut off") }
      let value = pdu.extracting(3..<pdu.byteCount - tail)
      request.attribute = write(server, packet, opcode, request.handle, value)
      guard opcode == ATTOpcode.writeRequest else { return }
    case ATTOpcode.readRequest:
      guard pdu.byteCount >= 3 else { return malformed(packet, "ATT read cut off") }
      request.attribute = read(server, packet, opcode, request.handle, offset: 0)
    case ATTOpcode.readBlobRequest:
      guard let offset = pdu.u16le(3) else { return malformed(packet, "ATT read cut off") }
      request.offset = Int(offset)
      request.attribute = read(server, packet, opcode, request.handle, offset: Int(offset))
    case ATTOpcode.readMultipleRequest, ATTOpcode.readMultipleVariableRequest:
      for place in stride(from: 1, to: pdu.byteCount - 1, by: 2) {
        guard let handle = pdu.u16le(place) else { break }
        request.handles.append(handle)
        request.attribute = read(server, packet, opcode, handle, offset: 0)
      }
    case ATTOpcode.findInformationRequest, ATTOpcode.readByTypeRequest,
      ATTOpcode.readByGroupTypeRequest, ATTOpcode.findByTypeValueRequest:
      discoveryRequest(&request, server, opcode, pdu)
    case ATTOpcode.prepareWriteRequest:
      guard pdu.byteCount >= 5 else { return malformed(packet, "ATT write cut off") }
      request.attribute = attribute(server, packet, request.handle)
      prepare(connection, isSent, request.attribute, pdu.extracting(5..<pdu.byteCount))
    case ATTOpcode.executeWriteRequest:
      request.attribute = execute(connection, isSent, server, packet, commits: pdu.octet(1) == 1)
    case ATTOpcode.confirmation: return
    default: return unknownPDU(packet, opcode)
    }
    let open =
      isSent ? connections[connection].sentRequest : connections[connection].receivedRequest
    if let open { unanswered(open) }
    if isSent {
      connections[connection].sentRequest = request
    } else {
      connections[connection].receivedRequest = request
    }
  }

  /// Takes a response, a notification or an indication: its server is the side that sent it.
  @inline(never) @usableFromInline
  internal mutating func serverPDU(
    _ connection: Int, _ packet: Packet, _ opcode: UInt8, _ pdu: RawSpan
  ) {
    let isSent = packet.direction == .sent
    let server = isSent ? connections[connection].local : connections[connection].remote
    switch opcode {
    case ATTOpcode.notification, ATTOpcode.indication:
      guard let handle = pdu.u16le(1) else { return malformed(packet, "ATT value cut off") }
      let kind: Event.Kind = opcode == ATTOpcode.indication ? .indication : .notification
      value(server, packet, kind, handle, pdu.extracting(3..<pdu.byteCount))
      return
    case ATTOpcode.multipleNotification:
      var place = 1
      while place < pdu.byteCount {
        guard let handle = pdu.u16le(place), let length = pdu.u16le(place + 2),
          pdu.holds(Int(length), at: place + 4)
        else { return malformed(packet, "ATT value cut off") }
        let part = pdu.extracting(place + 4..<place + 4 + Int(length))
        value(server, packet, .notification, handle, part)
        place += 4 + Int(length)
      }
      return
    default: break
    }
    // The request travelled the other way.
    let open =
      isSent ? connections[connection].receivedRequest : connections[connection].sentRequest
    if opcode == ATTOpcode.errorResponse {
      guard let code = pdu.octet(4), let failed = pdu.octet(1) else {
        return malformed(packet, "ATT error cut off")
      }
      error(server, packet, open, request: failed, handle: pdu.u16le(2) ?? 0, code: code)
    } else if let open, opcode == open.opcode + 1 {
      response(connection, server, packet, open, pdu)
    } else {
      return orphan(server, packet, opcode, pdu)
    }
    if isSent {
      connections[connection].receivedRequest = nil
    } else {
      connections[connection].sentRequest = nil
    }
  }

  private mutating func response(
    _ connection: Int, _ server: Int, _ packet: Packet, _ request: PendingRequest, _ pdu: RawSpan
  ) {
    let value = pdu.extracting(1..<pdu.byteCount)
    switch request.opcode {
    case ATTOpcode.mtuRequest:
      guard let offered = pdu.u16le(1) else { return malformed(packet, "ATT response cut off") }
      exchanged(connection, server, packet, mtu: max(23, Int(offered)))
    case ATTOpcode.writeRequest, ATTOpcode.prepareWriteRequest, ATTOpcode.executeWriteRequest:
      // The response to a prepared part only echoes it; the write ends with its execution.
      guard request.opcode != ATTOpcode.prepareWriteRequest, request.attribute >= 0 else { return }
      emit(.writeResponse, .fromDevice, server, packet, request)
    case ATTOpcode.readRequest, ATTOpcode.readBlobRequest:
      learnIdentity(server, request, value)
      if emitter.attribute(request.attribute)?.uuid == 0x2B2A { learnHash(server, packet, value) }
      emit(.readResponse, .fromDevice, server, packet, request, value)
    case ATTOpcode.readMultipleRequest:
      // The values stand without lengths, so that only the whole can be told.
      emit(.readResponse, .fromDevice, server, packet, request, value)
    case ATTOpcode.readMultipleVariableRequest:
      var place = 0
      for handle in request.handles {
        guard let length = value.u16le(place) else { break }
        let end = min(place + 2 + Int(length), value.byteCount)
        var part = request
        part.attribute = readable(server, packet, handle)
        let octets = value.extracting(place + 2..<max(place + 2, end))
        emit(.readResponse, .fromDevice, server, packet, part, octets)
        place = end
      }
    default: discoveryResponse(server, packet, request, pdu)
    }
  }

  private mutating func exchanged(_ connection: Int, _ server: Int, _ packet: Packet, mtu: Int) {
    let effective = min(mtu, connections[connection].offeredMTU)
    emitter.emit(
      Event(
        .mtu, .none, time: packet.time, device: servers[server].device, detail: effective,
        source: SourceReference(.packet, packet.number)))
    emitter.update(link: connections[connection].link) { $0.mtu = effective }
  }

  private mutating func error(
    _ server: Int, _ packet: Packet, _ open: PendingRequest?, request: UInt8, handle: UInt16,
    code: UInt8
  ) {
    // "Attribute not found" ends every discovery; only errors about values are events.
    guard ATTOpcode.isAboutValue(request) else { return }
    var failed = open ?? PendingRequest()
    if open?.opcode != request || failed.attribute < 0 {
      failed.opcode = request
      failed.attribute = attribute(server, packet, handle)
    }
    emit(.error, .fromDevice, server, packet, failed, code: code)
  }

  /// Takes a response whose request the capture does not hold.
  private mutating func orphan(_ server: Int, _ packet: Packet, _ opcode: UInt8, _ pdu: RawSpan) {
    emitter.note(
      Note(
        .unexpectedResponse, at: SourceReference(.packet, packet.number),
        "an ATT response without its request; what it answers is not known"))
    var request = PendingRequest()
    request.opcode = opcode &- 1
    switch opcode {
    case ATTOpcode.readRequest + 1, ATTOpcode.readBlobRequest + 1:
      emit(
        .readResponse, .fromDevice, server, packet, request, pdu.extracting(1..<pdu.byteCount))
    case ATTOpcode.writeRequest + 1: emit(.writeResponse, .fromDevice, server, packet, request)
    default: break
    }
  }

  private mutating func unanswered(_ request: PendingRequest) {
    emitter.note(
      Note(
        .unansweredRequest, at: request.source,
        "an ATT request was followed by another one before its response"))
  }

  private mutating func unknownPDU(_ packet: Packet, _ opcode: UInt8) {
    malformed(packet, "ATT op code 0x\(Hex.text([opcode])) is not defined")
  }
}
