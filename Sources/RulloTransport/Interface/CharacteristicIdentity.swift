public import RulloBase

/// Which characteristic of a device is meant, without any handle: handles move between firmware versions.
public struct CharacteristicIdentity: Hashable, Sendable {
  /// The service it stands in; `nil` where the app does not care.
  public var service: BluetoothUUID?

  public var uuid: BluetoothUUID

  /// 1, or the position among characteristics of the same UUID in the same service.
  public var instance: Int

  /// A characteristic by its full UUID.
  public init(uuid: BluetoothUUID, service: BluetoothUUID? = nil, instance: Int = 1) {
    self.uuid = uuid
    self.service = service
    self.instance = instance
  }

  /// A characteristic by its 16-bit UUID: `CharacteristicIdentity(0x2AD9, service: 0x1826)`.
  public init(_ short: UInt16, service: UInt16? = nil, instance: Int = 1) {
    self.init(
      uuid: BluetoothUUID(short), service: service.map { BluetoothUUID($0) }, instance: instance)
  }

  /// Whether both can mean one characteristic: the same, but for a service that one leaves open.
  public func matches(_ other: CharacteristicIdentity) -> Bool {
    uuid == other.uuid && instance == other.instance
      && (service == nil || other.service == nil || service == other.service)
  }
}

extension CharacteristicIdentity: CustomStringConvertible {
  /// `1826/2AD2`, or `2AD2#2` for a second instance whose service is left open.
  public var description: String {
    (service.map { "\($0)/" } ?? "") + uuid.description + (instance > 1 ? "#\(instance)" : "")
  }
}
