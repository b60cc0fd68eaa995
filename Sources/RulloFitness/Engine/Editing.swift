internal import RulloBase

extension CharacteristicLayout {
  /// The value that has just what these flags ask for, all integers 0.
  func empty(flags: UInt32) -> DecodedValue {
    var value = DecodedValue()
    value.table = preferred
    value.flags = flags
    completeRows(of: &value)
    return value
  }

  /// A value with the fields of both, those of `part` where both have one.
  func merged(_ record: DecodedValue, with part: DecodedValue) -> DecodedValue {
    var merged = record
    // Bit 0 is *More Data*: it says the same of the whole as of the last part.
    merged.flags = (record.flags | part.flags) & ~1 | part.flags & 1
    // The part with a field of the wider table is the only one that tells which table it is.
    merged.table = max(record.table, part.table)
    for row in table(of: part).fields.indices where part.contains(row: row) {
      merged.set(part.raw(row: row), row: row)
    }
    if let row = part.narrowRow { merged.narrowRow = row }
    completeRows(of: &merged)
    return merged
  }

  /// Makes exactly those rows present that the flags ask for, new ones as "not available" or 0.
  private func completeRows(of value: inout DecodedValue) {
    let table = table(of: value)
    let before = value
    value.presence = 0
    value.consumed = flagOctets
    for row in table.fields.indices {
      let step = table.steps[row]
      guard step.isPresent(row: row, in: value, hasMore: false) else { continue }
      if step.action == .slice, step.source >= 0, !value.contains(row: Int(step.source)) {
        continue
      }
      if before.contains(row: row) {
        value.set(before.raw(row: row), row: row)
      } else {
        value.set(table.wire(table.fields[row].notAvailable ?? 0, row: row), row: row)
      }
      value.consumed +=
        table.isLong(row)
        ? Place(raw: value.raw(row: row)).length : step.octets(row: row, in: value)
    }
    value.count = value.consumed + before.trailingCount
    value.fault = nil
  }

  func set(_ number: ExactDecimal?, row: Int, of value: inout DecodedValue) {
    let table = table(of: value)
    guard table.fields.indices.contains(row), !table.isLong(row) else { return }
    let (field, step) = (table.fields[row], table.steps[row])
    guard step.action != .slice else {
      return set(number, slice: field, source: Int(step.source), of: &value)
    }
    setPresence(number != nil, of: step, in: &value)
    guard let number, value.contains(row: row) else { return }
    if value.narrowRow == row { value.narrowRow = nil }
    let raw = Format(
      octets: step.octets(row: row, in: value), isSigned: step.isSigned
    ).saturated(field.scale.raw(of: number))
    value.set(UInt32(truncatingIfNeeded: raw), row: row)
  }

  func setNotAvailable(row: Int, of value: inout DecodedValue) -> Bool {
    let table = table(of: value)
    guard table.fields.indices.contains(row), let raw = table.fields[row].notAvailable else {
      return false
    }
    setPresence(true, of: table.steps[row], in: &value)
    value.set(table.wire(raw, row: row), row: row)
    return true
  }

  private func setPresence(_ isPresent: Bool, of step: Step, in value: inout DecodedValue) {
    guard step.mask != 0 else { return }
    value.flags =
      isPresent == (step.expected != 0) ? value.flags | step.mask : value.flags & ~step.mask
    completeRows(of: &value)
  }

  /// Sets the bits of a field that is a part of the flags or of another field.
  private func set(
    _ number: ExactDecimal?, slice field: Field, source: Int, of value: inout DecodedValue
  ) {
    guard let slice = field.slice, let number else { return }
    let bits = UInt32(truncatingIfNeeded: field.scale.raw(of: number)) & slice.mask
    let shift = UInt32(slice.shift)
    if source < 0 {
      value.flags = value.flags & ~(slice.mask << shift) | bits << shift
      completeRows(of: &value)
    } else if value.contains(row: source) {
      let raw = value.raw(row: source) & ~(slice.mask << shift) | bits << shift
      value.set(raw, row: source)
    }
  }

  func refusal(of number: ExactDecimal, row: Int, in value: DecodedValue) -> EncodingFailure {
    let fields = table(of: value).fields
    guard fields.indices.contains(row) else { return EncodingFailure(field: "", raw: 0) }
    return EncodingFailure(
      field: fields[row].key.description, raw: fields[row].scale.raw(of: number))
  }

  func hasLongFields(_ value: DecodedValue) -> Bool {
    let table = table(of: value)
    return table.fields.indices.contains { value.contains(row: $0) && table.isLong($0) }
  }
}

extension FieldTable {
  /// An integer as sent in the form that a decoded value keeps.
  func wire(_ raw: UInt32, row: Int) -> UInt32 {
    steps[row].extended(UInt64(raw), octets: Int(steps[row].octets))
  }
}
