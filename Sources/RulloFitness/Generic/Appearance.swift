internal import RulloBase

/// What a device looks like (2A01): ten bits of category over six bits of subtype.
public struct Appearance: FieldRecord {
  /// The rows of the table, in wire order.
  public enum Row: Int, CaseIterable, Sendable {
    case appearance, category, subtype
  }

  public static var layout: CharacteristicLayout { .appearance }
  public var storage: FieldStorage

  public init(storage: FieldStorage) { self.storage = storage }

  public init(category: UInt16, subtype: UInt8) {
    self.init()
    code = category << 6 | UInt16(subtype & 0x3F)
  }

  /// The number as sent; 1152 is cycling.
  public var code: UInt16 {
    get { storage.value.unsigned(Row.appearance.rawValue) }
    set { self[.appearance] = ExactDecimal(Int64(newValue)) }
  }

  /// 18 is cycling.
  public var category: UInt16 { code >> 6 }

  /// 5 of cycling is a sensor of speed and cadence.
  public var subtype: UInt8 { UInt8(truncatingIfNeeded: code & 0x3F) }
}
