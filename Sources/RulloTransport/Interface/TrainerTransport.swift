/// What an app needs of a trainer: write bytes, listen to values, read a value; and the link's state.
///
/// Nothing here knows Bluetooth: CoreBluetooth, a replayed recording and a simulated trainer all fit
/// under it. Operations may be called from anywhere; a transport completes them in one order.
public protocol TrainerTransport: Sendable {
  /// Connects, and returns when the link is up; at once where it is already.
  func connect() async throws(TransportError)

  /// Ends the link; operations under way end with ``TransportError/linkLost(_:)``.
  func disconnect() async

  /// The state now and each one after it; ends with the transport.
  func states() -> AsyncStream<ConnectionState>

  /// Writes a value; with a response it returns when the device has acknowledged it.
  func write(
    _ bytes: [UInt8], to characteristic: CharacteristicIdentity, withResponse: Bool
  ) async throws(TransportError)

  /// Subscribes to notifications or indications, whichever the characteristic has.
  ///
  /// The values that come from the acknowledgement of the subscription on are in the sequence, even
  /// where the app begins to iterate later; a second call while subscribed gives a second sequence.
  func values(of characteristic: CharacteristicIdentity) async throws(TransportError)
    -> ReceivedValues

  /// Ends the subscription and its sequences.
  func stopValues(of characteristic: CharacteristicIdentity) async throws(TransportError)

  /// Reads a value.
  func read(_ characteristic: CharacteristicIdentity) async throws(TransportError) -> [UInt8]
}

extension TrainerTransport {
  /// Writes a value with a response, as control points want it.
  public func write(
    _ bytes: [UInt8], to characteristic: CharacteristicIdentity
  ) async throws(TransportError) {
    try await write(bytes, to: characteristic, withResponse: true)
  }
}
