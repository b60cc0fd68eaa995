/// Whether a transport has a link to its device.
public enum ConnectionState: Hashable, Sendable {
  case disconnected(DisconnectReason)
  case connecting
  case connected
}

/// Why there is no link.
public enum DisconnectReason: Hashable, Sendable {
  /// No connection has been asked for yet.
  case notYetConnected
  /// The app asked for the end of the link.
  case byApp
  /// The device ended it.
  case byDevice
  /// The device stopped answering: supervision timeout.
  case lost
  /// Another reason, by its HCI error code (Core specification, volume 1 part F).
  case other(UInt8)
}

extension DisconnectReason {
  /// The reason behind an HCI error code (Core specification, volume 1 part F).
  public init(code: UInt8) {
    switch code {
    case 0x08: self = .lost
    case 0x13, 0x14, 0x15: self = .byDevice
    case 0x16: self = .byApp
    default: self = .other(code)
    }
  }

  /// The HCI error code.
  public var code: UInt8 {
    switch self {
    case .notYetConnected, .byApp: 0x16
    case .byDevice: 0x13
    case .lost: 0x08
    case .other(let code): code
    }
  }
}
