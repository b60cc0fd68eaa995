public import RulloBase

/// An ANT message with a page of FE-C (6E40FEC2 notified, 6E40FEC3 written).
///
/// Thirteen octets: `A4 09`, message, channel, page of eight, exclusive or of all before.
public struct FitnessEquipmentFrame: Hashable, Sendable {
  /// 4E is sent by trainers, 4F asks for an acknowledgement.
  public var messageID: UInt8
  public var channel: UInt8
  public var page: FitnessEquipmentPage

  /// Whether the checksum of a frame that was decoded is right; a wrong one is not sent again.
  public private(set) var isChecksumRight = true

  public init(_ page: FitnessEquipmentPage, messageID: UInt8 = 0x4F, channel: UInt8 = 5) {
    (self.page, self.messageID, self.channel) = (page, messageID, channel)
  }

  /// Decodes a frame; octets behind it are left out, unknown pages and wrong checksums are kept.
  public init(decoding bytes: some Collection<UInt8>) throws(DecodingFailure) {
    let octets = Array(bytes)
    let value = octets.withRawSpan { Self.layout.decode($0, isTolerant: false) }
    if let failure = Self.layout.failure(of: value), failure.kind != .reservedValue {
      throw failure
    }
    guard octets.count >= Self.length else {
      throw DecodingFailure(
        .truncated, field: "page_data_hex", offset: 5, needed: Self.length - 5,
        available: octets.count - 5)
    }
    (messageID, channel) = (octets[2], octets[3])
    page = FitnessEquipmentPage(value, octets)
    isChecksumRight = Self.checksum(octets.prefix(Self.length - 1)) == octets[Self.length - 1]
  }

  /// The octets to write or to notify.
  public var encoded: [UInt8] {
    let head: [UInt8] = [0xA4, 9, messageID, channel, page.number]
    let frame: [UInt8]
    if case .other(_, let octets) = page {
      frame = head + (octets + [UInt8](repeating: 0xFF, count: 7)).prefix(7)
    } else {
      let integers = head.map(Int64.init) + page.integers
      frame = Self.layout.encodeOperation(page.number, integers)
    }
    return frame + [Self.checksum(frame[...])]
  }

  private static let length = 13

  private static func checksum(_ octets: ArraySlice<UInt8>) -> UInt8 { octets.reduce(0, ^) }

  /// Both characteristics have the same table.
  public static var layout: CharacteristicLayout { .tacxWrite }
}
