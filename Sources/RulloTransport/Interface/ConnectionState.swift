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
