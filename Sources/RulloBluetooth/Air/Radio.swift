/// What a radio capture says of one packet beside its octets.
@frozen public struct Radio: Hashable, Sendable {
  /// Facts that a sniffer states, each only where it does.
  @frozen public struct Facts: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The sniffer has checked the CRC.
    public static let crcChecked = Facts(rawValue: 1)
    /// The CRC that it has checked fits.
    public static let crcValid = Facts(rawValue: 2)
    /// The octets are plain text although the link is encrypted: the sniffer had the key.
    public static let decrypted = Facts(rawValue: 4)
    /// The sniffer knows that the packet is encrypted and has no key.
    public static let encrypted = Facts(rawValue: 8)
  }

  /// The radio channel, in whatever way the sniffer counts it: only a change matters.
  public var channel: UInt8

  public var facts: Facts

  /// The channel of packets whose capture does not tell it.
  @inlinable public static var unknownChannel: UInt8 { 0xFF }

  @inlinable
  public init(channel: UInt8 = Radio.unknownChannel, _ facts: Facts = []) {
    self.channel = channel
    self.facts = facts
  }
}
