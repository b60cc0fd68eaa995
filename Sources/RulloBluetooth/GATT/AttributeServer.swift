internal import RulloBase

/// One GATT server as the capture shows it: what discovery named, and what its handles stand for.
@usableFromInline
internal struct AttributeServer: Sendable {
  /// The index of the device in the emitter.
  @usableFromInline internal var device: Int
  @usableFromInline internal var handles = HandleTable()
  internal var database = GATTDatabase()

  /// The attributes of configurations and declarations that were read, by handle.
  internal var auxiliaries: [UInt16: Int] = [:]

  /// Whether the map was learned in an earlier connection and nothing was discovered in this one.
  internal var isFromEarlierConnection = false

  /// Whether the map is that of a file, because the capture holds no discovery.
  internal var isFromMap = false

  /// Whether the map of a file was found to be another database's.
  internal var refusesMap = false

  /// The last Database Hash that was read, and that of the map's file.
  internal var databaseHash: [UInt8]?
  internal var mappedHash: [UInt8]?

  /// Whether the hash was read in this connection and is the same as before.
  internal var isHashConfirmed = false

  /// Octets of a device information string read so far, for reads in several parts.
  internal var longRead: (handle: UInt16, bytes: [UInt8]) = (0, [])

  @usableFromInline internal init(device: Int) { self.device = device }

  /// Forgets the map when a new discovery begins after a reconnection: handles may have moved.
  internal mutating func discoveryBegins() {
    if isFromEarlierConnection || isFromMap { forget() }
  }

  /// Forgets what the handles stand for.
  internal mutating func forget() {
    isFromEarlierConnection = false
    isFromMap = false
    handles = HandleTable()
    database = GATTDatabase()
    auxiliaries = [:]
  }
}

/// The stream behind one handle of one connection, as it was last met.
@usableFromInline
internal struct RecentStream: Sendable {
  @usableFromInline internal var key: UInt64 = .max
  @usableFromInline internal var attribute: Int32 = -1
  @usableFromInline internal var device: Int32 = -1

  @usableFromInline internal init() {}

  /// The place of a key among sixteen; connections with the same handles have different ones.
  @inlinable @inline(__always)
  internal static func place(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key ^ key >> 15) & 15)
  }

  /// Adapter, link, side and handle in one number that no connection's key has.
  @inlinable @inline(__always)
  internal static func key(
    adapter: UInt16, link: UInt32, isSent: Bool, _ handle: UInt16
  ) -> UInt64 {
    1 << 63 | UInt64(adapter) << 32 | UInt64(link) << 17 | (isSent ? 1 << 16 : 0) | UInt64(handle)
  }

  /// Connection, side and handle in one number.
  @inlinable @inline(__always)
  internal static func key(_ connection: Int, isSent: Bool, _ handle: UInt16) -> UInt64 {
    UInt64(truncatingIfNeeded: connection) << 17 | (isSent ? 1 << 16 : 0) | UInt64(handle)
  }
}

/// A request that waits for its response on one bearer.
@usableFromInline
internal struct PendingRequest: Sendable {
  internal var opcode: UInt8 = 0
  internal var attribute = -1
  internal var handle: UInt16 = 0
  internal var offset = 0
  /// The attribute type that a discovery request asks for.
  internal var type: BluetoothUUID?
  /// The service UUID that a Find By Type Value request looks for.
  internal var wanted: BluetoothUUID?
  /// The handles of a request that reads several values.
  internal var handles: [UInt16] = []
  internal var source = SourceReference(.packet, 0)
}

/// One connection of the host, known from its events or from its ACL data alone.
@usableFromInline
internal struct HostConnection: Sendable {
  /// Positions in the stack's list of servers: the peer's, and the host's own.
  @usableFromInline internal var remote: Int
  @usableFromInline internal var local: Int

  internal var link: Int

  /// The packet that opened it, and the events until then; `nil` where no earlier one is known.
  internal var opening: (packet: Int, events: Int)?
  @usableFromInline internal var sentFragments = FragmentBuffer()
  @usableFromInline internal var receivedFragments = FragmentBuffer()
  /// Where the direction is unknown, a continuation goes the way of the last start.
  @usableFromInline internal var lastStart = Packet.Direction.received

  /// The request that the host has sent, and the one that it has received.
  internal var sentRequest: PendingRequest?
  internal var receivedRequest: PendingRequest?
  internal var offeredMTU = 23

  /// Parts of prepared writes, by the side that sent them.
  internal var sentParts: [PreparedPart] = []
  internal var receivedParts: [PreparedPart] = []

  @usableFromInline
  internal init(remote: Int, local: Int, link: Int) {
    self.remote = remote
    self.local = local
    self.link = link
  }
}

/// One part of a prepared write.
internal struct PreparedPart: Sendable {
  var attribute: Int
  var bytes: [UInt8]
}
