internal import RulloBase

/// What discovery told about one GATT server: its services, characteristics and descriptors.
@usableFromInline
internal struct GATTDatabase: Sendable {
  internal struct Service: Sendable {
    var range: ClosedRange<UInt16>
    var uuid: BluetoothUUID
  }

  internal struct Characteristic: Sendable {
    var declaration: UInt16
    var valueHandle: UInt16
    var uuid: BluetoothUUID
    var properties: UInt8?
    var attribute: Int
  }

  /// In the order of their handles.
  internal private(set) var services: [Service] = []
  /// In the order of their value handles.
  internal private(set) var characteristics: [Characteristic] = []

  /// Descriptors that are streams of their own, by handle; the CCCD belongs to its characteristic.
  internal var descriptors: [(handle: UInt16, uuid: BluetoothUUID)] = []

  /// The position of a descriptor among those of its UUID in its service, from 1.
  internal mutating func add(descriptor uuid: BluetoothUUID, at handle: UInt16) -> Int {
    if descriptors.count < Self.limit, !descriptors.contains(where: { $0.handle == handle }) {
      descriptors.append((handle, uuid))
    }
    let range = service(at: handle)?.range
    return 1
      + descriptors.count {
        $0.uuid == uuid && $0.handle < handle && service(at: $0.handle)?.range == range
      }
  }

  /// A server cannot hold more than its 65,535 handles; hostile captures repeat themselves.
  private static let limit = 4096

  internal mutating func add(service uuid: BluetoothUUID, from start: UInt16, to end: UInt16) {
    guard start > 0, start <= end, services.count < Self.limit else { return }
    services.removeAll { $0.range.lowerBound == start }
    let position = services.firstIndex { $0.range.lowerBound > start } ?? services.count
    services.insert(Service(range: start...end, uuid: uuid), at: position)
  }

  internal func service(at handle: UInt16) -> Service? {
    services.last { $0.range.contains(handle) }
  }

  /// Stores a characteristic; its attribute is set by the caller.
  internal mutating func add(_ characteristic: Characteristic) {
    guard characteristics.count < Self.limit else { return }
    characteristics.removeAll { $0.valueHandle == characteristic.valueHandle }
    let position =
      characteristics.firstIndex { $0.valueHandle > characteristic.valueHandle }
      ?? characteristics.count
    characteristics.insert(characteristic, at: position)
  }

  internal func characteristic(valueHandle: UInt16) -> Characteristic? {
    characteristics.first { $0.valueHandle == valueHandle }
  }

  /// The characteristic that a descriptor's handle belongs to: the last one declared before it, in
  /// the same service where services are known.
  internal func owner(ofDescriptor handle: UInt16) -> Characteristic? {
    guard let owner = characteristics.last(where: { $0.valueHandle < handle }) else { return nil }
    if let service = service(at: handle), !service.range.contains(owner.valueHandle) { return nil }
    return owner
  }

  /// The position of a characteristic among those of its UUID in its service, from 1.
  internal func instance(of uuid: BluetoothUUID, valueHandle: UInt16) -> Int {
    let range = service(at: valueHandle)?.range
    return 1
      + characteristics.count {
        $0.uuid == uuid && $0.valueHandle < valueHandle
          && service(at: $0.valueHandle)?.range == range
      }
  }
}
