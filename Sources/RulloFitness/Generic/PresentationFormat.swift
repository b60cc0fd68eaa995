internal import RulloBase

/// How the number of a characteristic is written (2904, Characteristic Presentation Format).
public struct PresentationFormat: FieldRecord {
  /// The rows of the table, in wire order.
  public enum Row: Int, CaseIterable, Sendable {
    case format, exponent, unit, nameSpace, description
  }

  public static var layout: CharacteristicLayout { .presentationFormat }
  public var storage: FieldStorage

  public init(storage: FieldStorage) { self.storage = storage }

  /// The code of the number format; 06 is an unsigned integer of 16 bits.
  public var format: UInt8 {
    get { storage.value.octet(Row.format.rawValue) }
    set { self[.format] = ExactDecimal(Int64(newValue)) }
  }

  /// The value is the integer times ten to this power.
  public var exponent: Int8 {
    get { Int8(truncatingIfNeeded: storage.value.raw(row: Row.exponent.rawValue)) }
    set { self[.exponent] = ExactDecimal(Int64(newValue)) }
  }

  /// The 16-bit UUID of the unit; 2726 is the watt.
  public var unit: UInt16 {
    get { storage.value.unsigned(Row.unit.rawValue) }
    set { self[.unit] = ExactDecimal(Int64(newValue)) }
  }

  /// Who gives meaning to the description; 1 is the Bluetooth SIG.
  public var nameSpace: UInt8 {
    get { storage.value.octet(Row.nameSpace.rawValue) }
    set { self[.nameSpace] = ExactDecimal(Int64(newValue)) }
  }

  /// The code of the description in its name space.
  public var descriptionCode: UInt16 {
    get { storage.value.unsigned(Row.description.rawValue) }
    set { self[.description] = ExactDecimal(Int64(newValue)) }
  }
}
