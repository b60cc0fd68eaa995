internal import RulloBase
internal import RulloBluetooth

/// What a device made of one write to a control point.
struct ControlExchange: Sendable {
  enum Outcome: Hashable, Sendable {
    /// A response with its result code.
    case result(UInt8)
    /// An ATT error of the write itself.
    case attError(UInt8)
    /// A response that is too short, or that echoes another op code.
    case malformed
    case silent
    /// Nothing that could be told: overlapping requests, or the recording ends or lacks something.
    case unknown

    var isSuccess: Bool { self == .result(1) }
    var isRefusal: Bool {
      switch self {
      case .result(let code): code != 1
      case .attError: true
      default: false
      }
    }
    var isAnswered: Bool {
      switch self {
      case .result, .attError, .malformed: true
      case .silent, .unknown: false
      }
    }
  }

  /// A status message that belongs to the exchange.
  struct Status: Hashable, Sendable {
    let octets: [UInt8]
    let event: Int
    let isBeforeResponse: Bool
  }

  let octets: [UInt8]
  let event: Int
  var outcome = Outcome.unknown
  var responseEvent: Int?
  var response: [UInt8] = []

  /// From the write to the response, in nanoseconds.
  var latency: Int64?
  var statuses: [Status] = []

  /// Whether control had been asked for since the link came up, and whether a reset came after it.
  var hasControl = false
  var isAfterReset = false

  var opCode: UInt8 { octets.first ?? 0 }

  /// The events that show the exchange.
  var events: [Int] { [event] + (responseEvent.map { [$0] } ?? []) }
}

extension ControlExchange {
  /// What came of it, in words.
  func outcomeText(_ names: ControlNames) -> String {
    switch outcome {
    case .result(let code): names.result(code)
    case .attError(let code):
      "\(BluetoothErrors.attName(code)) (ATT error 0x\(Hex.text([code])))"
    case .malformed: "malformed response \(Hex.text(response, separator: " "))"
    case .silent: "no answer"
    case .unknown: "unknown"
    }
  }
}
