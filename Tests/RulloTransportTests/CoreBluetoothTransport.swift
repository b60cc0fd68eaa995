#if canImport(CoreBluetooth)
import CoreBluetooth
import RulloBase
import RulloTransport

/// A trainer behind CoreBluetooth: the adapter that an app writes once.
///
/// Every property is touched on `queue` alone, which is also the queue of the central manager.
final class CoreBluetoothTransport: NSObject, TrainerTransport, @unchecked Sendable {
  private typealias Answer = CheckedContinuation<Result<[UInt8], TransportError>, Never>

  private let queue = DispatchQueue(label: "trainer")
  private let peripheral: CBPeripheral
  private let central: CBCentralManager
  private var characteristics: [CharacteristicIdentity: CBCharacteristic] = [:]
  private var undiscovered = 0
  private var isConnected = false
  private var connecting: [Answer] = []
  private var waiting: [CBCharacteristic: [Answer]] = [:]
  private var streams: [CBCharacteristic: [AsyncStream<ReceivedValue>.Continuation]] = [:]
  private var states: [AsyncStream<ConnectionState>.Continuation] = []

  /// A transport for a peripheral that `central`, made with the same queue, has found.
  init(_ peripheral: CBPeripheral, _ makeCentral: (DispatchQueue) -> CBCentralManager) {
    self.peripheral = peripheral
    central = makeCentral(queue)
    super.init()
    central.delegate = self
    peripheral.delegate = self
  }

  func connect() async throws(TransportError) {
    _ = try await ask { [self] answer in
      guard !isConnected else { return answer.resume(returning: .success([])) }
      connecting.append(answer)
      central.connect(peripheral)
    }.get()
  }

  func disconnect() async {
    queue.async { [self] in central.cancelPeripheralConnection(peripheral) }
  }

  func states() -> AsyncStream<ConnectionState> {
    AsyncStream { continuation in
      queue.async { [self] in
        continuation.yield(isConnected ? .connected : .disconnected(.notYetConnected))
        states.append(continuation)
      }
    }
  }

  func write(
    _ bytes: [UInt8], to identity: CharacteristicIdentity, withResponse: Bool
  ) async throws(TransportError) {
    _ = try await ask(of: identity) { [self] characteristic, answer in
      peripheral.writeValue(
        Data(bytes), for: characteristic, type: withResponse ? .withResponse : .withoutResponse)
      guard withResponse else { return answer.resume(returning: .success([])) }
      waiting[characteristic, default: []].append(answer)
    }.get()
  }

  func values(
    of identity: CharacteristicIdentity
  ) async throws(TransportError) -> ReceivedValues {
    let (stream, continuation) = AsyncStream.makeStream(of: ReceivedValue.self)
    _ = try await ask(of: identity) { [self] characteristic, answer in
      streams[characteristic, default: []].append(continuation)
      waiting[characteristic, default: []].append(answer)
      peripheral.setNotifyValue(true, for: characteristic)
    }.get()
    return ReceivedValues(stream)
  }

  func stopValues(of identity: CharacteristicIdentity) async throws(TransportError) {
    _ = try await ask(of: identity) { [self] characteristic, answer in
      for stream in streams.removeValue(forKey: characteristic) ?? [] { stream.finish() }
      waiting[characteristic, default: []].append(answer)
      peripheral.setNotifyValue(false, for: characteristic)
    }.get()
  }

  func read(_ identity: CharacteristicIdentity) async throws(TransportError) -> [UInt8] {
    try await ask(of: identity) { [self] characteristic, answer in
      waiting[characteristic, default: []].append(answer)
      peripheral.readValue(for: characteristic)
    }.get()
  }

  private func ask(
    _ body: @escaping @Sendable (Answer) -> Void
  ) async -> Result<[UInt8], TransportError> {
    await withCheckedContinuation { answer in queue.async { body(answer) } }
  }

  private func ask(
    of identity: CharacteristicIdentity,
    _ body: @escaping @Sendable (CBCharacteristic, Answer) -> Void
  ) async -> Result<[UInt8], TransportError> {
    await ask { [self] answer in
      guard isConnected else { return answer.resume(returning: .failure(.notConnected)) }
      let found = characteristics.first { $0.key.matches(identity) }?.value
      guard let found else {
        return answer.resume(returning: .failure(.noSuchCharacteristic(identity)))
      }
      body(found, answer)
    }
  }

  /// Answers the operation of a characteristic that has waited longest.
  private func answer(_ characteristic: CBCharacteristic, _ bytes: [UInt8], _ error: (any Error)?) {
    guard var queue = waiting[characteristic], !queue.isEmpty else { return }
    let first = queue.removeFirst()
    waiting[characteristic] = queue
    first.resume(returning: error.map { .failure(Self.refusal($0)) } ?? .success(bytes))
  }

  private static func refusal(_ error: any Error) -> TransportError {
    let error = error as NSError
    // CoreBluetooth hands the ATT code on as the code of its own domain.
    guard error.domain == CBATTErrorDomain, let code = UInt8(exactly: error.code) else {
      return .linkLost(.lost)
    }
    return .refused(code: code)
  }

  private func identity(of characteristic: CBCharacteristic) -> CharacteristicIdentity {
    CharacteristicIdentity(
      uuid: BluetoothUUID(characteristic.uuid.uuidString) ?? BluetoothUUID(0),
      service: (characteristic.service?.uuid.uuidString).flatMap { BluetoothUUID($0) })
  }

  private func change(to state: ConnectionState) {
    for continuation in states { continuation.yield(state) }
  }
}

extension CoreBluetoothTransport: CBCentralManagerDelegate {
  func centralManagerDidUpdateState(_ central: CBCentralManager) {}

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    peripheral.discoverServices(nil)
  }

  func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
  ) {
    for answer in connecting { answer.resume(returning: .failure(.connectionRefused)) }
    connecting = []
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?
  ) {
    let reason: DisconnectReason = error == nil ? .byApp : .lost
    isConnected = false
    for answers in waiting.values {
      for answer in answers { answer.resume(returning: .failure(.linkLost(reason))) }
    }
    for list in streams.values { for stream in list { stream.finish() } }
    (waiting, streams, characteristics) = ([:], [:], [:])
    change(to: .disconnected(reason))
  }
}

extension CoreBluetoothTransport: CBPeripheralDelegate {
  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    undiscovered = peripheral.services?.count ?? 0
    for service in peripheral.services ?? [] {
      peripheral.discoverCharacteristics(nil, for: service)
    }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?
  ) {
    for characteristic in service.characteristics ?? [] {
      characteristics[identity(of: characteristic)] = characteristic
    }
    undiscovered -= 1
    guard undiscovered == 0 else { return }
    // The link is up for an app once it can name what is there.
    isConnected = true
    change(to: .connected)
    for answer in connecting { answer.resume(returning: .success([])) }
    connecting = []
  }

  func peripheral(
    _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) { answer(characteristic, [], error) }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) { answer(characteristic, [], error) }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    let bytes = [UInt8](characteristic.value ?? Data())
    // A value that comes while notifications are on is one of them; a read has no call of its own.
    guard characteristic.isNotifying, let list = streams[characteristic], !list.isEmpty else {
      return answer(characteristic, bytes, error)
    }
    let value = ReceivedValue(
      identity(of: characteristic), bytes,
      isIndication: characteristic.properties.contains(.indicate))
    for stream in list { stream.yield(value) }
  }
}
#endif
