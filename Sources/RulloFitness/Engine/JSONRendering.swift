public import RulloBase

extension CharacteristicLayout {
  /// Writes the members of the `fields` object, in wire order; `bytes` are those of the value.
  ///
  /// A field that is not in the value has no key; one that is "not available" is `null`.
  public func writeJSONFields(
    _ value: DecodedValue, _ bytes: RawSpan, to json: inout JSONWriter
  ) {
    let table = table(of: value)
    if let operations {
      writeOperation(operations, table, value, bytes, to: &json)
    } else if flagOctets > 0, value.count >= flagOctets {
      json.key("flags")
      json.number(Int64(value.flags))
    }
    if table.words.octets.isEmpty == false, operations == nil {
      json.key("layout")
      json.word(table.words.key)
    }
    for row in value.rows(of: table) {
      let plain = table.plainRows[row]
      switch plain.kind {
      case .number, .eventTime:
        json.key(plain.key)
        json.number(plain.number(value.raw[row], isNarrow: value.narrowRow == row))
      case .flag:
        json.key(plain.key)
        json.bool(value.flags & plain.mask != 0)
      case .other: table.writeJSON(row, of: value, bytes, to: &json)
      }
    }
    let reserved = value.flags & ~definedFlags
    if reserved != 0 {
      json.key("rfu_flags")
      json.number(Int64(reserved))
    }
    if value.trailingCount > 0 {
      json.key("trailing_hex")
      json.hex(bytes.extracting(bytes.range(value.consumed, value.trailingCount)))
    }
  }

  /// Writes the fault of a value as the member `error`; nothing where there is none.
  public func writeJSONError(_ value: DecodedValue, to json: inout JSONWriter) {
    failure(of: value)?.writeJSON(to: &json)
  }

  private func writeOperation(
    _ operations: Operations, _ table: FieldTable, _ value: DecodedValue, _ bytes: RawSpan,
    to json: inout JSONWriter
  ) {
    guard value.count > operations.offset else { return }
    let isUnknown = value.table == operations.unknown
    // Where known codes are printed by name alone, an unknown one still needs its number; behind
    // a header the code is a row of its own.
    let needsNumber = isUnknown && operations.offset == 0
    if let key = operations.numberKey ?? (needsNumber ? operations.key : nil) {
      json.key(key)
      json.number(Int64(value.opCode))
    }
    if let key = operations.nameKey {
      json.key(key)
      if isUnknown { json.null() } else { json.word(table.words.key) }
    }
  }
}

extension DecodingFailure {
  /// Writes the member `error` of an object.
  public func writeJSON(to json: inout JSONWriter) {
    json.key("error")
    json.beginObject()
    json.key("kind")
    json.string(kind.rawValue)
    json.key("field")
    json.string(field)
    json.key("offset")
    json.number(offset)
    json.endObject()
  }
}

extension FieldTable {
  fileprivate func writeJSON(
    _ row: Int, of value: DecodedValue, _ bytes: RawSpan, to json: inout JSONWriter
  ) {
    let field = fields[row]
    guard field.isInJSON else { return }
    if isLong(row) { return writeLongJSON(row, of: value, bytes, to: &json) }
    let integer = integer(row, of: value)
    switch field.content {
    case .encoding:
      let isNarrow = value.narrowRow == row - 1
      // Where two octets are the rule, only the exception is named.
      if fields[max(0, row - 1)].tolerance == .oneOctetInShortValue, !isNarrow { return }
      json.key(field.key)
      json.word(isNarrow ? "uint8" : "sint16")
    case .checksum:
      json.key(field.key)
      json.bool(Checksum.isRight(bytes, consumed: value.consumed))
    case .flag:
      // Only of another field: those of the flags are plain rows.
      json.key(field.key)
      json.bool(integer == 1)
    case .code(let codes):
      json.key(field.key)
      if let words = codes.name(of: value.code(integer)) {
        json.word(words.key)
      } else {
        json.null()
        json.key(dynamic: field.key.description + "_code")
        json.number(integer)
      }
    case .openCode(let codes, let numberKey):
      json.key(numberKey)
      json.number(integer)
      json.key(field.key)
      if let words = codes.name(of: value.code(integer)) {
        json.word(words.key)
      } else {
        json.null()
      }
    case .bitSet(let bits):
      json.key(field.key)
      json.number(integer)
      bits.writeJSON(value.code(integer), to: &json)
    default:
      json.key(field.key)
      json.number(integer.map(field.scale.value(of:)))
    }
  }

  private func writeLongJSON(
    _ row: Int, of value: DecodedValue, _ bytes: RawSpan, to json: inout JSONWriter
  ) {
    let field = fields[row]
    let place = Place(raw: value.raw(row: row))
    let part = bytes.extracting(bytes.range(place.offset, place.length))
    switch field.content {
    case .list(let key, _):
      json.key(key)
      json.beginArray()
      forEachElement(of: row, part) { element in json.number(element) }
      json.endArray()
    case .text:
      json.key(field.key)
      json.string(part.trimmedText)
    case .dateTime:
      json.key(field.key)
      json.string(part.dateTimeText)
    case .identifier:
      json.key(field.key)
      json.string(Hex.text(part.copied().reversed()))
    default:
      if place.length == 0, case .hex = field.content { return }
      json.key(field.key)
      json.hex(part)
    }
  }

  /// Calls `body` with each number of a list, in the unit of the field.
  func forEachElement(of row: Int, _ part: RawSpan, _ body: (ExactDecimal) -> Void) {
    let (field, step) = (fields[row], steps[row])
    var offset = 0
    while let wire = bytesOf(part, offset, step) {
      let raw = step.extended(wire, octets: Int(step.octets))
      let integer = step.isSigned ? Int64(Int32(bitPattern: raw)) : Int64(raw)
      body(field.scale.value(of: integer))
      offset += Int(step.octets)
    }
  }

  private func bytesOf(_ part: RawSpan, _ offset: Int, _ step: Step) -> UInt64? {
    step.octets == 0 ? nil : part.little(offset, octets: Int(step.octets))
  }
}

extension BitTable {
  fileprivate func writeJSON(_ bits: UInt32, to json: inout JSONWriter) {
    json.key(listKey)
    json.beginArray()
    for (bit, name) in names.enumerated() where bits & (1 << UInt32(bit)) != 0 {
      if let name { json.word(name.key) }
    }
    json.endArray()
    if bits & ~defined != 0 {
      json.key(reservedKey)
      json.number(Int64(bits & ~defined))
    }
  }
}

extension DecodedValue {
  /// The bit pattern of an integer that is a code or a set of bits.
  func code(_ integer: Int64?) -> UInt32 { UInt32(truncatingIfNeeded: integer ?? 0) }
}
