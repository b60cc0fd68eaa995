public import RulloBase
internal import RulloBluetooth

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

  private struct Pending: Sendable {
    let row: Int
    let device: Int
    let opCode: UInt8
    let time: Int64
    /// Whether a later request has been answered: this one will not be any more.
    var isPassed = false
  }

  /// In the order of their first write or response.
  public private(set) var rows: [Row] = []
  private var pending: [Int: [Pending]] = [:]

  /// Control points whose last request was to their client configuration, not to themselves.
  private var isConfigured: Set<Int> = []

  /// A control point answers one request at a time; a longer queue is hostile or lost.
  private static let longestQueue = 64

  public init() {}

  /// The op code with which a control point's responses begin, or `nil` for other characteristics.
  public static func responseCode(_ uuid: BluetoothUUID?) -> UInt8? {
    switch uuid?.short {
    case 0x2AD9: 0x80
    case 0x2A66: 0x20
    case 0x2A55: 0x10
    default: nil
    }
  }

  public static func isControlPoint(_ uuid: BluetoothUUID?) -> Bool { responseCode(uuid) != nil }

  /// Forgets what a device has not answered when its link begins or ends.
  mutating func linkChanged(of device: Int) {
    for attribute in pending.keys { pending[attribute]?.removeAll { $0.device == device } }
  }

  /// Takes one event of a control point and answers what is to be noted of it.
  mutating func add(_ event: Event, _ attribute: Attribute, _ value: RawSpan) -> [Note] {
    guard let uuid = attribute.uuid, let code = Self.responseCode(uuid) else { return [] }
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
      guard var queue = pending[event.attribute], let last = queue.popLast() else { return [] }
      pending[event.attribute] = queue
      rows[last.row].attErrors += 1
    default: break
    }
    return []
  }

  private mutating func write(_ event: Event, _ uuid: BluetoothUUID, _ opCode: UInt8) -> [Note] {
    let row = row(event.device, uuid, opCode)
    rows[row].writes += 1
    var queue = pending[event.attribute] ?? []
    let overlaps = queue.contains { !$0.isPassed }
    if queue.count >= Self.longestQueue { queue.removeFirst() }
    queue.append(Pending(row: row, device: event.device, opCode: opCode, time: event.time))
    pending[event.attribute] = queue
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
    var queue = pending[event.attribute] ?? []
    let row: Int
    if let last = queue.lastIndex(where: { $0.opCode == opCode }) {
      row = queue[last].row
      let isAlone = queue.firstIndex { $0.opCode == opCode } == last
      if isAlone, event.hasTime, queue[last].time != Event.noTime {
        rows[row].latencies.add(event.time &- queue[last].time)
      }
      for place in queue.indices.prefix(last) { queue[place].isPassed = true }
      queue.removeAll { $0.opCode == opCode }
    } else {
      row = self.row(event.device, uuid, opCode)
    }
    pending[event.attribute] = queue
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
