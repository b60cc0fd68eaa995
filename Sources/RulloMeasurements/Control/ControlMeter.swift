public import RulloBase
internal import RulloBluetooth
internal import RulloRecordings

/// Pairs what an app writes to a control point with what the device answers.
///
/// Requests are matched to responses by the op code that the response echoes. Where several requests
/// of one op code wait (they overlap, or an answer was lost) no response can be told to be of one of
/// them: it is counted, and gives no latency. An ATT error belongs to the write before it and is never
/// counted as a response.
public struct ControlMeter: Sendable {
  /// What was measured of one op code of one control point.
  public struct Row: Sendable {
    public let device: Int
    public let characteristic: BluetoothUUID
    public let opCode: UInt8
    public internal(set) var writes = 0

    /// Responses by result code, in the order of the codes.
    public internal(set) var answers: [(result: UInt8, count: Int)] = []
    public internal(set) var attErrors = 0

    /// From the write to the response, in nanoseconds; empty without a clock.
    public internal(set) var latencies = IntervalDistribution()

    /// Writes that neither a response nor an error answered.
    public var unanswered: Int {
      max(0, writes - attErrors - answers.reduce(0) { $0 + $1.count })
    }
  }

  /// In the order of their first write or response.
  public private(set) var rows: [Row] = []
  private var pairing = ControlPairing()

  /// Control points whose last request was to their client configuration, not to themselves.
  private var isConfigured: Set<Int> = []

  public init() {}

  public static func isControlPoint(_ uuid: BluetoothUUID?) -> Bool {
    ControlPairing.responseCode(uuid) != nil
  }

  /// Forgets what a device has not answered when its link begins or ends.
  mutating func linkChanged(of device: Int) { pairing.forget(device: device) }

  /// Takes one event of a control point and answers what is to be noted of it.
  mutating func add(_ event: Event, _ attribute: Attribute, _ value: RawSpan) -> [Note] {
    guard let uuid = attribute.uuid, let code = ControlPairing.responseCode(uuid) else { return [] }
    switch event.kind {
    case .subscribe, .unsubscribe: isConfigured.insert(event.attribute)
    case .writeRequest, .writeCommand:
      isConfigured.remove(event.attribute)
      guard let opCode = value.octet(0) else {
        return [Note(.contradiction, at: event.source, "an empty write to a control point")]
      }
      return write(event, uuid, opCode)
    case .indication, .notification:
      guard let first = value.octet(0), first == code else {
        return [
          Note(.contradiction, at: event.source, "a control point sent no response (\(uuid))")
        ]
      }
      guard let opCode = value.octet(1), let result = value.octet(2) else {
        return [
          Note(
            .undecodableValue, at: event.source,
            "malformed control point response of \(value.byteCount) octets")
        ]
      }
      respond(event, uuid, opCode, result)
    case .error where event.request == 0x12 && !isConfigured.contains(event.attribute):
      guard let request = pairing.refuse(attribute: event.attribute) else { return [] }
      rows[request.token].attErrors += 1
    default: break
    }
    return []
  }

  private mutating func write(_ event: Event, _ uuid: BluetoothUUID, _ opCode: UInt8) -> [Note] {
    let row = row(event.device, uuid, opCode)
    rows[row].writes += 1
    let overlaps = pairing.add(
      ControlPairing.Request(
        token: row, device: event.device, opCode: opCode, time: event.time),
      attribute: event.attribute)
    guard overlaps else { return [] }
    return [
      Note(
        .overlappingProcedures, at: event.source,
        "a control point request was written before the last one was answered")
    ]
  }

  private mutating func respond(
    _ event: Event, _ uuid: BluetoothUUID, _ opCode: UInt8, _ result: UInt8
  ) {
    let row: Int
    if let (request, isAlone) = pairing.answer(opCode, attribute: event.attribute) {
      row = request.token
      if isAlone, event.hasTime, request.time != Event.noTime {
        rows[row].latencies.add(event.time &- request.time)
      }
    } else {
      row = self.row(event.device, uuid, opCode)
    }
    if let position = rows[row].answers.firstIndex(where: { $0.result == result }) {
      rows[row].answers[position].count += 1
    } else {
      rows[row].answers.append((result, 1))
      rows[row].answers.sort { $0.result < $1.result }
    }
  }

  private mutating func row(_ device: Int, _ uuid: BluetoothUUID, _ opCode: UInt8) -> Int {
    if let known = rows.firstIndex(where: {
      $0.opCode == opCode && $0.device == device && $0.characteristic == uuid
    }) {
      return known
    }
    rows.append(Row(device: device, characteristic: uuid, opCode: opCode))
    return rows.count - 1
  }
}
