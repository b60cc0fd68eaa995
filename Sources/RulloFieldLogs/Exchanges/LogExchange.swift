internal import RulloBase
internal import RulloBluetooth

/// One exchange as its lines describe it, before it becomes an event.
struct LogExchange: Sendable {
  var stamp: Stamp?
  var kind: Event.Kind?
  var direction: Event.Direction?
  var uuid: BluetoothUUID?
  var handle: UInt16?
  var device: String?
  var length: Int?
  var octets: [UInt8] = []
  /// What the log says of it in words, behind its octets or in lines of their own.
  var label: [UInt8] = []
  /// Where the octets are a packet: which kind, and what its lines say of the header.
  var packet: PacketForm?
  var connection: UInt16?
  var boundary: UInt8?
  /// Whether a time stands there that cannot be read.
  var hasOddTime = false
  /// The line it begins in.
  var line = 0

  /// Takes what a further line says of it.
  mutating func add(_ rule: LogFormat.Rule, _ match: LineMatch, _ line: RawSpan) {
    stamp = match.stamp?.behind(stamp) ?? stamp
    packet = rule.packet ?? packet
    connection = match.connection ?? connection
    boundary = match.boundary ?? boundary
    kind = rule.kind ?? kind
    direction = match.direction ?? rule.direction ?? direction
    uuid = match.uuid ?? rule.uuid ?? uuid
    handle = match.handle ?? handle
    length = match.length ?? length
    if let range = match.device {
      device = String(decoding: line.extracting(range).copied(), as: UTF8.self)
    }
    octets += match.octets
    if match.hasOctets, match.octetsEnd < line.byteCount {
      label = line.extracting(match.octetsEnd..<line.byteCount).copied()
    }
  }

  /// What holds for further values of the same packet: all but the value and whose it is.
  var rest: LogExchange {
    var rest = self
    rest.octets = []
    rest.label = []
    (rest.handle, rest.uuid, rest.length) = (nil, nil, nil)
    return rest
  }

  /// Where the kind alone says who sent.
  var sender: Event.Direction? {
    if let direction { return direction }
    return switch kind {
    case .notification, .indication, .readResponse, .writeResponse: .fromDevice
    case .writeRequest, .writeCommand, .readRequest: .toDevice
    default: nil
    }
  }

  /// Why it is no event, or `nil` where it is one.
  var fault: SkipReason? {
    if sender == nil { return .noDirection }
    if uuid == nil, handle == nil { return .noAttribute }
    if let length, length != octets.count { return .wrongLength }
    return nil
  }
}
