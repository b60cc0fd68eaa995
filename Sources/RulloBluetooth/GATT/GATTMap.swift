public import RulloBase

/// What stands behind the handles of some GATT servers, kept to name another capture's handles.
///
/// Discovery happens once; captures of a bonded device that reconnects do not hold it.
public struct GATTMap: Hashable, Sendable {
  /// One server: its services, characteristics and descriptors in the order of their handles.
  public struct Peer: Hashable, Sendable {
    public struct Service: Hashable, Sendable {
      public var uuid: BluetoothUUID
      public var start: UInt16
      public var end: UInt16

      public init(uuid: BluetoothUUID, start: UInt16, end: UInt16) {
        self.uuid = uuid
        self.start = start
        self.end = end
      }
    }

    public struct Characteristic: Hashable, Sendable {
      public var uuid: BluetoothUUID
      public var handle: UInt16
      /// 0 where no declaration was seen.
      public var declaration: UInt16
      public var properties: UInt8?

      public init(
        uuid: BluetoothUUID, handle: UInt16, declaration: UInt16 = 0, properties: UInt8? = nil
      ) {
        self.uuid = uuid
        self.handle = handle
        self.declaration = declaration
        self.properties = properties
      }
    }

    public struct Descriptor: Hashable, Sendable {
      public var uuid: BluetoothUUID
      public var handle: UInt16

      public init(uuid: BluetoothUUID, handle: UInt16) {
        self.uuid = uuid
        self.handle = handle
      }
    }

    /// As the capture has it: `F0:F1:F2:F3:F4:F5 random`; `nil` where only a handle is known.
    public var address: String?
    public var name: String?

    /// The value of the Database Hash (2B2A), which changes with the map; `nil` where none was seen.
    public var databaseHash: [UInt8]?
    public var services: [Service] = []
    public var characteristics: [Characteristic] = []
    public var descriptors: [Descriptor] = []

    public init(address: String? = nil, name: String? = nil) {
      self.address = address
      self.name = name
    }

    /// Whether a value or a descriptor stands behind the handle.
    func holds(_ handle: UInt16) -> Bool {
      characteristics.contains { $0.handle == handle }
        || descriptors.contains { $0.handle == handle }
    }

    /// What a note calls it.
    var title: String { name ?? address ?? "a device without a name" }
  }

  public var peers: [Peer] = []

  public init() {}

  /// The peer whose handles a server without a discovery has.
  ///
  /// The one of its address; else the only one that knows the handle in question. Phones and sensors
  /// change their addresses, so that another address is no proof against it.
  func peer(for identity: Device.Identity, knowing handle: UInt16) -> Peer? {
    if case .address(let address) = identity,
      let same = peers.first(where: { $0.address == address })
    {
      return same
    }
    let knowing = peers.filter { $0.holds(handle) }
    return knowing.count == 1 ? knowing.first : nil
  }
}
