internal import RulloBase
public import RulloBluetooth

/// Wahoo Direct Connect as an observer: network frames in, attribute events out (dircon).
///
/// Finds the connections by what they carry, puts their TCP streams in order and pairs requests with
/// responses. The device is the end that answers, known by its address and port.
public struct DirectConnectStack: Sendable {
  internal var flows: [DirectConnectFlow] = []
  internal var servers: [DirectConnectServer] = []
  /// Names that devices announced for themselves before they were connected to.
  internal var names: [Endpoint: String] = [:]

  private var flowPositions: [FlowEnds: Int] = [:]
  private var serverPositions: [Endpoint: Int] = [:]
  private var hand = 0
  private var last = Packet(number: 0, time: 0, content: .ethernet, direction: .unknown)

  /// Connections that are followed at a time; a busy network has more, most of another protocol.
  private static let flowLimit = 1024
  internal static let nameLimit = 256

  public init() {}

  /// Takes one Ethernet frame.
  public mutating func packet<Sink: EventSink & ~Copyable>(
    _ packet: Packet, _ bytes: RawSpan, into emitter: inout EventEmitter<Sink>
  ) {
    guard let frame = NetworkFrame(bytes) else {
      if NetworkFrame.isFragment(bytes) {
        note(
          .missingSegment, packet,
          "a TCP segment in fragments of IP, which are not put together: its octets are missing",
          &emitter)
      }
      return
    }
    let payload = bytes.extracting(frame.payload)
    guard frame.isTCP else {
      if frame.source.port == 5353 { learnNames(payload, frame.source, into: &emitter) }
      return
    }
    last = packet
    let (ends, side) = FlowEnds.of(frame)
    let isOpening = frame.flags.contains(.syn) && !frame.flags.contains(.ack)
    let position: Int
    if let known = flowPositions[ends] {
      position = known
      if isOpening, flows[known].opening != frame.sequence {
        // The same ports again: a new connection.
        if flows[known].state == .directConnect { unseenEnd(known, packet, into: &emitter) }
        flows[known] = DirectConnectFlow(ends)
      }
    } else {
      guard isOpening || !frame.payload.isEmpty else { return }
      guard let free = place(for: ends, packet, into: &emitter) else { return }
      position = free
    }
    switch flows[position].state {
    case .other:
      if flows[position].server >= 0, payload.byteCount > 0 {
        note(.contradiction, packet, "a Direct Connect connection went on after its end", &emitter)
      }
    case .undecided: undecided(position, packet, frame, side, payload, into: &emitter)
    case .directConnect: segment(position, packet, frame, side, payload, into: &emitter)
    }
  }

  /// Ends the capture: takes what still waits for a segment that never came.
  public mutating func finish<Sink: EventSink & ~Copyable>(
    into emitter: inout EventEmitter<Sink>
  ) {
    for position in flows.indices where flows[position].state == .directConnect {
      for side in 0..<2 { giveUpHoles(position, side, last, into: &emitter) }
    }
  }

  /// Collects segments until they tell the protocol, then takes them again as what they are.
  private mutating func undecided<Sink: EventSink & ~Copyable>(
    _ position: Int, _ packet: Packet, _ frame: NetworkFrame, _ side: Int, _ payload: RawSpan,
    into emitter: inout EventEmitter<Sink>
  ) {
    let isOpening = frame.flags.contains(.syn)
    if isOpening || payload.byteCount > 0 {
      flows[position].keep(packet, frame, side, payload.copied())
    }
    guard flows[position].state == .undecided else { return }
    if isOpening {
      flows[position].streams[side].begin(frame.sequence)
      let isAnswer = frame.flags.contains(.ack)
      flows[position].client = isAnswer ? 1 - side : side
      if !isAnswer { flows[position].opening = frame.sequence }
    } else if payload.byteCount > 0 {
      _ = flows[position].streams[side].take(frame.sequence, payload)
      if flows[position].decide() { confirm(position, into: &emitter) }
    }
    if frame.flags.contains(.rst), flows[position].state == .undecided {
      flows[position].reject()
    }
  }

  private mutating func confirm<Sink: EventSink & ~Copyable>(
    _ position: Int, into emitter: inout EventEmitter<Sink>
  ) {
    let trial = flows[position]
    guard let client = trial.client, let first = trial.early.first else { return }
    var flow = DirectConnectFlow(trial.ends)
    flow.state = .directConnect
    flow.client = client
    flow.opening = trial.opening
    flow.server = server(trial.ends[1 - client], into: &emitter)
    flows[position] = flow
    connect(position, first.packet, isInferred: trial.opening == nil, into: &emitter)
    for early in trial.early {
      early.bytes.withRawSpan {
        segment(position, early.packet, early.frame, early.side, $0, into: &emitter)
      }
    }
  }

  /// A place for a new connection: a free one, else that of one that is of no interest.
  private mutating func place<Sink: EventSink & ~Copyable>(
    for ends: FlowEnds, _ packet: Packet, into emitter: inout EventEmitter<Sink>
  ) -> Int? {
    guard flows.count >= Self.flowLimit else {
      flows.append(DirectConnectFlow(ends))
      flowPositions[ends] = flows.count - 1
      return flows.count - 1
    }
    for _ in 0..<Self.flowLimit {
      hand = (hand + 1) % Self.flowLimit
      guard flows[hand].state != .directConnect else { continue }
      flowPositions[flows[hand].ends] = nil
      flows[hand] = DirectConnectFlow(ends)
      flowPositions[ends] = hand
      return hand
    }
    emitter.note(
      Note(
        .limitReached, at: SourceReference(.packet, packet.number),
        "more than \(Self.flowLimit) Direct Connect connections; the rest are left out"))
    return nil
  }

  private mutating func server<Sink: EventSink & ~Copyable>(
    _ endpoint: Endpoint, into emitter: inout EventEmitter<Sink>
  ) -> Int {
    if let position = serverPositions[endpoint] { return position }
    if servers.count >= EventEmitter<Sink>.limit { return servers.count - 1 }
    var device = Device(.endpoint(endpoint.description))
    device.name = names[endpoint]
    servers.append(DirectConnectServer(endpoint, device: emitter.add(device)))
    serverPositions[endpoint] = servers.count - 1
    return servers.count - 1
  }

  /// Learns what devices call themselves; a name that was read from the device itself stays.
  private mutating func learnNames<Sink: EventSink & ~Copyable>(
    _ bytes: RawSpan, _ source: Endpoint, into emitter: inout EventEmitter<Sink>
  ) {
    for (endpoint, name) in ServiceAnnouncement.names(bytes, from: source) {
      if names[endpoint] == nil, names.count >= Self.nameLimit { continue }
      names[endpoint] = name
      guard let position = serverPositions[endpoint] else { continue }
      emitter.update(device: servers[position].device) { $0.name = $0.name ?? name }
    }
  }
}

/// A device that answers Direct Connect requests, and what was learned of its attributes.
internal struct DirectConnectServer: Sendable {
  let endpoint: Endpoint
  /// The index of the device in the emitter.
  let device: Int
  var services: Set<BluetoothUUID> = []
  /// Messages name a characteristic by its UUID alone, so that a second one cannot be told apart.
  var attributes: [BluetoothUUID: Int] = [:]

  init(_ endpoint: Endpoint, device: Int) {
    self.endpoint = endpoint
    self.device = device
  }
}
