/// What a device does, as an engine gives it out.
public struct TransportEffect: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// A request is answered; the octets are those of a read, else empty.
    case completed(TransportRequest.ID, Result<[UInt8], TransportError>)
    /// A value reaches the app, which has subscribed to it.
    case received(ReceivedValue)
    case state(ConnectionState)
    /// The recording or simulation is over: nothing comes any more.
    case ended
    /// What the engine says of its own doings: for the transcript, never for the app.
    case remark(TransportRemark)
  }

  /// Nanoseconds of virtual time since the engine began.
  public var time: Int64

  /// The index of the device, from 0.
  public var device: Int

  public var kind: Kind

  public init(time: Int64, device: Int, _ kind: Kind) {
    self.time = time
    self.device = device
    self.kind = kind
  }
}
