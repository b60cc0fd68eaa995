/// What a capture's packets are, counted; tells why a capture without events has none.
@frozen public struct PacketCensus: Hashable, Sendable {
  /// Records of every kind.
  public var packets = 0
  public var acl = 0
  public var network = 0
  public var advertisingReports = 0

  /// Packets of radio captures, and among them: those whose checksum does not fit, those that could
  /// not be read for their encryption, and those that repeat the one before.
  public var air = 0
  public var damaged = 0
  public var encrypted = 0
  public var repeated = 0

  /// Requests, commands, answers and values of the attribute protocol whose stream was not known yet:
  /// 0 only where there were none at all.
  public var attributePDUs = 0

  /// Records of a link or a kind that is not read.
  public var unread = 0

  /// Connections that were made or are known from their data.
  public var connections = 0

  @inlinable public init() {}
}
