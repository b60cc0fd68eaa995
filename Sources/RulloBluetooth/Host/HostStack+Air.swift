internal import RulloBase

extension HostStack where Sink: ~Copyable {
  /// Takes one packet of a radio capture, from its access address to its checksum.
  ///
  /// Source: formats "pcap / pcapng" (251, 256, 272); what the central sends counts as sent.
  @inline(never) @usableFromInline
  internal mutating func air(_ packet: Packet, _ bytes: RawSpan) {
    counted.air += 1
    guard let accessAddress = bytes.u32le(0), let header = bytes.octet(4),
      let length = bytes.octet(5).map(Int.init)
    else { return malformed(packet, "link-layer header cut off") }
    let isAdvertising = accessAddress == 0x8E89_BED6
    let index = isAdvertising ? nil : airConnection(accessAddress, packet)
    if isDamaged(packet, bytes, length, index, isAdvertising: isAdvertising) {
      counted.damaged += 1
      return emitter.note(
        Note(
          .badChecksum, at: SourceReference(.packet, packet.number),
          "radio packets whose checksum does not fit were left out"))
    }
    guard bytes.holds(length, at: 6) else {
      return malformed(packet, "link-layer packet cut off")
    }
    let payload = bytes.extracting(6..<6 + length)
    if isAdvertising {
      if header & 0x0F == 5 {
        connectionRequest(packet, header, payload)
      } else {
        counted.advertisingReports += 1
      }
    } else if let index = index ?? addAirConnection(accessAddress, packet, .unknown) {
      airData(index, packet, header, payload)
    }
  }

  private func isDamaged(
    _ packet: Packet, _ bytes: RawSpan, _ length: Int, _ index: Int?, isAdvertising: Bool
  ) -> Bool {
    if packet.radio.facts.contains(.crcChecked) {
      return !packet.radio.facts.contains(.crcValid)
    }
    let start =
      isAdvertising
      ? LinkLayerCRC.advertisingStart : index.flatMap { airConnections[$0].crcStart }
    guard let start else { return false }
    return LinkLayerCRC.isValid(bytes, from: 4, count: 2 + length, start: start) == false
  }

  private func airConnection(_ accessAddress: UInt32, _ packet: Packet) -> Int? {
    airConnections.lastIndex {
      $0.accessAddress == accessAddress && $0.adapter == packet.adapter
    }
  }

  /// Begins to follow an access address; the one followed longest makes room.
  private mutating func addAirConnection(
    _ accessAddress: UInt32, _ packet: Packet, _ secrecy: AirConnection.Secrecy
  ) -> Int? {
    if airConnections.count >= 64 {
      let oldest = airConnections.removeFirst()
      if oldest.position >= 0 { freeConnections.append(oldest.position) }
    }
    airConnections.append(
      AirConnection(
        accessAddress: accessAddress, adapter: packet.adapter, secrecy: secrecy))
    return airConnections.indices.last
  }

  /// Takes a CONNECT_IND: both addresses, then access address, CRC start, window and interval.
  private mutating func connectionRequest(
    _ packet: Packet, _ header: UInt8, _ payload: RawSpan
  ) {
    guard payload.byteCount == 34, let accessAddress = payload.u32le(12),
      let crcStart = payload.little(16, octets: 3), let interval = payload.u16le(22)
    else { return malformed(packet, "connection request of a wrong length") }
    if let known = airConnection(accessAddress, packet) {
      let old = airConnections.remove(at: known)
      if old.position >= 0 {
        closeFragments(old.position, at: packet)
        freeConnections.append(old.position)
      }
    }
    guard let index = addAirConnection(accessAddress, packet, .plain) else { return }
    airConnections[index].crcStart = UInt32(crcStart)
    if interval > 0 { airConnections[index].interval = Int64(interval) * 1_250_000 }
    let peer = Self.address(payload, at: 6, isRandom: header & 0x80 != 0)
    let central = Self.address(payload, at: 0, isRandom: header & 0x40 != 0)
    airConnections[index].position = store(
      connect(
        packet, remote: peer, local: central, isCentral: true, isNew: true, interval: interval))
  }

  private static func address(
    _ bytes: RawSpan, at place: Int, isRandom: Bool
  ) -> Device.Identity {
    let octets = (0..<6).map { bytes.octet(place + 5 - $0) ?? 0 }
    return .address(Hex.text(octets, separator: ":") + (isRandom ? " random" : " public"))
  }

  /// Takes a packet of a connection: a control packet, or a part of an L2CAP frame.
  private mutating func airData(
    _ index: Int, _ packet: Packet, _ header: UInt8, _ payload: RawSpan
  ) {
    var packet = packet
    if packet.direction == .unknown {
      packet.direction = airConnections[index].direction(
        at: packet.time, on: packet.radio.channel)
      if payload.byteCount > 0 { inferredDirection(packet) }
    }
    airConnections[index].lastTime = packet.time
    airConnections[index].channel = packet.radio.channel
    airConnections[index].lastDirection = packet.direction
    if airConnections[index].isRepeated(packet.direction, header, payload, at: packet.time) {
      if payload.byteCount > 0 { counted.repeated += 1 }
      return
    }
    guard payload.byteCount > 0 else { return }
    let isControl = header & 3 == 3
    guard isPlain(index, packet, isControl: isControl, payload) else {
      counted.encrypted += 1
      return
    }
    if isControl {
      control(index, packet, payload)
    } else if header & 3 != 0 {
      airFrame(index, packet, isStart: header & 3 == 2, payload)
    } else {
      malformed(packet, "link-layer data of a reserved kind")
    }
  }

  /// Whether a packet can be read; learns from it where encryption begins.
  private mutating func isPlain(
    _ index: Int, _ packet: Packet, isControl: Bool, _ payload: RawSpan
  ) -> Bool {
    if packet.radio.facts.contains(.decrypted) { return true }
    if packet.radio.facts.contains(.encrypted) {
      encrypt(index, packet, Self.encryptedText)
      return false
    }
    switch airConnections[index].secrecy {
    case .plain, .unknown: return true
    case .starting:
      if isControl { return true }
      encrypt(index, packet, Self.encryptedText)
      return false
    case .encrypted:
      // An encrypted packet ends with a code of four octets. A bare LL_START_ENC_RSP is plain text,
      // and with it all that follows: whoever wrote the capture had the key.
      guard isControl, payload.byteCount == 1, payload.octet(0) == 0x06 else { return false }
      airConnections[index].secrecy = .plain
      return true
    }
  }

  private static var encryptedText: String {
    "the link is encrypted on the air from here on and cannot be read without its key; capture on"
      + " the phone or host instead"
  }

  private mutating func encrypt(_ index: Int, _ packet: Packet, _ text: String) {
    let position = airConnections[index].position
    if airConnections[index].secrecy != .encrypted {
      emitter.note(Note(.encryptedLink, at: SourceReference(.packet, packet.number), text))
    }
    airConnections[index].secrecy = .encrypted
    guard position >= 0 else { return }
    closeFragments(position, at: packet)
    emitter.update(link: connections[position].link) { $0.isEncrypted = true }
  }

  /// Takes a control packet; each is told by its op code and its length.
  private mutating func control(_ index: Int, _ packet: Packet, _ payload: RawSpan) {
    switch (payload.octet(0) ?? 0, payload.byteCount) {
    case (0x00, 12):
      let position = airConnections[index].position
      guard let interval = payload.u16le(4), interval > 0 else { return }
      airConnections[index].interval = Int64(interval) * 1_250_000
      airConnections[index].anchor = nil
      guard position >= 0 else { return }
      let length = airConnections[index].interval
      emitter.update(link: connections[position].link) {
        if $0.intervals.last != length, $0.intervals.count < 64 { $0.intervals.append(length) }
      }
    case (0x02, 2): terminate(index, packet, payload.octet(1) ?? 0)
    // LL_ENC_REQ, and LL_START_ENC_REQ behind which everything is encrypted.
    case (0x03, 23): airConnections[index].secrecy = .starting
    case (0x05, 1): encrypt(index, packet, Self.encryptedText)
    // LL_REJECT_IND and LL_REJECT_EXT_IND end the procedure.
    case (0x0D, 2), (0x11, 3):
      if airConnections[index].secrecy == .starting { airConnections[index].secrecy = .plain }
    default: break
    }
  }

  private mutating func terminate(_ index: Int, _ packet: Packet, _ reason: UInt8) {
    let old = airConnections.remove(at: index)
    guard old.position >= 0 else { return }
    let isByCentral = packet.direction == .sent
    if isByCentral {
      emitter.update(link: connections[old.position].link) { $0.isEndedByHost = true }
    }
    // As the central's own controller reports it: 16 where its host hung up.
    end(old.position, packet, reason: isByCentral && reason == 0x13 ? 0x16 : reason)
  }

  /// Takes a part of an L2CAP frame; what can be none is taken for encrypted.
  private mutating func airFrame(
    _ index: Int, _ packet: Packet, isStart: Bool, _ payload: RawSpan
  ) {
    var isWhole = false
    if isStart, let length = payload.u16le(0), let channel = payload.u16le(2) {
      isWhole = payload.byteCount == Int(length) + 4
      let isKnown = 4...6 ~= channel || 0x40...0x7F ~= channel
      guard isKnown, payload.byteCount <= Int(length) + 4 else {
        return misfit(index, packet)
      }
      if isWhole, channel <= 6 { airConnections[index].secrecy = .plain }
    }
    // Without its beginning, only a whole frame proves a link to be in plain text.
    guard airConnections[index].secrecy == .plain else { return misfit(index, packet) }
    airConnections[index].misfits = 0
    counted.acl += 1
    let position = airPosition(index, packet)
    let isOpen =
      packet.direction == .sent
      ? connections[position].sentFragments.isOpen : connections[position].receivedFragments.isOpen
    if isWhole, !isOpen, let channel = payload.u16le(2) {
      frame(position, packet, channel, payload.extracting(4..<payload.byteCount))
    } else {
      fragment(position, packet, isStart: isStart, payload)
    }
  }

  private mutating func misfit(_ index: Int, _ packet: Packet) {
    airConnections[index].misfits += 1
    guard airConnections[index].misfits >= 3 else {
      return malformed(packet, "link-layer data that fits no L2CAP frame")
    }
    counted.encrypted += 1
    encrypt(
      index, packet,
      "the data of a link fits no L2CAP frame: it looks encrypted, and the start of that is not in"
        + " the capture; capture on the phone or host instead")
  }

  /// The position among the stack's connections; opens one whose request the capture does not hold.
  private mutating func airPosition(_ index: Int, _ packet: Packet) -> Int {
    let known = airConnections[index].position
    if known >= 0 { return known }
    let address = airConnections[index].accessAddress
    let octets = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: address >> UInt32($0)) }
    let name = "access address 0x" + Hex.text(octets)
    emitter.note(
      Note(
        .unknownPeer, at: SourceReference(.packet, packet.number),
        "data of a connection whose request is not in the capture: its addresses are not known"))
    let position = store(
      connect(
        packet, remote: .link(name), local: .link("central of " + name), isCentral: true,
        isNew: false, interval: nil))
    airConnections[index].position = position
    return position
  }

  private mutating func inferredDirection(_ packet: Packet) {
    emitter.note(
      Note(
        .inferredDirection, at: SourceReference(.packet, packet.number),
        "the capture names no direction; it follows from the order in which both sides take turns"))
  }
}
