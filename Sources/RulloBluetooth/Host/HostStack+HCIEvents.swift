internal import RulloBase

extension HostStack where Sink: ~Copyable {
  /// Takes one HCI event; the ones about connections matter here.
  @inline(never) @usableFromInline
  internal mutating func hciEvent(_ packet: Packet, _ bytes: RawSpan) {
    guard let code = bytes.octet(0), let length = bytes.octet(1) else {
      return malformed(packet, "HCI event header cut off")
    }
    let end = min(2 + Int(length), bytes.byteCount)
    let parameters = bytes.extracting(2..<max(2, end))
    switch code {
    case 0x03:
      if parameters.octet(0) == 0, let handle = parameters.u16le(1) { openClassic(packet, handle) }
    case 0x05:
      guard let status = parameters.octet(0), let handle = parameters.u16le(1),
        let reason = parameters.octet(3)
      else { return malformed(packet, "HCI event cut off") }
      if status == 0 { close(packet, handle & 0x0FFF, reason: reason) }
    case 0x08, 0x59: encryptionChange(packet, parameters)
    case 0x3E: lowEnergyEvent(packet, parameters)
    default: break
    }
  }

  private mutating func encryptionChange(_ packet: Packet, _ parameters: RawSpan) {
    guard parameters.octet(0) == 0, let handle = parameters.u16le(1),
      let enabled = parameters.octet(3), let position = knownConnection(packet, handle)
    else { return }
    emitter.update(link: connections[position].link) { $0.isEncrypted = enabled != 0 }
  }

  private mutating func lowEnergyEvent(_ packet: Packet, _ parameters: RawSpan) {
    switch parameters.octet(0) {
    case 0x0B: counted.advertisingReports += 1
    case 0x02, 0x0D:
      counted.advertisingReports += 1
      advertisingReports(parameters)
    // Connection complete, enhanced v1 (0A) and enhanced v2 (29): the same up to the peer address,
    // then the enhanced ones hold the two resolvable addresses before the interval.
    case 0x01: connectionComplete(packet, parameters, intervalAt: 12)
    case 0x0A, 0x29: connectionComplete(packet, parameters, intervalAt: 24)
    case 0x03:
      guard parameters.octet(1) == 0, let handle = parameters.u16le(2),
        let interval = parameters.u16le(4), let position = knownConnection(packet, handle)
      else { return }
      let length = Int64(interval) * 1_250_000
      emitter.update(link: connections[position].link) {
        if $0.intervals.last != length, $0.intervals.count < 64 { $0.intervals.append(length) }
      }
    default: break
    }
  }

  private mutating func connectionComplete(
    _ packet: Packet, _ parameters: RawSpan, intervalAt offset: Int
  ) {
    guard let status = parameters.octet(1), let handle = parameters.u16le(2),
      let role = parameters.octet(4), let type = parameters.octet(5),
      let low = parameters.u32le(6), let high = parameters.u16le(10)
    else { return malformed(packet, "LE connection complete event cut off") }
    guard status == 0 else { return }
    let address = UInt64(high) << 32 | UInt64(low)
    let octets = (0..<6).map { UInt8(truncatingIfNeeded: address >> (40 - 8 * $0)) }
    // Types 2 and 3 are identities that the controller resolved; they name the same devices as 0, 1.
    let kind = type & 1 == 0 ? "public" : "random"
    _ = open(
      packet, handle & 0x0FFF, peer: .address(Hex.text(octets, separator: ":") + " " + kind),
      isCentral: role == 0, isNew: true, interval: parameters.u16le(offset),
      advertisement: advertisement(type, low, high))
  }

  private mutating func knownConnection(_ packet: Packet, _ handle: UInt16) -> Int? {
    if lastAdapter.adapter != packet.adapter || lastAdapter.row < 0 {
      selectAdapter(packet.adapter)
    }
    let position = Int(connectionRows[lastAdapter.row + Int(handle & 0x0FFF)])
    return position >= 0 ? position : nil
  }

  /// Takes one HCI command: only the host's own wish to disconnect matters here.
  @inline(never) @usableFromInline
  internal mutating func hciCommand(_ packet: Packet, _ bytes: RawSpan) {
    guard bytes.u16le(0) == 0x0406, let handle = bytes.u16le(3),
      let position = knownConnection(packet, handle)
    else { return }
    emitter.update(link: connections[position].link) { $0.isEndedByHost = true }
  }
}
