internal import RulloBase

/// A System ID (2A23): who made a device, and which of the maker's devices it is.
public struct SystemID: FieldRecord {
  /// The rows of the table, in wire order.
  public enum Row: Int, CaseIterable, Sendable {
    case manufacturerIdentifier, organizationallyUniqueIdentifier
  }

  public static var layout: CharacteristicLayout { .systemID }
  public var storage: FieldStorage

  public init(storage: FieldStorage) { self.storage = storage }

  /// Both are sent least significant octet first; 40 and 24 bits are sent.
  public init(manufacturerIdentifier: UInt64, organizationallyUniqueIdentifier: UInt32) {
    let low = (0..<5).map { UInt8(truncatingIfNeeded: manufacturerIdentifier >> (8 * $0)) }
    let high = (0..<3).map {
      UInt8(truncatingIfNeeded: organizationallyUniqueIdentifier >> (8 * $0))
    }
    self.init(tolerating: low + high)
  }

  /// 40 bits, given by the manufacturer.
  public var manufacturerIdentifier: UInt64 { number(of: .manufacturerIdentifier) }

  /// 24 bits, given by the IEEE.
  public var organizationallyUniqueIdentifier: UInt32 {
    UInt32(truncatingIfNeeded: number(of: .organizationallyUniqueIdentifier))
  }

  private func number(of row: Row) -> UInt64 {
    storage.value.octets(row.rawValue, of: storage.source).reversed()
      .reduce(0) { $0 << 8 | UInt64($1) }
  }
}
