internal import RulloBase
internal import RulloBluetooth

/// One TCP connection that is, or may be, Direct Connect.
internal struct DirectConnectFlow: Sendable {
  enum State: Sendable {
    /// Too little was seen to tell the protocol.
    case undecided
    case directConnect
    /// Another protocol, or a connection that has ended.
    case other
  }

  /// A segment that waits until the protocol is known.
  struct Early: Sendable {
    var packet: Packet
    var frame: NetworkFrame
    var side: Int
    var bytes: [UInt8]
  }

  /// A request that waits for its response.
  struct Request: Sendable {
    var sequence: UInt8
    var id: UInt8
    var attribute: Int
    var uuid: BluetoothUUID?
    var source: SourceReference
  }

  let ends: FlowEnds
  var state = State.undecided

  /// What each end sent, in the order of ``ends``.
  var streams = [TCPStream(), TCPStream()]

  /// The end that opened the connection, or that sends requests.
  var client: Int?

  /// The sequence number of the SYN that opened it, where the capture holds it.
  var opening: UInt32?

  var early: [Early] = []
  private var earlyCount = 0
  private var strangers = 0

  /// Positions in the stack's list of servers and in the emitter.
  var server = -1
  var link = -1

  var requests: [Request] = []

  init(_ ends: FlowEnds) { self.ends = ends }

  /// Ports at which trainers and bridges listen (dircon, section 1).
  private static let usualPorts: ClosedRange<UInt16> = 36_866...36_881

  /// Keeps a segment until the protocol is known; too many mean that it is another one.
  mutating func keep(_ packet: Packet, _ frame: NetworkFrame, _ side: Int, _ bytes: [UInt8]) {
    earlyCount += bytes.count
    guard early.count < 32, earlyCount <= 16 * 1024 else { return reject() }
    early.append(Early(packet: packet, frame: frame, side: side, bytes: bytes))
  }

  /// Forgets a connection that is of no interest.
  mutating func reject() {
    state = .other
    early = []
    requests = []
    streams = [TCPStream(), TCPStream()]
  }

  /// Looks for messages at the start of both streams; answers whether this is Direct Connect.
  ///
  /// One message with a UUID is enough, or two without; at a usual port one of any kind.
  mutating func decide() -> Bool {
    var evidence = 0
    for (side, port) in [(0, ends.first.port), (1, ends.second.port)]
    where Self.usualPorts.contains(port) {
      evidence = 1
      if client == nil { client = 1 - side }
    }
    var messages = 0
    for side in 0..<2 {
      switch examine(side) {
      case .messages(let found, let weight):
        messages += found
        evidence += weight
      case .stranger:
        guard opening == nil else {
          reject()
          return false
        }
        // Joined in the middle: the next segment may start with a message.
        strangers += 1
        guard strangers <= 16 else {
          reject()
          return false
        }
        streams[side] = TCPStream()
        early.removeAll { $0.side == side }
        earlyCount = early.reduce(0) { $0 + $1.bytes.count }
      }
    }
    return messages > 0 && evidence >= 2 && client != nil
  }

  private enum Finding {
    case messages(Int, weight: Int)
    case stranger
  }

  /// The complete messages at the start of a stream, or that there stands something else.
  private mutating func examine(_ side: Int) -> Finding {
    let bytes = streams[side].pending
    var shape: DirectConnectMessage.Shape?
    let finding = bytes.withRawSpan { bytes -> Finding in
      var place = 0
      var found = 0
      var weight = 0
      while place < bytes.byteCount {
        guard bytes.octet(place) == 1, (1...6).contains(bytes.octet(place + 1) ?? 1) else {
          return .stranger
        }
        guard let message = DirectConnectMessage(bytes, at: place) else { break }
        guard let meant = message.shape else { return .stranger }
        guard message.body.upperBound <= bytes.byteCount else { break }
        found += 1
        weight += message.body.isEmpty ? 1 : 2
        if meant != .either { shape = shape ?? meant }
        place = message.body.upperBound
      }
      return .messages(found, weight: weight)
    }
    if client == nil, case .messages = finding, let shape {
      client = shape == .request ? side : 1 - side
    }
    return finding
  }
}

/// Both ends of a TCP connection, the same for both directions.
internal struct FlowEnds: Hashable, Sendable {
  let first: Endpoint
  let second: Endpoint

  /// The ends of a segment, and which of them sent it.
  static func of(_ frame: NetworkFrame) -> (ends: FlowEnds, side: Int) {
    let (from, to) = (frame.source, frame.destination)
    let isFirst =
      (from.high, from.low, UInt64(from.port)) < (to.high, to.low, UInt64(to.port))
    return isFirst
      ? (FlowEnds(first: from, second: to), 0) : (FlowEnds(first: to, second: from), 1)
  }

  subscript(side: Int) -> Endpoint { side == 0 ? first : second }
}
