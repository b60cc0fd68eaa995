public import RulloBase

/// The host's Bluetooth stack as an observer: HCI packets in, attribute events out.
///
/// Follows connections, reassembles L2CAP frames from ACL fragments, learns handles from discovery
/// and pairs requests with responses. Sources: spec/att-gatt-l2cap, formats "HCI, ACL, L2CAP".
public struct HostStack<Sink: EventSink & ~Copyable>: ~Copyable {
  public var emitter: EventEmitter<Sink>

  /// What the packets were, counted.
  public var census: PacketCensus { counted }
  @usableFromInline internal var counted = PacketCensus()

  @usableFromInline internal var connections: [HostConnection] = []
  @usableFromInline internal var servers: [AttributeServer] = []

  /// For each adapter a row of 4,096 connection handles; -1 where no connection is known.
  @usableFromInline internal var connectionRows: [Int32] = []
  internal var adapters: [UInt16] = []
  @usableFromInline internal var lastAdapter: (adapter: UInt16, row: Int) = (0, -1)

  internal var serverPositions: [Device.Identity: Int] = [:]
  /// Frames whose parts are still coming, over all connections.
  @usableFromInline internal var openFragments = 0

  /// Streams met lately: a notification costs two loads instead of a walk through the tables.
  @usableFromInline internal var recent = [RecentStream](repeating: RecentStream(), count: 16)

  @usableFromInline internal var spareFragment: [UInt8] = []
  internal var knownAttributes: [AttributeIdentity: Int] = [:]
  internal var freeConnections: [Int] = []
  /// Who advertises, by type and address.
  internal var advertisers: [UInt64: Advertisement] = [:]
  internal var airConnections: [AirConnection] = []
  internal var creditChannels: [CreditChannel] = []
  internal var channelRequests: [ChannelRequest] = []

  /// Names for the handles of peers that the capture holds no discovery of.
  public var gattMap = GATTMap()

  /// Where the names that are being learned come from.
  internal var naming = Attribute.Naming.discovery

  public init(_ sink: consuming Sink) { emitter = EventEmitter(sink) }

  /// Counts a packet of a network, which the host's stack has no part in.
  public mutating func countNetworkFrame() {
    counted.packets += 1
    counted.network += 1
  }

  /// Gives the sink back.
  public consuming func intoSink() -> Sink { emitter.intoSink() }

  /// Ends the capture.
  public mutating func finish() {
    for connection in connections.indices {
      closeFragments(connection, at: nil)
      noteEarlierDiscovery(connection)
    }
    emitter.finish()
  }
}

extension HostStack: PacketSink where Sink: ~Copyable {
  public mutating func begin(_ clock: Clock) { emitter.clock = clock }

  public mutating func note(_ note: Note) { emitter.note(note) }

  @inlinable
  public mutating func packet(_ packet: Packet, _ bytes: RawSpan) {
    counted.packets += 1
    switch packet.content {
    case .acl: acl(packet, bytes)
    case .event:
      forgetRecent()
      hciEvent(packet, bytes)
    case .command: hciCommand(packet, bytes)
    case .air:
      forgetRecent()
      air(packet, bytes)
    case .other: counted.unread += 1
    default: break
    }
  }
}

extension HostStack where Sink: ~Copyable {
  /// Takes one ACL packet: a whole L2CAP frame, or a part of one.
  @inlinable @inline(__always)
  internal mutating func acl(_ packet: Packet, _ bytes: RawSpan) {
    guard let header = bytes.u32le(0) else { return malformed(packet, "ACL header cut off") }
    let handle = UInt16(truncatingIfNeeded: header & 0x0FFF)
    if openFragments == 0, known(packet, header, bytes) { return }
    counted.acl += 1
    let connection = findConnection(packet, handle)
    guard connection >= 0 else { return }
    let boundary = header >> 12 & 3
    let end = min(4 + Int(header >> 16), bytes.byteCount)
    var packet = packet
    if packet.direction == .unknown {
      // Without a direction the boundary flag tells: hosts start frames with 0, controllers with 2.
      packet.direction =
        boundary == 1 ? connections[connection].lastStart : boundary == 0 ? .sent : .received
      connections[connection].lastStart = packet.direction
    }
    let isOpen = isFragmentOpen(connection, packet.direction == .sent)
    if boundary != 1, !isOpen, let length = bytes.u16le(4), Int(length) + 8 == end,
      let channel = bytes.u16le(6)
    {
      frame(connection, packet, channel, bytes.extracting(8..<8 + Int(length)))
      return
    }
    fragment(connection, packet, isStart: boundary != 1, bytes.extracting(4..<max(4, end)))
  }

  /// Takes a notification that is whole in its packet and whose stream was met lately.
  ///
  /// Nearly all traffic is such; one read of eight octets tells it: L2CAP length and channel, ATT op
  /// code and handle.
  @inlinable @inline(__always)
  internal mutating func known(_ packet: Packet, _ header: UInt32, _ bytes: RawSpan) -> Bool {
    guard header >> 12 & 3 != 1, packet.direction != .unknown, let word = bytes.u64le(4),
      word >> 16 & 0xFF_FFFF == 0x1B_0004
    else { return false }
    let end = 8 + Int(word & 0xFFFF)
    guard end >= 11, end == 4 + Int(header >> 16), end <= bytes.byteCount else { return false }
    let attribute = UInt16(truncatingIfNeeded: word >> 40)
    let key = RecentStream.key(
      adapter: packet.adapter, link: header & 0x0FFF, isSent: packet.direction == .sent, attribute)
    let place = RecentStream.place(of: key)
    if recent[place].key != key { recent[place] = look(key, packet, header, attribute) }
    let stream = recent[place]
    guard stream.attribute >= 0 else { return false }
    counted.acl += 1
    emitter.emit(
      Event(
        .notification, .fromDevice, time: packet.time, device: Int(stream.device),
        attribute: Int(stream.attribute), source: SourceReference(.packet, packet.number)),
      bytes.extracting(11..<end))
    return true
  }

  /// Takes one whole L2CAP frame.
  @inlinable @inline(__always)
  internal mutating func frame(
    _ connection: Int, _ packet: Packet, _ channel: UInt16, _ payload: RawSpan
  ) {
    guard channel == 4 else {
      forgetRecent()
      return otherFrame(connection, packet, channel, payload)
    }
    att(connection, packet, payload)
  }

  /// Takes a part of an L2CAP frame, or a frame that ends a part that never came to its end.
  @inlinable
  internal mutating func fragment(
    _ connection: Int, _ packet: Packet, isStart: Bool, _ bytes: RawSpan
  ) {
    let isSent = packet.direction == .sent
    let wasOpen = isFragmentOpen(connection, isSent)
    let outcome =
      isSent
      ? connections[connection].sentFragments.add(bytes, isStart: isStart, isCut: packet.cut > 0)
      : connections[connection].receivedFragments.add(
        bytes, isStart: isStart, isCut: packet.cut > 0)
    openFragments += (isFragmentOpen(connection, isSent) ? 1 : 0) - (wasOpen ? 1 : 0)
    if outcome.fault != .none { lost(packet, outcome.fault) }
    guard outcome.isComplete else { return }
    // The whole frame is swapped against the spare buffer while it is lent to the layer above, so
    // that both keep their memory.
    var whole: [UInt8] = []
    swap(&whole, &spareFragment)
    if isSent {
      swap(&whole, &connections[connection].sentFragments.memory)
    } else {
      swap(&whole, &connections[connection].receivedFragments.memory)
    }
    whole.withRawSpan { frame in
      guard let length = frame.u16le(0), let channel = frame.u16le(2),
        frame.holds(Int(length), at: 4)
      else { return }
      self.frame(connection, packet, channel, frame.extracting(4..<4 + Int(length)))
    }
    swap(&whole, &spareFragment)
  }

  @inlinable @inline(__always)
  internal func isFragmentOpen(_ connection: Int, _ isSent: Bool) -> Bool {
    isSent
      ? connections[connection].sentFragments.isOpen
      : connections[connection].receivedFragments.isOpen
  }

  /// Notes frames that were still incomplete when their connection or the capture ended.
  internal mutating func closeFragments(_ connection: Int, at packet: Packet?) {
    let open = [true, false].count { isFragmentOpen(connection, $0) }
    openFragments -= open
    let isOpen = open > 0
    connections[connection].sentFragments.isOpen = false
    connections[connection].receivedFragments.isOpen = false
    if !creditChannels.isEmpty { closeChannels(of: connection) }
    if isOpen {
      let source = SourceReference(.packet, packet?.number ?? 0)
      emitter.note(Note(.lostFragment, at: source, "a frame was incomplete at the end"))
    }
  }

  @inline(never) @usableFromInline
  internal mutating func malformed(_ packet: Packet, _ text: String) {
    emitter.note(Note(.malformedPacket, at: SourceReference(.packet, packet.number), text))
  }

  @inline(never) @usableFromInline
  internal mutating func lost(_ packet: Packet, _ fault: FragmentBuffer.Fault) {
    emitter.note(Note(.lostFragment, at: SourceReference(.packet, packet.number), fault.text))
  }
}
