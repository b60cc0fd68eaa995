/// One record of a capture; its octets travel beside it, borrowed from the reader's buffer.
@frozen public struct Packet: Sendable {
  /// What the octets are.
  @frozen public enum Content: UInt8, Sendable {
    case command, event, acl, sco, iso
    /// A link-layer packet of a radio capture, from its access address on.
    case air
    /// A network frame, starting with its Ethernet header.
    case ethernet
    /// A Linux monitor record about an adapter or a program; no traffic.
    case monitorNote
    /// A note of Apple's PacketLogger, or a packet between two link managers; no traffic.
    case loggerNote
    /// A record of a kind that this version does not read.
    case other
  }

  /// Which way the packet went, as seen from the host that made the capture.
  @frozen public enum Direction: UInt8, Sendable {
    case sent, received, unknown
  }

  /// The position in the file, from 1: the number that Wireshark shows.
  public var number: Int

  /// Nanoseconds since the first record of the file.
  public var time: Int64

  public var content: Content
  public var direction: Direction

  /// The index of the Bluetooth adapter, or of the capture interface.
  public var adapter: UInt16

  /// What a radio capture says of the packet beside its octets.
  public var radio = Radio()

  /// Octets that the packet had and the capture does not hold.
  public var cut: Int

  /// What the container itself calls the record: a monitor's op code, PacketLogger's or H4's type.
  public var recordType: UInt16 = 0

  /// Packets that the capture says it lost right before this one.
  public var dropped: UInt32 = 0

  @inlinable
  public init(
    number: Int, time: Int64, content: Content, direction: Direction, adapter: UInt16 = 0,
    cut: Int = 0
  ) {
    self.number = number
    self.time = time
    self.content = content
    self.direction = direction
    self.adapter = adapter
    self.cut = cut
  }
}

/// Takes the records of a capture in file order.
public protocol PacketSink: ~Copyable {
  /// Says, once and before the first record, what the capture's clock is.
  mutating func begin(_ clock: Clock)

  /// Takes one record; `bytes` must not be kept.
  mutating func packet(_ packet: Packet, _ bytes: RawSpan)

  /// Takes what the capture lacks or breaks.
  mutating func note(_ note: Note)
}
