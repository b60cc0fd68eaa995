internal import RulloBase

/// The inverse of ``HostStack``: attribute events in, HCI packets out.
///
/// A reader of the packets finds the same devices, services, characteristics and instances, and the
/// same events at the same times. Each connection begins with a discovery of the whole table. What
/// packets cannot say is counted in ``losses``. Sources: spec/att-gatt-l2cap, formats "HCI, ACL,
/// L2CAP". Memory follows the catalogue, not the events.
public struct PacketComposer<Sink: PacketSink & ~Copyable>: EventSink, ~Copyable {
  public var sink: Sink

  /// How often each kind of ``PacketLoss`` came, in the order of the kinds.
  public internal(set) var losses = [Int](repeating: 0, count: PacketLoss.allCases.count)

  let catalogue: DeviceCatalogue
  var peers: [Int: ComposedPeer] = [:]

  /// Reads that wait for what comes next: only that tells whether several were one request.
  var waiting: [WaitingRead] = []
  private var time: Int64 = 0
  private var number = 0

  /// The most octets of an L2CAP frame in one ACL packet: what a link layer packet holds.
  static var fragmentLength: Int { 251 }

  /// More peers than a controller has handles for share none.
  private static var mostPeers: Int { 1024 }

  public init(_ catalogue: DeviceCatalogue, _ sink: consuming Sink) {
    self.catalogue = catalogue
    self.sink = sink
  }

  /// Writes what still waits; to be called once at the end.
  public mutating func finish() { flushReads() }

  /// Gives the sink back.
  public consuming func intoSink() -> Sink { sink }

  public mutating func begin(_ clock: Clock) { sink.begin(clock) }
  public mutating func note(_ note: Note) { sink.note(note) }
  public mutating func declare(_ device: Device, at index: Int) {}
  public mutating func declare(_ attribute: Attribute, at index: Int) {}

  public mutating func event(_ event: Event, _ value: RawSpan) {
    if takesReads(event) { return readMultipleResponse(event, value) }
    if event.kind != .readRequest || !extendsReads(event) { flushReads(before: event) }
    if event.hasTime { time = event.time } else { lose(.time) }
    guard catalogue.devices[event.device] != nil else { return lose(.place) }
    switch event.kind {
    case .connect: connect(event)
    case .disconnect: disconnect(event)
    case .label: lose(.label)
    case .gap: lose(.gap)
    default:
      guard open(event.device) else { return lose(.place) }
      attributeEvent(event, value)
    }
  }

  mutating func move(to time: Int64) { self.time = time }

  mutating func lose(_ loss: PacketLoss) { losses[loss.rawValue] += 1 }

  /// The peer of a device; `nil` where there are too many.
  mutating func peer(_ device: Int) -> ComposedPeer? {
    if let known = peers[device] { return known }
    guard peers.count < Self.mostPeers, let description = catalogue.devices[device] else {
      return nil
    }
    let made = ComposedPeer(
      description, number: peers.count, database: ComposedDatabase(of: device, in: catalogue))
    peers[device] = made
    return made
  }

  /// Hands a packet to the sink.
  mutating func send(_ content: Packet.Content, isSent: Bool, _ bytes: [UInt8]) {
    number += 1
    let packet = Packet(
      number: number, time: time, content: content, direction: isSent ? .sent : .received)
    bytes.withRawSpan { sink.packet(packet, $0) }
  }

  /// Sends an ATT PDU, in as many ACL packets as it takes.
  mutating func att(_ peer: ComposedPeer, isFromClient: Bool, _ pdu: [UInt8]) {
    // The client is the host, unless the server is the host's own.
    let isSent = isFromClient != peer.isHost
    let frame = ComposedDatabase.word(UInt16(clamping: pdu.count)) + [4, 0] + pdu
    var place = 0
    while place < frame.count {
      let end = min(frame.count, place + Self.fragmentLength)
      let boundary: UInt16 = place > 0 ? 1 : isSent ? 0 : 2
      send(
        .acl, isSent: isSent,
        ComposedDatabase.word(peer.handle | boundary << 12)
          + ComposedDatabase.word(UInt16(end - place)) + frame[place..<end])
      place = end
    }
  }
}

/// What HCI packets cannot say of a recording's events.
public enum PacketLoss: Int, Sendable, CaseIterable {
  case label, gap, time, place, response, request, length, connection

  /// A sentence for people.
  public var text: String {
    switch self {
    case .label: "labels, which no packet holds, left out"
    case .gap: "marks of gaps, which no packet holds, left out"
    case .time: "events without a time, which got the time of the event before"
    case .place: "events of an attribute that has no place in a server's table, left out"
    case .response: "responses to writes that are not right before them, left out"
    case .request:
      "read requests that are not in the recording or not right before their response, added"
    case .length: "values longer than an attribute can be, left out"
    case .connection: "connections whose beginning is not in the recording, added"
    }
  }
}

/// The other end of a composed connection, and what waits on it.
struct ComposedPeer {
  let handle: UInt16
  let address: [UInt8]
  let isRandom: Bool

  /// Whether the device is the server of the host that made the capture.
  let isHost: Bool
  let database: ComposedDatabase
  var isOpen = false
  var isDiscovered = false
  var connections = 0

  /// The request that waits for its response.
  var request: (opcode: UInt8, attribute: Int)?

  init(_ device: Device, number: Int, database: ComposedDatabase) {
    handle = 0x0040 + UInt16(truncatingIfNeeded: number)
    self.database = database
    var known: [UInt8] = []
    var isRandom = true
    if case .address(let text) = device.identity {
      known = text.prefix { $0 != " " }.split(separator: ":").compactMap { UInt8($0, radix: 16) }
      isRandom = text.hasSuffix(" random")
    }
    if case .host = device.identity { isHost = true } else { isHost = false }
    // A static random address says itself that no manufacturer gave it.
    self.isRandom = known.count == 6 ? isRandom : true
    address =
      known.count == 6
      ? known.reversed()
      : [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8), 0, 0, 0, 0xC0]
  }
}
