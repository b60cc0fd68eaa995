/// The UUID of a service, a characteristic or a descriptor.
///
/// Prints as four upper-case digits (`2AD2`) where it stands in the Bluetooth base range, else in
/// full and lower case.
@frozen public struct BluetoothUUID: Hashable, Sendable {
  /// The first eight octets in the order of the text form.
  public let high: UInt64

  /// The last eight octets in the order of the text form.
  public let low: UInt64

  @usableFromInline internal static let baseHigh: UInt64 = 0x0000_0000_0000_1000
  @usableFromInline internal static let baseLow: UInt64 = 0x8000_0080_5F9B_34FB

  @inlinable
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A UUID of the Bluetooth base range 0000xxxx-0000-1000-8000-00805F9B34FB.
  @inlinable
  public init(_ short: UInt16) {
    high = Self.baseHigh | UInt64(short) << 32
    low = Self.baseLow
  }

  /// The 16-bit form, where the UUID has one.
  @inlinable
  public var short: UInt16? {
    guard low == Self.baseLow, high & 0xFFFF_0000_FFFF_FFFF == Self.baseHigh else { return nil }
    return UInt16(truncatingIfNeeded: high >> 32)
  }

  /// Reads 2, 4 or 16 octets in the little-endian order of ATT.
  @inlinable
  public init?(littleEndian bytes: RawSpan, at offset: Int = 0, octets: Int) {
    switch octets {
    case 2:
      guard let short = bytes.u16le(offset) else { return nil }
      self.init(short)
    case 4:
      guard let value = bytes.u32le(offset) else { return nil }
      self.init(high: Self.baseHigh | UInt64(value) << 32, low: Self.baseLow)
    case 16:
      guard let low = bytes.u64le(offset), let high = bytes.u64le(offset + 8) else { return nil }
      self.init(high: high, low: low)
    default: return nil
    }
  }

  /// Reads 16 octets in the order of the text form, as Direct Connect sends them.
  @inlinable
  public init?(bigEndian bytes: RawSpan, at offset: Int = 0) {
    guard let high = bytes.u64be(offset), let low = bytes.u64be(offset + 8) else { return nil }
    self.init(high: high, low: low)
  }

  /// Reads `2AD2`, `0x2AD2`, eight digits, or the full form with or without dashes.
  public init?(_ text: some StringProtocol) {
    var digits: [UInt8] = []
    var characters = text.utf8[...]
    if text.hasPrefix("0x") || text.hasPrefix("0X") { characters = characters.dropFirst(2) }
    for character in characters where character != 0x2D {
      guard let digit = Hex.digit(character), digits.count < 32 else { return nil }
      digits.append(digit)
    }
    let value = { (range: Range<Int>) in
      digits[range].reduce(UInt64(0)) { $0 << 4 | UInt64($1) }
    }
    switch digits.count {
    case 4 where characters.count == 4, 8 where characters.count == 8:
      self.init(high: Self.baseHigh | value(0..<digits.count) << 32, low: Self.baseLow)
    case 32: self.init(high: value(0..<16), low: value(16..<32))
    default: return nil
    }
  }

  /// The octets as ATT sends them: two for the short form, else sixteen, least significant first.
  public var littleEndianBytes: [UInt8] {
    if let short { return [UInt8(truncatingIfNeeded: short), UInt8(short >> 8)] }
    return bigEndianBytes.reversed()
  }

  /// The sixteen octets in the order of the text form.
  public var bigEndianBytes: [UInt8] {
    [high, low].flatMap { half in
      (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) }
    }
  }
}

extension BluetoothUUID: CustomStringConvertible {
  public var description: String {
    if let short { return Hex.text([UInt8(short >> 8), UInt8(truncatingIfNeeded: short)]) }
    let digits = Array(Hex.text(bigEndianBytes).lowercased())
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
    return groups.map { String(digits[$0]) }.joined(separator: "-")
  }
}

extension BluetoothUUID: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: UInt16) { self.init(value) }
}
