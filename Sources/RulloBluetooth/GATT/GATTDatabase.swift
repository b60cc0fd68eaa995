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

  /// Descriptors that are streams of their own, in the order of their handles; the CCCD belongs to
  /// its characteristic.
  internal private(set) var descriptors: [(handle: UInt16, uuid: BluetoothUUID)] = []

  /// A server cannot hold more than its 65,535 handles; hostile captures repeat themselves.
  private static let limit = 4096

  internal mutating func add(service uuid: BluetoothUUID, from start: UInt16, to end: UInt16) {
    guard start > 0, start <= end else { return }
    let place = services.partitionPoint { $0.range.lowerBound < start }
    let service = Service(range: start...end, uuid: uuid)
    if place < services.count, services[place].range.lowerBound == start {
      services[place] = service
    } else if services.count < Self.limit {
      services.insert(service, at: place)
    }
  }

  /// The service that began last before a handle, where it reaches that far.
  internal func service(at handle: UInt16) -> Service? {
    let place = services.partitionPoint { $0.range.lowerBound <= handle }
    guard place > 0, services[place - 1].range.contains(handle) else { return nil }
    return services[place - 1]
  }

  /// Stores a characteristic, unless the database is full; its attribute is set by the caller.
  internal mutating func add(_ characteristic: Characteristic) {
    let place = characteristics.partitionPoint { $0.valueHandle < characteristic.valueHandle }
    if place < characteristics.count,
      characteristics[place].valueHandle == characteristic.valueHandle
    {
      characteristics[place] = characteristic
      return
    }
    guard !isFull else { return }
    characteristics.insert(characteristic, at: place)
  }

  internal func characteristic(valueHandle: UInt16) -> Characteristic? {
    let place = characteristics.partitionPoint { $0.valueHandle < valueHandle }
    guard place < characteristics.count, characteristics[place].valueHandle == valueHandle else {
      return nil
    }
    return characteristics[place]
  }

  /// Whether characteristics were declared; one that was only read by its type is no discovery.
  internal var isDiscovered: Bool { characteristics.contains { $0.declaration > 0 } }

  /// Whether nothing more can be learned.
  internal var isFull: Bool { characteristics.count >= Self.limit }

  /// The characteristic that a descriptor's handle belongs to: the last one declared before it, in
  /// the same service where services are known.
  internal func owner(ofDescriptor handle: UInt16) -> Characteristic? {
    let place = characteristics.partitionPoint { $0.valueHandle < handle }
    guard place > 0 else { return nil }
    let owner = characteristics[place - 1]
    if let service = service(at: handle), !service.range.contains(owner.valueHandle) { return nil }
    return owner
  }

  /// The position of a characteristic among those of its UUID in its service, from 1.
  internal func instance(of uuid: BluetoothUUID, valueHandle: UInt16) -> Int {
    let start = service(at: valueHandle)?.range.lowerBound ?? 0
    var place = characteristics.partitionPoint { $0.valueHandle < valueHandle }
    var instance = 1
    while place > 0, characteristics[place - 1].valueHandle >= start {
      place -= 1
      if characteristics[place].uuid == uuid { instance += 1 }
    }
    return instance
  }

  /// The position of a descriptor among those of its UUID in its service, from 1.
  internal mutating func add(descriptor uuid: BluetoothUUID, at handle: UInt16) -> Int {
    var place = descriptors.partitionPoint { $0.handle < handle }
    let isKnown = place < descriptors.count && descriptors[place].handle == handle
    if !isKnown, descriptors.count < Self.limit { descriptors.insert((handle, uuid), at: place) }
    let start = service(at: handle)?.range.lowerBound ?? 0
    var instance = 1
    while place > 0, descriptors[place - 1].handle >= start {
      place -= 1
      if descriptors[place].uuid == uuid { instance += 1 }
    }
    return instance
  }
}

extension Array {
  /// The first place whose element does not fulfil a condition that all before it fulfil.
  fileprivate func partitionPoint(_ condition: (Element) -> Bool) -> Int {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = condition(self[middle]) ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
