/// One thing that happened between an app and an attribute; its value travels beside it, borrowed.
@frozen public struct Event: Sendable {
  @frozen public enum Kind: UInt8, Sendable, CaseIterable {
    case connect, disconnect, mtu, subscribe, unsubscribe
    case notification, indication
    case writeRequest, writeCommand, writeResponse
    case readRequest, readResponse
    /// An ATT error, tied to its request.
    case error
    case label
    /// Something was lost here.
    case gap
  }

  @frozen public enum Direction: UInt8, Sendable {
    /// Sent by the GATT server.
    case fromDevice
    /// Sent to the GATT server.
    case toDevice
    /// A fact of the link, sent by nobody.
    case none
  }

  /// The position in the recording, from 1.
  public var number: Int = 0

  /// Nanoseconds since the first event of the recording, or ``noTime``.
  public var time: Int64

  public var kind: Kind
  public var direction: Direction

  /// Whether the kind was inferred from the characteristic because the source does not say it.
  public var isInferred = false

  /// The index under which the device was declared to the sink.
  public var device: Int

  /// The index under which the attribute was declared to the sink, or -1 for facts of the link.
  public var attribute: Int

  /// What else the kind carries: `connect` the interval in steps of 1.25 ms, `mtu` the MTU,
  /// `disconnect` the HCI reason, `error` the ATT error code, reads and prepared writes an offset.
  public var detail: Int

  /// The ATT op code of the request that an `error` or a response answers; 0 elsewhere.
  public var request: UInt8 = 0

  public var source: SourceReference

  /// The time of an event whose source has no clock.
  public static let noTime = Int64.min

  @inlinable
  public var hasTime: Bool { time != Self.noTime }

  @inlinable
  public init(
    _ kind: Kind, _ direction: Direction, time: Int64, device: Int, attribute: Int = -1,
    detail: Int = 0, source: SourceReference
  ) {
    self.kind = kind
    self.direction = direction
    self.time = time
    self.device = device
    self.attribute = attribute
    self.detail = detail
    self.source = source
  }
}

extension Event.Kind {
  /// The word of the JSON output and of the session text.
  public var word: StaticString {
    switch self {
    case .connect: "connect"
    case .disconnect: "disconnect"
    case .mtu: "mtu"
    case .subscribe: "subscribe"
    case .unsubscribe: "unsubscribe"
    case .notification: "notification"
    case .indication: "indication"
    case .writeRequest: "write_request"
    case .writeCommand: "write_command"
    case .writeResponse: "write_response"
    case .readRequest: "read_request"
    case .readResponse: "read_response"
    case .error: "error"
    case .label: "label"
    case .gap: "gap"
    }
  }
}

extension Event.Direction {
  /// The word of the JSON output.
  public var word: StaticString {
    switch self {
    case .fromDevice: "from_device"
    case .toDevice: "to_device"
    case .none: "none"
    }
  }
}
