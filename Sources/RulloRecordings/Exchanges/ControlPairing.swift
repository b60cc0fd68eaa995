public import RulloBase

/// Matches the responses of control points to the requests that they echo.
///
/// Where several requests of one op code wait (they overlap, or an answer was lost) no response can
/// be told to be of one of them: the last is answered and said to be not alone.
public struct ControlPairing: Sendable {
  /// A request that waits for its response.
  public struct Request: Sendable {
    /// What the caller knows it by.
    public let token: Int
    public let device: Int
    public let opCode: UInt8
    public let time: Int64
    /// Whether a later request has been answered: this one will not be any more.
    var isPassed = false

    public init(token: Int, device: Int, opCode: UInt8, time: Int64) {
      self.token = token
      self.device = device
      self.opCode = opCode
      self.time = time
    }
  }

  /// By attribute; looked up, never walked in its own order.
  private var pending: [Int: [Request]] = [:]

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

  /// The first octet of the machine status that reports a procedure, where there is one (Fitness
  /// Machine Service 4.16 and 4.17).
  public static func statusCode(of opCode: UInt8) -> UInt8? {
    switch opCode {
    case 0x01: 0x01
    case 0x02...0x06: opCode + 3
    case 0x07: 0x04
    case 0x08: 0x02
    case 0x09...0x14: opCode + 1
    default: nil
    }
  }

  /// Takes a request; answers whether one that may still be answered waits already.
  public mutating func add(_ request: Request, attribute: Int) -> Bool {
    var queue = pending[attribute] ?? []
    let overlaps = queue.contains { !$0.isPassed }
    if queue.count >= Self.longestQueue { queue.removeFirst() }
    queue.append(request)
    pending[attribute] = queue
    return overlaps
  }

  /// Takes a response; answers its request and whether no other could be meant.
  public mutating func answer(
    _ opCode: UInt8, attribute: Int
  ) -> (request: Request, isAlone: Bool)? {
    guard var queue = pending[attribute],
      let last = queue.lastIndex(where: { $0.opCode == opCode })
    else { return nil }
    let isAlone = queue.firstIndex { $0.opCode == opCode } == last
    let request = queue[last]
    for place in queue.indices.prefix(last) { queue[place].isPassed = true }
    queue.removeAll { $0.opCode == opCode }
    pending[attribute] = queue
    return (request, isAlone)
  }

  /// Takes an ATT error; answers the request before it, which no response follows.
  public mutating func refuse(attribute: Int) -> Request? {
    guard var queue = pending[attribute], let last = queue.popLast() else { return nil }
    pending[attribute] = queue
    return last
  }

  /// Forgets what a device has not answered when its link begins or ends.
  public mutating func forget(device: Int) {
    for attribute in pending.keys { pending[attribute]?.removeAll { $0.device == device } }
  }
}
