internal import RulloBase
public import RulloBluetooth

extension Event.Kind {
  /// The code of the session text: one letter for attribute traffic, two for facts of the link.
  public var code: StaticString {
    switch self {
    case .notification: "n"
    case .indication: "i"
    case .writeRequest: "w"
    case .writeCommand: "c"
    case .writeResponse: "a"
    case .readRequest: "q"
    case .readResponse: "r"
    case .error: "e"
    case .subscribe: "s"
    case .unsubscribe: "u"
    case .connect: "co"
    case .disconnect: "di"
    case .mtu: "mt"
    case .label: "la"
    case .gap: "ga"
    }
  }

  /// The kind behind a code of the session text.
  init?(code: RawSpan) {
    for kind in Self.allCases
    where kind.code.utf8CodeUnitCount == code.byteCount && code.holds(kind.code, at: 0) {
      self = kind
      return
    }
    return nil
  }

  /// What stands in the column of the value.
  enum Column { case octets, number, code, text }

  var column: Column {
    switch self {
    case .connect, .mtu: .number
    case .disconnect, .error: .code
    case .label, .gap: .text
    default: .octets
    }
  }

  /// The ATT op code of the request that such an event answers, unless it says another one:
  /// Write, Read Blob for a part, Read (spec/att-gatt-l2cap, "PDUs").
  func usualRequest(detail: Int) -> UInt8 {
    switch self {
    case .writeResponse: 0x12
    case .readResponse: detail > 0 ? 0x0C : 0x0A
    default: 0
    }
  }
}
