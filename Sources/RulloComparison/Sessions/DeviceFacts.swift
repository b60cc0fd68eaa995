internal import RulloBase
internal import RulloBluetooth

/// What a session says of one device.
struct DeviceFacts: Sendable {
  let device: Device

  /// The index under which the recording has it.
  let index: Int

  /// In the order of their keys.
  var characteristics: [CharacteristicFacts] = []
  var connections: [ConnectionFacts] = []

  /// Whether the link was encrypted at some time.
  var isEncrypted = false

  var isHost: Bool { if case .host = device.identity { true } else { false } }

  /// The services of which a discovery named at least one characteristic.
  var discoveredServices: Set<BluetoothUUID> {
    Set(characteristics.filter(\.isDiscovered).compactMap(\.key.service))
  }

  /// Whether it took part in anything that can be compared.
  var isEmpty: Bool { characteristics.isEmpty && connections.isEmpty }
}
