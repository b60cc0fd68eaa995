public import RulloBase

extension FieldRecord {
  /// The numbers of a list in its unit; empty where the row is absent or no list.
  public func numbers(of row: Row) -> [ExactDecimal] {
    let table = Self.layout.table(of: storage.value)
    guard case .list? = content(of: row, in: table) else { return [] }
    let place = Place(raw: storage.value.raw(row: row.rawValue))
    var numbers: [ExactDecimal] = []
    storage.source.withRawSpan { bytes in
      let part = bytes.extracting(bytes.range(place.offset, place.length))
      table.forEachElement(of: row.rawValue, part) { numbers.append($0) }
    }
    return numbers
  }

  /// The text of a row, without NUL octets behind it; `nil` where the row is absent or no text.
  public func text(of row: Row) -> String? {
    let table = Self.layout.table(of: storage.value)
    guard case .text? = content(of: row, in: table) else { return nil }
    let place = Place(raw: storage.value.raw(row: row.rawValue))
    return storage.source.withRawSpan { bytes in
      bytes.extracting(bytes.range(place.offset, place.length)).trimmedText
    }
  }

  private func content(of row: Row, in table: FieldTable) -> Content? {
    guard storage.value.contains(row: row.rawValue), table.fields.indices.contains(row.rawValue)
    else { return nil }
    return table.fields[row.rawValue].content
  }
}
