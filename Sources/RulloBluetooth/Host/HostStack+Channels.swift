internal import RulloBase

extension HostStack where Sink: ~Copyable {
  /// Takes a frame of another channel than that of ATT: signalling, or a credit-based channel.
  @inline(never) @usableFromInline
  internal mutating func otherFrame(
    _ connection: Int, _ packet: Packet, _ channel: UInt16, _ payload: RawSpan
  ) {
    if channel == 5 {
      signalling(connection, packet, payload)
    } else if channel >= 0x40 {
      let isSent = packet.direction == .sent
      let index = creditChannels.lastIndex {
        $0.carrier == connection && $0.carries(channel, isSent: isSent)
      }
      if let index { segment(index, packet, isSent: isSent, payload) }
    }
  }

  /// Takes one signalling command; those about EATT's channels (SPSM 0027) matter here.
  private mutating func signalling(_ connection: Int, _ packet: Packet, _ payload: RawSpan) {
    guard let code = payload.octet(0), let identifier = payload.octet(1),
      let length = payload.u16le(2), payload.holds(Int(length), at: 4)
    else { return }
    let data = payload.extracting(4..<4 + Int(length))
    let isSent = packet.direction == .sent
    switch code {
    case 0x14 where data.u16le(0) == 0x27:
      ask(connection, identifier, isSent, Self.words(data, from: 2, to: 4), mtu: data.u16le(4))
    case 0x17 where data.u16le(0) == 0x27:
      let channels = Self.words(data, from: 8, to: data.byteCount)
      ask(connection, identifier, isSent, channels, mtu: data.u16le(2))
    case 0x15 where data.u16le(8) == 0:
      answer(connection, identifier, isSent, Self.words(data, from: 0, to: 2), mtu: data.u16le(2))
    case 0x18:
      let channels = Self.words(data, from: 8, to: data.byteCount)
      answer(connection, identifier, isSent, channels, mtu: data.u16le(0))
    case 0x19:
      let channels = Self.words(data, from: 4, to: data.byteCount)
      ask(connection, identifier, isSent, channels, mtu: data.u16le(0), isReconfiguration: true)
    case 0x1A:
      reconfigure(connection, identifier, isSent, isGranted: data.u16le(0) == 0)
    case 0x06:
      guard let one = data.u16le(0), let other = data.u16le(2) else { return }
      closeChannels(of: connection) {
        ($0.askerChannel, $0.answererChannel) == (one, other)
          || ($0.askerChannel, $0.answererChannel) == (other, one)
      }
    default: break
    }
  }

  /// At most five channels are opened at once.
  private static func words(_ data: RawSpan, from start: Int, to end: Int) -> [UInt16] {
    stride(from: start, to: min(end, start + 10), by: 2).compactMap { data.u16le($0) }
  }

  private mutating func ask(
    _ connection: Int, _ identifier: UInt8, _ isSent: Bool, _ channels: [UInt16], mtu: UInt16?,
    isReconfiguration: Bool = false
  ) {
    // Requests that nobody answers make room.
    if channelRequests.count >= 16 { channelRequests.removeFirst() }
    channelRequests.append(
      ChannelRequest(
        carrier: connection, identifier: identifier, isSent: isSent, channels: channels,
        mtu: Int(mtu ?? 0), isReconfiguration: isReconfiguration))
  }

  /// The request that an answer is for; it waits no longer.
  private mutating func request(
    _ connection: Int, _ identifier: UInt8, _ isSent: Bool, isReconfiguration: Bool
  ) -> ChannelRequest? {
    let waiting = channelRequests.lastIndex {
      $0.carrier == connection && $0.identifier == identifier && $0.isSent != isSent
        && $0.isReconfiguration == isReconfiguration
    }
    return waiting.map { channelRequests.remove(at: $0) }
  }

  /// Gives channels the MTU that their side has asked for.
  private mutating func reconfigure(
    _ connection: Int, _ identifier: UInt8, _ isSent: Bool, isGranted: Bool
  ) {
    guard let request = request(connection, identifier, isSent, isReconfiguration: true), isGranted
    else { return }
    for index in creditChannels.indices where creditChannels[index].carrier == connection {
      var channel = creditChannels[index]
      // Each side names its own end of the channel.
      if channel.isAskedByHost == request.isSent {
        guard request.channels.contains(channel.askerChannel) else { continue }
        channel.askerMTU = request.mtu
      } else {
        guard request.channels.contains(channel.answererChannel) else { continue }
        channel.answererMTU = request.mtu
      }
      creditChannels[index] = channel
      guard let place = channel.mtuPlace else { continue }
      emitter.update(link: connections[connection].link) {
        if $0.bearerMTUs.indices.contains(place) {
          $0.bearerMTUs[place] = min(channel.askerMTU, channel.answererMTU)
        }
      }
    }
  }

  /// Opens the channels that were granted; one that was refused has the number 0.
  ///
  /// The MTU of each is the smaller one of both sides, and no exchange of ATT changes it.
  private mutating func answer(
    _ connection: Int, _ identifier: UInt8, _ isSent: Bool, _ channels: [UInt16], mtu: UInt16?
  ) {
    guard let request = request(connection, identifier, isSent, isReconfiguration: false) else {
      return
    }
    for (asker, answerer) in zip(request.channels, channels) where answerer != 0 {
      guard creditChannels.count < 64 else { return }
      let carrier = connections[connection]
      let answererMTU = Int(mtu ?? 0)
      var mtuPlace: Int?
      emitter.update(link: carrier.link) {
        guard $0.bearerMTUs.count < 64 else { return }
        mtuPlace = $0.bearerMTUs.count
        $0.bearerMTUs.append(min(request.mtu, answererMTU))
      }
      let bearer = store(
        HostConnection(remote: carrier.remote, local: carrier.local, link: carrier.link))
      creditChannels.append(
        CreditChannel(
          carrier: connection, bearer: bearer, isAskedByHost: request.isSent,
          askerChannel: asker, answererChannel: answerer, askerMTU: request.mtu,
          answererMTU: answererMTU, mtuPlace: mtuPlace))
    }
  }

  /// Takes one frame of a channel: a whole service data unit, or a part of one.
  ///
  /// The first frame of each begins with the length of the whole.
  private mutating func segment(
    _ index: Int, _ packet: Packet, isSent: Bool, _ payload: RawSpan
  ) {
    let bearer = creditChannels[index].bearer
    var assembly = isSent ? creditChannels[index].sent : creditChannels[index].received
    var part = payload
    if !assembly.isOpen {
      guard let length = payload.u16le(0) else {
        return malformed(packet, "a frame of a credit-based channel without its length")
      }
      assembly = CreditChannel.Assembly(expected: Int(length))
      part = payload.extracting(2..<payload.byteCount)
    }
    guard part.byteCount <= assembly.expected - assembly.octets.count else {
      malformed(packet, "a frame of a credit-based channel that is longer than its data")
      return keep(CreditChannel.Assembly(), index, isSent)
    }
    if assembly.octets.isEmpty, part.byteCount == assembly.expected {
      keep(CreditChannel.Assembly(), index, isSent)
      return att(bearer, packet, part)
    }
    // Kept at its place, so that no copy of the octets is made for a part.
    keep(CreditChannel.Assembly(), index, isSent)
    assembly.octets += part.copied()
    guard assembly.isOpen else { return assembly.octets.withRawSpan { att(bearer, packet, $0) } }
    keep(assembly, index, isSent)
  }

  private mutating func keep(
    _ assembly: CreditChannel.Assembly, _ index: Int, _ isSent: Bool
  ) {
    if isSent {
      creditChannels[index].sent = assembly
    } else {
      creditChannels[index].received = assembly
    }
  }

  /// Closes the channels of a connection that are meant; their bearers become free.
  internal mutating func closeChannels(
    of connection: Int, where isMeant: (CreditChannel) -> Bool = { _ in true }
  ) {
    channelRequests.removeAll { $0.carrier == connection }
    for channel in creditChannels where channel.carrier == connection && isMeant(channel) {
      freeConnections.append(channel.bearer)
    }
    creditChannels.removeAll { $0.carrier == connection && isMeant($0) }
  }
}
