internal import RulloBase

/// The attribute table of one device as it is composed: handles for everything in a catalogue.
///
/// Handles of the source are kept where it has them all. Else characteristics without a service stand
/// in front, as no service's range may hold them; then each service with its characteristics, their
/// configurations and its other descriptors. Handles without a name keep their number.
struct ComposedDatabase {
  struct Characteristic {
    var declaration: UInt16
    var value: UInt16
    var configuration: UInt16?
    var uuid: BluetoothUUID
    var properties: UInt8
  }

  var services: [(range: ClosedRange<UInt16>, uuid: BluetoothUUID)] = []
  var characteristics: [Characteristic] = []
  var descriptors: [(handle: UInt16, uuid: BluetoothUUID)] = []

  /// The value handle of each attribute of the catalogue, and its configuration's where it has one.
  var handles: [Int: UInt16] = [:]
  var configurations: [Int: UInt16] = [:]

  private var reserved: Set<UInt16> = []
  private var next: UInt16 = 1

  /// Read, write without response, write, notify and indicate: what nobody declared may be all.
  static let anyProperty: UInt8 = 0x3E

  /// No server has more instances of one characteristic; hostile texts name any number.
  private static let mostInstances = 64

  init() {}

  init(of device: Int, in catalogue: DeviceCatalogue) {
    let own = catalogue.attributes.filter { $0.value.device == device }
      .sorted { $0.key < $1.key }
    if let kept = Self(keeping: own) {
      self = kept
      return
    }
    for (index, attribute) in own where attribute.uuid == nil {
      guard let handle = attribute.handle, handle > 0 else { continue }
      handles[index] = handle
      reserved.insert(handle)
    }
    var order: [BluetoothUUID?] = [nil]
    var members: [BluetoothUUID?: [(index: Int, attribute: Attribute)]] = [:]
    for (index, attribute) in own where attribute.uuid != nil {
      if members[attribute.service] == nil, attribute.service != nil {
        order.append(attribute.service)
      }
      members[attribute.service, default: []].append((index, attribute))
    }
    for service in order { place(service, members[service] ?? []) }
  }

  /// Gives handles to a service and what is in it.
  private mutating func place(
    _ service: BluetoothUUID?, _ members: [(index: Int, attribute: Attribute)]
  ) {
    guard !members.isEmpty else { return }
    var start: UInt16?
    if service != nil {
      start = take()
      guard start != nil else { return }
    }
    let ordinary = members.filter { !Self.isDescriptor($0.attribute.uuid) }
      .sorted { ($0.attribute.instance, $0.index) < ($1.attribute.instance, $1.index) }
    let first = characteristics.count
    var placed: [BluetoothUUID: [Characteristic]] = [:]
    for (index, attribute) in ordinary {
      guard let uuid = attribute.uuid, attribute.instance <= Self.mostInstances else { continue }
      let instance = max(1, attribute.instance)
      // The earlier ones of the same UUID have to be there, or this one would be counted as them.
      while placed[uuid, default: []].count < instance {
        guard let added = add(uuid, attribute.properties) else { return close(start, service) }
        placed[uuid, default: []].append(added)
      }
      handles[index] = placed[uuid]?[instance - 1].value
      configurations[index] = placed[uuid]?[instance - 1].configuration
    }
    let owners = Array(characteristics[first...])
    let others = members.filter { Self.isDescriptor($0.attribute.uuid) }
      .sorted { ($0.attribute.instance, $0.index) < ($1.attribute.instance, $1.index) }
    for (index, attribute) in others {
      guard let uuid = attribute.uuid else { continue }
      let owner = attribute.instance - 1
      switch uuid.short {
      case 0x2902 where owners.indices.contains(owner):
        handles[index] = owners[owner].configuration
      case 0x2803 where owners.indices.contains(owner):
        handles[index] = owners[owner].declaration
      case .some(0x2900...0x2901), .some(0x2903...0x29FF):
        guard let handle = take() else { continue }
        descriptors.append((handle, uuid))
        handles[index] = handle
      default: continue
      }
    }
    close(start, service)
  }

  private mutating func close(_ start: UInt16?, _ service: BluetoothUUID?) {
    guard let start, let service else { return }
    services.append((start...max(start, next &- 1), service))
  }

  private mutating func add(_ uuid: BluetoothUUID, _ properties: UInt8?) -> Characteristic? {
    guard let declaration = take(), let value = take(), let configuration = take() else {
      return nil
    }
    let added = Characteristic(
      declaration: declaration, value: value, configuration: configuration, uuid: uuid,
      properties: properties ?? Self.anyProperty)
    characteristics.append(added)
    return added
  }

  /// The next handle that is free; `nil` where there are no more.
  private mutating func take() -> UInt16? {
    while next > 0, next < 0xFFFF {
      defer { next += 1 }
      if !reserved.contains(next) { return next }
    }
    return nil
  }

  static func isDescriptor(_ uuid: BluetoothUUID?) -> Bool {
    guard let short = uuid?.short else { return false }
    return 0x2800...0x2803 ~= short || 0x2900...0x29FF ~= short
  }
}
