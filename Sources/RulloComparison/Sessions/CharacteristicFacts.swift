internal import RulloBase
internal import RulloBluetooth

/// What tells a characteristic from the others of its device; never a handle, unless nothing else is
/// known.
struct CharacteristicKey: Hashable, Sendable {
  let service: BluetoothUUID?
  let uuid: BluetoothUUID?
  let instance: Int
  let handle: UInt16?

  init(_ attribute: Attribute) {
    service = attribute.service
    uuid = attribute.uuid
    instance = attribute.instance
    // A handle moves with a firmware; it is the identity only of what no discovery named.
    handle = attribute.uuid == nil ? attribute.handle : nil
  }

  /// The same without the service, for sources that do not name it.
  var withoutService: CharacteristicKey {
    CharacteristicKey(service: nil, uuid: uuid, instance: instance, handle: handle)
  }

  private init(service: BluetoothUUID?, uuid: BluetoothUUID?, instance: Int, handle: UInt16?) {
    self.service = service
    self.uuid = uuid
    self.instance = instance
    self.handle = handle
  }
}

extension CharacteristicKey: Comparable {
  static func < (left: Self, right: Self) -> Bool {
    left.order.lexicographicallyPrecedes(right.order)
  }

  private var order: [UInt64] {
    [
      service?.high ?? 0, service?.low ?? 0, uuid?.high ?? 0, uuid?.low ?? 0,
      UInt64(clamping: instance), UInt64(handle ?? 0),
    ]
  }
}

/// What a session says of one characteristic, its stream and its control traffic apart.
struct CharacteristicFacts: Sendable {
  /// An octet string that a client read, or a code, with the event that brought it.
  struct Seen<Value: Sendable>: Sendable {
    let value: Value
    let event: Int
  }

  let key: CharacteristicKey
  var attribute: Attribute

  /// The last value that was read whole.
  var read: Seen<[UInt8]>?

  /// The last ATT error of a read, and of a write that is no request to a control point.
  var readError: Seen<UInt8>?
  var writeError: Seen<UInt8>?

  /// Notifications and indications.
  var valueCount = 0
  var firstValue = 0

  /// When a client asked for values, in order, with the number of the event.
  var subscriptions: [Seen<Int64>] = []

  init(_ attribute: Attribute) {
    key = CharacteristicKey(attribute)
    self.attribute = attribute
  }

  /// Whether a discovery named it, so that its absence elsewhere says something.
  var isDiscovered: Bool { attribute.properties != nil }
}
