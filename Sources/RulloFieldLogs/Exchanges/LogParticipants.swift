internal import RulloBase
internal import RulloBluetooth

/// The devices and attributes of a log, each added to the recording when a line first names it.
struct LogParticipants: Sendable {
  private struct Key: Hashable {
    let device: Int
    let uuid: BluetoothUUID?
    let handle: UInt16?
  }

  private var devices: [String: Int] = [:]
  private var attributes: [Key: Int] = [:]
  private var uuids: [UInt16: BluetoothUUID] = [:]
  private var unnamed: Int?

  /// A hostile log may name more than an emitter keeps; those share its last place.
  private static let limit = 4096

  /// Learns which UUID stands behind a handle.
  mutating func learn(_ handle: UInt16, _ uuid: BluetoothUUID) { uuids[handle] = uuid }

  func uuid(of handle: UInt16) -> BluetoothUUID? { uuids[handle] }

  mutating func device<Sink: EventSink & ~Copyable>(
    _ name: String?, into emitter: inout EventEmitter<Sink>
  ) -> Int {
    guard let name else {
      if let unnamed { return unnamed }
      let index = emitter.add(Device(.unnamed(0)))
      unnamed = index
      return index
    }
    if let known = devices[name] { return known }
    let index = emitter.add(Device(.address(name)))
    if devices.count < Self.limit { devices[name] = index }
    return index
  }

  mutating func attribute<Sink: EventSink & ~Copyable>(
    _ uuid: BluetoothUUID?, _ handle: UInt16?, of device: Int, at source: SourceReference,
    into emitter: inout EventEmitter<Sink>
  ) -> Int {
    let uuid = uuid ?? handle.flatMap { uuids[$0] }
    let key = Key(device: device, uuid: uuid, handle: handle)
    if let known = attributes[key] { return known }
    let service = uuid.flatMap(KnownCharacteristics.service)
    let attribute = Attribute(device: device, service: service, uuid: uuid, handle: handle)
    let index = emitter.add(attribute, at: source)
    if attributes.count < Self.limit { attributes[key] = index }
    return index
  }
}
