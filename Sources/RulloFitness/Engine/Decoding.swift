public import RulloBase

extension CharacteristicLayout {
  /// Reads what can be read; never throws, never allocates.
  ///
  /// A fault ends the fields where they no longer can be told apart and is kept in the value.
  public func decode(_ bytes: RawSpan) -> DecodedValue {
    var value = DecodedValue()
    value.count = bytes.byteCount
    decode(bytes, isTolerant: true, into: &value)
    return value
  }

  /// Reads a value that follows its table, or throws its first fault.
  ///
  /// Octets behind the last field and reserved bits are no faults.
  public func decodeStrictly(_ bytes: RawSpan) throws(DecodingFailure) -> DecodedValue {
    let value = decode(bytes, isTolerant: false)
    if let failure = failure(of: value) { throw failure }
    return value
  }

  /// The fault of a value, with the key of its field.
  public func failure(of value: DecodedValue) -> DecodingFailure? {
    guard let fault = value.fault else { return nil }
    return DecodingFailure(
      fault.kind, field: key(ofRow: fault.row, in: value).description, offset: fault.offset,
      needed: fault.needed, available: fault.available)
  }

  private func key(ofRow row: Int, in value: DecodedValue) -> StaticString {
    let fields = table(of: value).fields
    if fields.indices.contains(row) { return fields[row].key }
    return operations?.key ?? "flags"
  }

  /// The table that a value was decoded with.
  public func table(of value: DecodedValue) -> FieldTable {
    tables.indices.contains(value.table) ? tables[value.table] : tables[0]
  }

  func decode(_ bytes: RawSpan, isTolerant: Bool) -> DecodedValue {
    var value = DecodedValue()
    value.count = bytes.byteCount
    decode(bytes, isTolerant: isTolerant, into: &value)
    return value
  }

  /// Decodes into a value with nothing but its count: a result would be copied as a whole.
  @inline(__always)
  private func decode(_ bytes: RawSpan, isTolerant: Bool, into value: inout DecodedValue) {
    if let plan, plan.decode(bytes, into: &value) {
      if isTolerant, value.consumed < value.count, case .exactFit = variantRule {
        takeVariantThatFits(bytes, &value)
      }
      return
    }
    walk(bytes, isTolerant: isTolerant, into: &value)
  }

  /// Decodes row after row: what is no plain table, or is cut.
  @inline(never)
  private func walk(_ bytes: RawSpan, isTolerant: Bool, into value: inout DecodedValue) {
    var start = flagOctets
    if let operations {
      start = startOfOperation(operations, bytes, &value)
      if value.fault?.kind == .truncated { return }
    } else {
      value.table = preferred
      if isTolerant, case .length(bytes.byteCount) = variantRule { value.table = tables.count - 1 }
      if flagOctets > 0 {
        guard let flags = bytes.little(0, octets: flagOctets) else {
          value.note(.truncated, row: -1, at: 0, needed: flagOctets, available: value.count)
          return
        }
        value.flags = UInt32(truncatingIfNeeded: flags)
        if let exclusiveFlags, value.flags & exclusiveFlags == exclusiveFlags {
          value.note(.conflictingFlags, row: -1, at: 0)
        }
      }
    }
    let table = table(of: value)
    table.walk(bytes, from: start, into: &value)
    if isTolerant, value.fault?.kind == .truncated, let row = table.tolerantRow {
      var shorter = DecodedValue()
      (shorter.flags, shorter.table, shorter.count) = (value.flags, value.table, value.count)
      shorter.narrowRow = row
      table.walk(bytes, from: start, into: &shorter)
      // Only the value that is short by exactly this octet is taken for the other layout.
      if shorter.fault == nil, shorter.contains(row: row), shorter.consumed == shorter.count {
        value = shorter
      }
    }
  }

  /// Takes a value that leaves octets over for the other table, if that leaves none.
  @inline(never)
  private func takeVariantThatFits(_ bytes: RawSpan, _ value: inout DecodedValue) {
    guard value.flags & ~definedFlags == 0 else { return }
    var other = DecodedValue()
    (other.flags, other.table, other.count) = (value.flags, tables.count - 1, value.count)
    table(of: other).walk(bytes, from: flagOctets, into: &other)
    if other.fault == nil, other.consumed == other.count { value = other }
  }

  /// Picks the table for the op code and answers where its rows start.
  private func startOfOperation(
    _ operations: Operations, _ bytes: RawSpan, _ value: inout DecodedValue
  ) -> Int {
    guard let code = bytes.octet(operations.offset) else {
      // Rows in front of the op code are the same in every table: the first one finds the cut.
      if operations.offset == 0 {
        value.note(.truncated, row: -1, at: 0, needed: 1, available: 0)
      } else {
        tables[0].walk(bytes, from: 0, into: &value)
      }
      return 0
    }
    value.opCode = code
    value.table = Int(operations.tableOfCode[Int(code)])
    if value.table == operations.unknown {
      value.note(.reservedValue, row: -1, at: operations.offset)
    }
    return operations.offset == 0 ? 1 : 0
  }
}
