/// What an app asks of a device, as an engine takes it.
public struct TransportRequest: Hashable, Sendable {
  public enum Operation: Hashable, Sendable {
    case connect
    case disconnect
    case subscribe(CharacteristicIdentity)
    case unsubscribe(CharacteristicIdentity)
    case write(CharacteristicIdentity, [UInt8], withResponse: Bool)
    case read(CharacteristicIdentity)
  }

  /// Tells the requests of one engine apart; whoever makes them counts up.
  public struct ID: Hashable, Comparable, Sendable {
    public let rawValue: Int
    public init(_ rawValue: Int) { self.rawValue = rawValue }
    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  public var id: ID

  /// The index of the device, from 0: `A`, `B` … in a transcript.
  public var device: Int

  public var operation: Operation

  public init(_ id: ID, device: Int = 0, _ operation: Operation) {
    self.id = id
    self.device = device
    self.operation = operation
  }
}
