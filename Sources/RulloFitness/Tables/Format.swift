/// How many octets a field takes on the wire, and whether they carry a sign.
public struct Format: Hashable, Sendable {
  /// Octets on the wire; 0 for a field that is a part of other octets.
  public let octets: Int
  public let isSigned: Bool

  /// A bit of the flags that makes the field one octet longer.
  public let widerWhenSet: Int?

  public init(octets: Int, isSigned: Bool = false, widerWhenSet: Int? = nil) {
    self.octets = octets
    self.isSigned = isSigned
    self.widerWhenSet = widerWhenSet
  }

  public static let uint8 = Format(octets: 1)
  public static let uint16 = Format(octets: 2)
  public static let uint24 = Format(octets: 3)
  public static let uint32 = Format(octets: 4)
  public static let sint8 = Format(octets: 1, isSigned: true)
  public static let sint16 = Format(octets: 2, isSigned: true)

  /// No octets of its own.
  public static let none = Format(octets: 0)

  /// Whether `value` can be sent in this many octets.
  func holds(_ value: Int64, octets: Int) -> Bool {
    Format(octets: octets, isSigned: isSigned).saturated(value) == value
  }

  /// The value nearest to `value` that can be sent.
  func saturated(_ value: Int64) -> Int64 {
    let bits = Int64(min(max(octets, 0), 4) * 8)
    let count = Int64(1) << bits
    return isSigned ? min(max(value, -count / 2), count / 2 - 1) : min(max(value, 0), count - 1)
  }
}

/// What a tolerant decoder may take instead of the octets that the table asks for.
public enum Tolerance: Hashable, Sendable {
  case none

  /// One unsigned octet where exactly one is left; both forms are in use and both are valid.
  case oneOctetAtEnd

  /// One unsigned octet where the whole value is one octet shorter than its flags ask for.
  case oneOctetInShortValue
}
