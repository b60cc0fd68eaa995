internal import RulloBase
internal import RulloBluetooth
internal import RulloFitness

/// Which events of a recording were caused by which request; all others came by themselves.
///
/// A write leads to its ATT result, to the control point response that echoes its op code, and to
/// the machine status that reports the change; a read leads to its result.
public struct ExchangeMap: Sendable {
  /// In the order of their requests.
  public private(set) var exchanges: [Exchange] = []

  /// For each event the exchange that it answers, or -1.
  public private(set) var owners: [Int]

  /// How many links could not be told for certain; the likeliest was taken.
  public var ambiguousCount: Int { exchanges.count { $0.isAmbiguous } }

  /// The request that a device has not yet answered by ATT: there is one at a time.
  private var open: [Int: (exchange: Int, isWrite: Bool)] = [:]
  private var pairing = ControlPairing()
  /// By device and status op code: the exchange that such a status may report.
  private var awaited: [Int: [Awaited]] = [:]

  private struct Awaited: Sendable {
    let opCode: UInt8
    let exchange: Int
    let time: Int64
    var isRepeated: Bool
  }

  /// A status that comes later than this is about something else.
  private static let statusWindow: Int64 = 2_000_000_000

  public init(_ recording: Recording) {
    owners = Array(repeating: -1, count: recording.events.count)
    var position = 0
    recording.forEachEvent { event, value in
      add(event, recording.attribute(of: event), value, at: position)
      position += 1
    }
  }

  private mutating func add(
    _ event: Event, _ attribute: Attribute?, _ value: RawSpan, at position: Int
  ) {
    switch event.kind {
    case .connect, .disconnect:
      open[event.device] = nil
      awaited[event.device] = nil
      pairing.forget(device: event.device)
    case .subscribe, .unsubscribe, .readRequest:
      open[event.device] = (begin(position), false)
    case .writeRequest, .writeCommand:
      let exchange = begin(position)
      if event.kind == .writeRequest { open[event.device] = (exchange, true) }
      guard let uuid = attribute?.uuid, ControlPairing.responseCode(uuid) != nil,
        let opCode = value.octet(0)
      else { return }
      _ = pairing.add(
        ControlPairing.Request(
          token: exchange, device: event.device, opCode: opCode, time: event.time),
        attribute: event.attribute)
      if uuid.short == 0x2AD9 { awaitStatus(of: opCode, value, event, exchange) }
    case .writeResponse, .readResponse, .error:
      guard let (exchange, isWrite) = open.removeValue(forKey: event.device) else { return }
      exchanges[exchange].result = position
      owners[position] = exchange
      if event.kind == .error, isWrite {
        _ = pairing.refuse(attribute: event.attribute)
        forgetStatus(of: exchange, event.device)
      }
    case .notification, .indication:
      if let code = ControlPairing.responseCode(attribute?.uuid) {
        respond(event, value, code, at: position)
      } else if attribute?.uuid?.short == 0x2ADA {
        report(event, value, at: position)
      }
    case .mtu, .label, .gap: break
    }
  }

  private mutating func begin(_ position: Int) -> Int {
    exchanges.append(Exchange(request: position))
    return exchanges.count - 1
  }

  private mutating func respond(
    _ event: Event, _ value: RawSpan, _ code: UInt8, at position: Int
  ) {
    guard value.octet(0) == code, let opCode = value.octet(1),
      let (request, isAlone) = pairing.answer(opCode, attribute: event.attribute)
    else { return }
    exchanges[request.token].response = position
    if !isAlone { exchanges[request.token].isAmbiguous = true }
    owners[position] = request.token
    // What was refused changes nothing, so that no status will report it.
    if let result = value.octet(2), result != 1 { forgetStatus(of: request.token, event.device) }
  }

  private mutating func awaitStatus(
    of opCode: UInt8, _ value: RawSpan, _ event: Event, _ exchange: Int
  ) {
    guard let status = ControlPairing.statusCode(of: opCode) else { return }
    var list = awaited[event.device] ?? []
    let isRepeated = list.contains {
      $0.opCode == status && Self.isInWindow(event.time, $0.time)
    }
    list.removeAll { $0.opCode == status }
    list.append(
      Awaited(opCode: status, exchange: exchange, time: event.time, isRepeated: isRepeated))
    awaited[event.device] = list
  }

  private mutating func forgetStatus(of exchange: Int, _ device: Int) {
    awaited[device]?.removeAll { $0.exchange == exchange }
  }

  private mutating func report(_ event: Event, _ value: RawSpan, at position: Int) {
    guard let status = value.octet(0), var list = awaited[event.device],
      let place = list.firstIndex(where: { $0.opCode == status })
    else { return }
    let entry = list.remove(at: place)
    awaited[event.device] = list
    guard Self.isInWindow(event.time, entry.time) else { return }
    exchanges[entry.exchange].statuses.append(position)
    if entry.isRepeated { exchanges[entry.exchange].isAmbiguous = true }
    owners[position] = entry.exchange
  }

  /// Without a clock only the order counts.
  private static func isInWindow(_ time: Int64, _ earlier: Int64) -> Bool {
    guard time != Event.noTime, earlier != Event.noTime else { return true }
    return time &- earlier <= statusWindow
  }
}
