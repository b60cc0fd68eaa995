/// A value that a device sent by itself.
public struct ReceivedValue: Hashable, Sendable {
  public var characteristic: CharacteristicIdentity
  public var bytes: [UInt8]
  public var isIndication: Bool

  public init(_ characteristic: CharacteristicIdentity, _ bytes: [UInt8], isIndication: Bool) {
    self.characteristic = characteristic
    self.bytes = bytes
    self.isIndication = isIndication
  }
}

/// The values of one characteristic from a subscription on; ends with the link or the subscription.
public struct ReceivedValues: AsyncSequence, Sendable {
  private let stream: AsyncStream<ReceivedValue>

  public init(_ stream: AsyncStream<ReceivedValue>) { self.stream = stream }

  public func makeAsyncIterator() -> AsyncStream<ReceivedValue>.Iterator {
    stream.makeAsyncIterator()
  }
}
