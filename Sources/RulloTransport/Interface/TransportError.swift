/// Why an operation of a transport did not succeed.
public enum TransportError: Error, Hashable, Sendable {
  /// There is no link.
  case notConnected
  /// The link ended while the operation was under way.
  case linkLost(DisconnectReason)
  /// The device did not accept a connection.
  case connectionRefused
  /// The device has no such characteristic.
  case noSuchCharacteristic(CharacteristicIdentity)
  /// The device refused with an ATT error code (Core specification, volume 3 part F, 3.4.1.1).
  case refused(code: UInt8)
  /// The app cancelled the operation.
  case cancelled
  /// A replay cannot answer this; the text says what the recording holds instead.
  case diverged(String)
  /// The recording or the simulation is over.
  case ended
}

extension TransportError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notConnected: "there is no link to the device: connect first"
    case .linkLost(let reason): "the link ended during the operation (\(reason))"
    case .connectionRefused: "the device did not accept a connection"
    case .noSuchCharacteristic(let identity): "the device has no characteristic \(identity)"
    case .refused(let code): "the device refused with ATT error \(code)"
    case .cancelled: "the operation was cancelled"
    case .diverged(let text): text
    case .ended: "the recording or simulation is over"
    }
  }
}
