internal import RulloBase

/// What a transport and a clock need of the run that they belong to, whatever its engine is.
protocol EngineHosting: AnyObject, Sendable {
  var now: Int64 { get }
  var deviceCount: Int { get }

  /// Hands a request to the engine and waits for its completion.
  func perform(
    _ operation: TransportRequest.Operation, device: Int
  ) async -> Result<[UInt8], TransportError>

  /// Subscribes and gives the mailbox that takes the values from the acknowledgement on.
  func subscribe(
    _ identity: CharacteristicIdentity, device: Int
  ) async -> Result<Int, TransportError>

  func nextValue(of mailbox: Int) async -> ReceivedValue?

  /// A mailbox for states of the connection, the one now in it.
  func openStates(device: Int) -> Int

  func nextState(of mailbox: Int) async -> ConnectionState?

  func sleep(until time: Int64) async throws(CancellationError)
}

/// One device behind an engine, as an app sees it.
public struct EngineTransport: TrainerTransport {
  private let host: any EngineHosting
  private let device: Int

  init(_ host: any EngineHosting, device: Int) {
    self.host = host
    self.device = device
  }

  public func connect() async throws(TransportError) { try await perform(.connect) }

  public func disconnect() async { _ = await host.perform(.disconnect, device: device) }

  public func states() -> AsyncStream<ConnectionState> {
    let mailbox = host.openStates(device: device)
    return AsyncStream { [host] in await host.nextState(of: mailbox) }
  }

  public func write(
    _ bytes: [UInt8], to characteristic: CharacteristicIdentity, withResponse: Bool
  ) async throws(TransportError) {
    try await perform(.write(characteristic, bytes, withResponse: withResponse))
  }

  public func values(
    of characteristic: CharacteristicIdentity
  ) async throws(TransportError) -> ReceivedValues {
    let mailbox = try await host.subscribe(characteristic, device: device).get()
    return ReceivedValues(AsyncStream { [host] in await host.nextValue(of: mailbox) })
  }

  public func stopValues(
    of characteristic: CharacteristicIdentity
  ) async throws(TransportError) {
    try await perform(.unsubscribe(characteristic))
  }

  public func read(
    _ characteristic: CharacteristicIdentity
  ) async throws(TransportError) -> [UInt8] {
    try await perform(.read(characteristic))
  }

  @discardableResult
  private func perform(
    _ operation: TransportRequest.Operation
  ) async throws(TransportError) -> [UInt8] {
    try await host.perform(operation, device: device).get()
  }
}
