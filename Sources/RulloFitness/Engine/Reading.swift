public import RulloBase

/// The number of a field: three answers that must not be mixed up.
public enum Reading: Hashable, Sendable {
  /// The value does not have the field.
  case absent

  /// The field is there and says that the device has no number for it.
  case notAvailable

  /// The number, in the unit of the field.
  case number(ExactDecimal)

  /// The number, where there is one.
  public var value: ExactDecimal? {
    if case .number(let value) = self { value } else { nil }
  }
}

extension CharacteristicLayout {
  /// The number of a row, in the unit of its field; long fields have none.
  public func reading(row: Int, of value: DecodedValue) -> Reading {
    let table = table(of: value)
    guard value.contains(row: row), table.fields.indices.contains(row) else { return .absent }
    guard !table.isLong(row) else { return .absent }
    guard let integer = table.integer(row, of: value) else { return .notAvailable }
    return .number(table.fields[row].scale.value(of: integer))
  }

  /// The row with this key in the table that a value was decoded with.
  public func row(_ key: String, of value: DecodedValue) -> Int? {
    table(of: value).fields.firstIndex { $0.key.description == key }
  }
}

extension FieldTable {
  /// Whether a row keeps the place of its octets instead of an integer.
  func isLong(_ row: Int) -> Bool {
    switch steps[row].action {
    case .integer, .code, .slice: false
    case .fixed, .rest, .text, .list, .counted: true
    }
  }

  /// The integer of a row that is there, or `nil` for "not available".
  func integer(_ row: Int, of value: DecodedValue) -> Int64? {
    let field = fields[row]
    let step = steps[row]
    var raw = value.raw(row: row)
    if let slice = field.slice {
      let source = step.source < 0 ? value.flags : value.raw(row: Int(step.source))
      raw = source >> UInt32(slice.shift) & slice.mask
    }
    return plainRows[row].integer(raw, isNarrow: value.narrowRow == row)
  }
}
