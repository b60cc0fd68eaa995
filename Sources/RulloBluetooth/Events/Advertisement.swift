public import RulloBase

/// What a device said before anybody connected: the parts of its advertising that its firmware
/// decides (Core Specification Supplement, part A).
public struct Advertisement: Hashable, Sendable {
  /// Service UUIDs, in their order as numbers; lists that are incomplete add up.
  public private(set) var services: [BluetoothUUID] = []

  /// Service data by its service, as last heard, in the order of the services.
  public private(set) var serviceData: [ServiceData] = []

  /// The company of the manufacturer data; its own octets often change from packet to packet.
  public var company: UInt16?
  public var appearance: UInt16?

  public struct ServiceData: Hashable, Sendable {
    public let service: BluetoothUUID
    public let octets: [UInt8]
  }

  /// Hostile data may name services without end.
  private static let limit = 64

  public init() {}

  public var isEmpty: Bool {
    services.isEmpty && serviceData.isEmpty && company == nil && appearance == nil
  }

  public mutating func add(service: BluetoothUUID) {
    guard services.count < Self.limit, !services.contains(service) else { return }
    services.append(service)
    services.sort { $0.description < $1.description }
  }

  public mutating func set(serviceData octets: [UInt8], of service: BluetoothUUID) {
    let data = ServiceData(service: service, octets: octets)
    if let place = serviceData.firstIndex(where: { $0.service == service }) {
      serviceData[place] = data
    } else if serviceData.count < Self.limit {
      serviceData.append(data)
      serviceData.sort { $0.service.description < $1.service.description }
    }
  }

  /// Takes advertising structures: length, type, data; what is cut ends them.
  public mutating func add(_ structures: RawSpan) {
    var place = 0
    while let length = structures.octet(place), length > 0, let type = structures.octet(place + 1),
      structures.holds(Int(length), at: place + 1)
    {
      let data = structures.extracting(place + 2..<place + 1 + Int(length))
      take(type, data)
      place += 1 + Int(length)
    }
  }

  private mutating func take(_ type: UInt8, _ data: RawSpan) {
    switch type {
    case 0x02, 0x03:
      for start in stride(from: 0, to: data.byteCount - 1, by: 2) {
        if let short = data.u16le(start) { add(service: BluetoothUUID(short)) }
      }
    case 0x06, 0x07:
      for start in stride(from: 0, to: data.byteCount - 15, by: 16) {
        if let uuid = BluetoothUUID(littleEndian: data, at: start, octets: 16) {
          add(service: uuid)
        }
      }
    case 0x16:
      guard let short = data.u16le(0) else { return }
      set(
        serviceData: data.extracting(2..<data.byteCount).copied(), of: BluetoothUUID(short))
    case 0x19: appearance = data.u16le(0) ?? appearance
    case 0xFF: company = data.u16le(0) ?? company
    default: break
    }
  }
}
