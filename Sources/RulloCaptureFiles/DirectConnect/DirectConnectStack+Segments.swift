internal import RulloBase
internal import RulloBluetooth

extension DirectConnectStack {
  /// Takes a segment of a connection that is known to be Direct Connect.
  internal mutating func segment<Sink: EventSink & ~Copyable>(
    _ position: Int, _ packet: Packet, _ frame: NetworkFrame, _ side: Int, _ payload: RawSpan,
    into emitter: inout EventEmitter<Sink>
  ) {
    guard flows[position].state == .directConnect else { return }
    if frame.flags.contains(.ack) {
      flows[position].streams[1 - side].acknowledge(frame.acknowledged)
    }
    if frame.flags.contains(.syn) {
      if flows[position].streams[side].next == nil {
        flows[position].streams[side].begin(frame.sequence)
      }
    } else if payload.byteCount > 0 {
      if flows[position].streams[side].take(frame.sequence, payload) {
        missing(packet, into: &emitter)
      }
      messages(position, side, packet, into: &emitter)
    }
    if !frame.flags.isDisjoint(with: [.fin, .rst]) {
      for side in 0..<2 { giveUpHoles(position, side, packet, into: &emitter) }
      disconnect(position, packet, by: side, into: &emitter)
    }
  }

  /// Goes on behind every hole of a stream that nobody will fill.
  internal mutating func giveUpHoles<Sink: EventSink & ~Copyable>(
    _ position: Int, _ side: Int, _ packet: Packet, into emitter: inout EventEmitter<Sink>
  ) {
    while flows[position].streams[side].skip() {
      missing(packet, into: &emitter)
      messages(position, side, packet, into: &emitter)
    }
  }

  /// Ends a connection whose ports serve a new one.
  internal mutating func unseenEnd<Sink: EventSink & ~Copyable>(
    _ position: Int, _ packet: Packet, into emitter: inout EventEmitter<Sink>
  ) {
    for side in 0..<2 { giveUpHoles(position, side, packet, into: &emitter) }
    note(
      .missingSegment, packet, "the end of a Direct Connect connection is not in the capture",
      &emitter)
  }

  internal mutating func connect<Sink: EventSink & ~Copyable>(
    _ position: Int, _ packet: Packet, isInferred: Bool, into emitter: inout EventEmitter<Sink>
  ) {
    let device = servers[flows[position].server].device
    var event = Event(
      .connect, .none, time: packet.time, device: device,
      source: SourceReference(.packet, packet.number))
    event.isInferred = isInferred
    emitter.emit(event)
    var link = Link(device: device)
    if !isInferred { link.start = emitter.recordingTime(packet.time) }
    flows[position].link = emitter.add(link)
  }

  /// Ends a connection with the reason that HCI has for it: 0x16 we hung up, 0x13 the peer did.
  private mutating func disconnect<Sink: EventSink & ~Copyable>(
    _ position: Int, _ packet: Packet, by side: Int, into emitter: inout EventEmitter<Sink>
  ) {
    let flow = flows[position]
    let reason: UInt8 = flow.client == side ? 0x16 : 0x13
    emitter.emit(
      Event(
        .disconnect, .none, time: packet.time, device: servers[flow.server].device,
        detail: Int(reason), source: SourceReference(.packet, packet.number)))
    let end = emitter.recordingTime(packet.time)
    emitter.update(link: flow.link) {
      $0.end = end
      $0.reason = reason
    }
    flows[position].reject()
  }

  /// Cuts what a stream holds into messages.
  private mutating func messages<Sink: EventSink & ~Copyable>(
    _ position: Int, _ side: Int, _ packet: Packet, into emitter: inout EventEmitter<Sink>
  ) {
    // Taken out while it is lent to the layer above; what is left over is put back.
    var bytes: [UInt8] = []
    swap(&bytes, &flows[position].streams[side].pending)
    let used = bytes.withRawSpan { bytes in
      var place = 0
      while place < bytes.byteCount {
        if !flows[position].streams[side].isAtMessage {
          let found = Self.nextMessage(bytes, from: place)
          place = found.place
          guard found.isComplete else { break }
          flows[position].streams[side].isAtMessage = true
        }
        guard bytes.octet(place) == 1 else {
          note(.malformedPacket, packet, "octets that are no Direct Connect message", &emitter)
          flows[position].streams[side].isAtMessage = false
          place += 1
          continue
        }
        guard let message = DirectConnectMessage(bytes, at: place) else { break }
        guard message.body.count <= Self.longestBody else {
          note(.absurdLength, packet, "a Direct Connect message of absurd length", &emitter)
          flows[position].streams[side].isAtMessage = false
          place += 1
          continue
        }
        guard message.body.upperBound <= bytes.byteCount else { break }
        let body = bytes.extracting(message.body)
        if flows[position].client == side {
          request(position, packet, message, body, into: &emitter)
        } else {
          response(position, packet, message, body, into: &emitter)
        }
        place = message.body.upperBound
      }
      return place
    }
    bytes.removeFirst(used)
    flows[position].streams[side].pending = bytes
  }

  /// The longest list that any device sends is far shorter; a longer one would swallow the stream.
  private static let longestBody = 8_192

  /// Where the next message stands that is followed by another one or by the end.
  ///
  /// Without one, the place of a message that is incomplete, or of the last octets.
  private static func nextMessage(
    _ bytes: RawSpan, from start: Int
  ) -> (place: Int, isComplete: Bool) {
    var incomplete: Int?
    var place = start
    while place + DirectConnectMessage.headerLength <= bytes.byteCount {
      defer { place += 1 }
      guard let message = DirectConnectMessage(bytes, at: place), message.shape != nil else {
        continue
      }
      let end = message.body.upperBound
      if end > bytes.byteCount {
        incomplete = incomplete ?? place
      } else if bytes.octet(end) ?? 1 == 1, (1...6).contains(bytes.octet(end + 1) ?? 1) {
        return (place, true)
      }
    }
    return (incomplete ?? max(start, min(place, bytes.byteCount)), false)
  }

  private func missing<Sink: EventSink & ~Copyable>(
    _ packet: Packet, into emitter: inout EventEmitter<Sink>
  ) {
    note(
      .missingSegment, packet,
      "octets of a Direct Connect connection are not in the capture; messages are lost", &emitter)
  }

  internal func note<Sink: EventSink & ~Copyable>(
    _ kind: Note.Kind, _ packet: Packet, _ text: String, _ emitter: inout EventEmitter<Sink>
  ) {
    emitter.note(Note(kind, at: SourceReference(.packet, packet.number), text))
  }
}
