public import RulloBluetooth

/// The device side of a transport, driven by virtual time: a replay, or a simulated trainer.
///
/// An engine is a synchronous value: no task, no lock, no clock call and no unordered collection in
/// it, so that the same input gives the same effects in every run, process, build and speed. What is
/// asynchronous lies on top and is generic over it.
public protocol TransportEngine: Sendable {
  /// How many devices stand behind it.
  var deviceCount: Int { get }

  /// Virtual time now, in nanoseconds since it began; never goes back.
  var now: Int64 { get }

  /// The time of the next effect that comes by itself, or `nil` if nothing is under way.
  var nextTime: Int64? { get }

  /// Takes a request at the present time; effects due at this time are appended.
  mutating func handle(_ request: TransportRequest, _ effects: inout [TransportEffect])

  /// Gives up waiting for a request; it is completed with ``TransportError/cancelled``.
  mutating func cancel(
    _ id: TransportRequest.ID, device: Int, _ effects: inout [TransportEffect])

  /// Moves virtual time on, at most to `time`, appending the effects up to there in their order.
  ///
  /// Stops behind the first moment that has effects, so that an app can react before the next one;
  /// a time that lies in the past changes nothing.
  mutating func advance(to time: Int64, _ effects: inout [TransportEffect])

  /// Moves virtual time on to `time`, which is not later than ``nextTime``, so that a request of
  /// that time goes before what the device does then.
  mutating func wait(until time: Int64, _ effects: inout [TransportEffect])

  /// Whether its times mean anything; without a clock only the order does.
  var hasClock: Bool { get }

  /// What is known of a device, for the header of a transcript.
  func device(_ index: Int) -> Device

  /// The characteristic that an app means when it leaves the service open.
  func resolve(_ identity: CharacteristicIdentity, device: Int) -> CharacteristicIdentity

  /// Takes what was seen outside the engine and belongs into its transcript.
  mutating func note(_ remark: TransportRemark, device: Int)

  /// Ends the run: says what was left over, such as recorded writes that the app never made.
  mutating func finish(_ effects: inout [TransportEffect])
}

extension TransportEngine {
  /// An engine that cannot hold back what it does at `time` does it first.
  public mutating func wait(until time: Int64, _ effects: inout [TransportEffect]) {
    advance(to: time, &effects)
  }

  public var hasClock: Bool { true }

  public func device(_ index: Int) -> Device { Device(.unnamed(index)) }

  public func resolve(
    _ identity: CharacteristicIdentity, device: Int
  ) -> CharacteristicIdentity { identity }

  public mutating func note(_ remark: TransportRemark, device: Int) {}

  public mutating func finish(_ effects: inout [TransportEffect]) {}
}
