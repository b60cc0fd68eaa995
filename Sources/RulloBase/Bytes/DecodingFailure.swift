/// Bytes that did not follow their format, with the field and where it stands.
public struct DecodingFailure: Error, Hashable, Sendable {
  /// What the bytes did instead of what the format asks.
  public enum Kind: String, Sendable, CaseIterable {
    /// The bytes end before or inside the field.
    case truncated
    /// A code that the table reserves.
    case reservedValue = "reserved_value"
    /// Text that is no UTF-8.
    case invalidUTF8 = "invalid_utf8"
    /// A length that does not fit its list.
    case invalidLength = "invalid_length"
    /// Flags that exclude each other are both set.
    case conflictingFlags = "conflicting_flags"
    /// A number outside the range that the table gives.
    case outOfRange = "out_of_range"
  }

  public let kind: Kind

  /// The key of the field that does not fit, as the tables name it (`instantaneous_power_w`).
  public let field: String

  /// Where the field starts, in octets from the start of the value.
  public let offset: Int

  /// Octets that the field needs and that are left, when it was cut.
  public let needed: Int
  public let available: Int

  public init(
    _ kind: Kind, field: String, offset: Int, needed: Int = 0, available: Int = 0
  ) {
    self.kind = kind
    self.field = field
    self.offset = offset
    self.needed = needed
    self.available = available
  }
}

extension DecodingFailure: CustomStringConvertible {
  public var description: String {
    switch kind {
    case .truncated:
      "truncated: \(field) at offset \(offset) needs \(needed)"
        + " \(needed == 1 ? "octet" : "octets"), \(available) left"
    case .reservedValue: "reserved value: \(field) at offset \(offset) holds a reserved code"
    case .invalidUTF8: "invalid UTF-8: \(field) at offset \(offset)"
    case .invalidLength: "invalid length: \(field) at offset \(offset)"
    case .conflictingFlags: "conflicting flags: \(field) at offset \(offset)"
    case .outOfRange: "out of range: \(field) at offset \(offset)"
    }
  }
}
