public import RulloBase

/// A GATT server: a trainer, a strap, or the server on the phone's own side.
public struct Device: Hashable, Sendable {
  /// What the source knows the device by: its address, TCP endpoint or ACL handle.
  public enum Identity: Hashable, Sendable {
    case address(String)
    case endpoint(String)
    case link(String)
    /// The GATT server of the host that made the capture.
    case host(adapter: UInt16)
    /// A text log of one device names none.
    case unnamed(Int)
  }

  public var identity: Identity

  /// The letter of its first event: `A`, `B` … `Z`, `AA` ….
  public var alias = ""

  public var name: String?
  public var manufacturer: String?
  public var model: String?
  public var serial: String?
  public var firmware: String?
  public var hardware: String?
  public var software: String?

  /// What it advertised; `nil` where the source holds none of it.
  public var advertisement: Advertisement?

  public init(_ identity: Identity) { self.identity = identity }

  /// The letters of the device that came `index`th, from 0.
  public static func alias(of index: Int) -> String {
    var letters = ""
    var rest = index
    repeat {
      letters = String(Unicode.Scalar(UInt8(0x41 + rest % 26))) + letters
      rest = rest / 26 - 1
    } while rest >= 0
    return letters
  }
}

/// A characteristic or descriptor of a device, told apart by service and instance.
public struct Attribute: Hashable, Sendable {
  /// The index of the device.
  public var device: Int

  /// The service, where it is known.
  public var service: BluetoothUUID?

  /// The characteristic or descriptor; `nil` for a handle that no discovery named.
  public var uuid: BluetoothUUID?

  /// 1, or the position among characteristics of the same UUID in the same service.
  public var instance = 1

  /// The handle under which it was last seen; `nil` where the source has none.
  public var handle: UInt16?

  /// The property octet of the declaration.
  public var properties: UInt8?

  /// Where the name of a handle comes from.
  public enum Naming: String, Hashable, Sendable {
    /// A discovery of the connection that the values came in.
    case discovery
    /// The discovery of an earlier connection of the same device, for some of the values at least.
    case earlierConnection = "earlier_connection"
    /// A file with the map of another capture.
    case gattMap = "gatt_map"
  }

  /// `nil` for a handle without a name, and where the source names attributes without handles.
  public var naming: Naming?

  public init(
    device: Int, service: BluetoothUUID? = nil, uuid: BluetoothUUID?, instance: Int = 1,
    handle: UInt16? = nil, properties: UInt8? = nil, naming: Naming? = nil
  ) {
    self.device = device
    self.service = service
    self.uuid = uuid
    self.instance = instance
    self.handle = handle
    self.properties = properties
    self.naming = naming
  }

  /// `1826/2AD2`, `2AD2#2`, or `h0052` for an unknown handle.
  public var path: String {
    guard let uuid else { return Self.handlePath(handle ?? 0) }
    let prefix = service.map { "\($0)/" } ?? ""
    return prefix + uuid.description + (instance > 1 ? "#\(instance)" : "")
  }

  /// The path for tables of 80 columns: a full UUID as `49535343…e455`, without its service.
  public var shortPath: String {
    guard let uuid, uuid.short == nil else { return path }
    let digits = uuid.description
    return digits.prefix(8) + "…" + digits.suffix(4) + (instance > 1 ? "#\(instance)" : "")
  }

  /// `h0052`, the path of a handle.
  static func handlePath(_ handle: UInt16) -> String {
    "h" + Hex.text([UInt8(handle >> 8), UInt8(truncatingIfNeeded: handle)])
  }
}

/// What is known of one connection of a device.
public struct Link: Hashable, Sendable {
  public var device: Int
  /// Times as in ``Event/time``; `nil` where the capture does not hold that moment.
  public var start: Int64?
  public var end: Int64?
  /// Connection intervals in the order of their use, in nanoseconds.
  public var intervals: [Int64] = []
  public var mtu: Int?

  /// The MTU of each bearer of EATT that was opened, in order.
  public var bearerMTUs: [Int] = []
  /// The HCI reason of the disconnection.
  public var reason: UInt8?
  public var isEncrypted = false

  /// Whether the host asked for the disconnection before it came.
  public var isEndedByHost = false

  public init(device: Int) { self.device = device }
}

/// Takes the events of a source in order.
public protocol EventSink: ~Copyable {
  /// Says, once and before the first event, what the clock is; zero is the first event.
  mutating func begin(_ clock: Clock)

  /// Declares a device before its first event, and again when more is known of it.
  mutating func declare(_ device: Device, at index: Int)

  /// Declares an attribute before its first event, and again when more is known of it.
  mutating func declare(_ attribute: Attribute, at index: Int)

  /// Declares a connection, and again when more is known of it.
  mutating func declare(_ link: Link, at index: Int)

  /// Takes one event; `value` must not be kept.
  mutating func event(_ event: Event, _ value: RawSpan)

  /// Takes what the source lacks or breaks.
  mutating func note(_ note: Note)
}

extension EventSink where Self: ~Copyable {
  @inlinable public mutating func declare(_ link: Link, at index: Int) {}
}
