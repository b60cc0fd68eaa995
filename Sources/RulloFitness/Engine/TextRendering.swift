public import RulloBase

extension CharacteristicLayout {
  /// Writes a value on one line for people, in wire order; `bytes` are those of the value.
  ///
  /// Absent fields are left out; "not available", reserved bits, octets behind the last field and
  /// faults are said.
  public func writeText(_ value: DecodedValue, _ bytes: RawSpan, to text: inout TextBuffer) {
    let table = table(of: value)
    var line = TextLine(isOperation: operations != nil)
    if let operations, value.count > operations.offset {
      line.writeOperation(self, table, value, to: &text)
    }
    for row in value.rows(of: table) {
      // The words of a response are its op code and its result.
      if table.isResponse, row < 2 { continue }
      let plain = table.plainRows[row]
      if plain.kind == .other {
        line.write(table, row, of: value, bytes, to: &text)
      } else {
        line.write(plain, row, of: value, to: &text)
      }
    }
    line.writeRemarks(self, value, bytes, to: &text)
  }
}

/// Puts the right separator in front of each part of a line.
private struct TextLine {
  private let isOperation: Bool
  private var isEmpty = true
  private var hasParameter = false

  init(isOperation: Bool) { self.isOperation = isOperation }

  private mutating func separate(to text: inout TextBuffer) {
    if isOperation, !hasParameter {
      if !isEmpty { text.append(": " as StaticString) }
    } else if !isEmpty {
      text.append(isOperation ? ", " as StaticString : " · " as StaticString)
    }
    (isEmpty, hasParameter) = (false, true)
  }

  /// A part that is no field: always behind a dot.
  private mutating func remark(to text: inout TextBuffer) {
    if !isEmpty { text.append(" · " as StaticString) }
    (isEmpty, hasParameter) = (false, true)
  }

  mutating func writeOperation(
    _ layout: CharacteristicLayout, _ table: FieldTable, _ value: DecodedValue,
    to text: inout TextBuffer
  ) {
    isEmpty = false
    guard value.table != layout.operations?.unknown else {
      let isFrame = layout.operations?.offset != 0
      text.append(isFrame ? "page 0x" as StaticString : "op 0x" as StaticString)
      text.append(hexOctet: value.opCode)
      return text.append(" (reserved)" as StaticString)
    }
    guard table.isResponse, value.contains(row: 0) else {
      return text.append(bytes: table.words.octets)
    }
    let request = UInt8(truncatingIfNeeded: value.raw(row: 0))
    if let words = layout.operationWords(request) {
      text.append(bytes: words.octets)
    } else {
      text.append("op 0x" as StaticString)
      text.append(hexOctet: request)
    }
    guard value.contains(row: 1) else { return }
    text.append(" = " as StaticString)
    table.writeCode(1, of: value, to: &text)
  }

  /// A number, the time that belongs to the number before it, or a yes out of the flags.
  mutating func write(
    _ plain: PlainRow, _ row: Int, of value: DecodedValue, to text: inout TextBuffer
  ) {
    let raw = value.raw[row]
    switch plain.kind {
    case .flag:
      guard value.flags & plain.mask != 0 else { return }
      separate(to: &text)
      text.append(plain.label)
    case .eventTime:
      text.append(" @ " as StaticString)
      text.append(Int64(raw))
      text.append(byte: 0x2F)
      text.append(plain.ticksPerSecond)
      text.append(" s" as StaticString)
    case .number, .other:
      separate(to: &text)
      text.append(label: plain.label)
      guard let number = plain.number(raw, isNarrow: value.narrowRow == row) else {
        return text.append("not available" as StaticString)
      }
      text.append(number)
      text.append(unit: plain.unit)
    }
  }

  mutating func write(
    _ table: FieldTable, _ row: Int, of value: DecodedValue, _ bytes: RawSpan,
    to text: inout TextBuffer
  ) {
    let field = table.fields[row]
    switch field.content {
    case _ where field.textForm == .hidden: return
    case .flag where table.integer(row, of: value) != 1: return
    case .flag:
      separate(to: &text)
      text.append(field.label)
    case .checksum:
      if Checksum.isRight(bytes, consumed: value.consumed) { return }
      separate(to: &text)
      text.append("checksum wrong" as StaticString)
    case .encoding:
      let isNarrow = value.narrowRow == row - 1
      if table.fields[max(0, row - 1)].tolerance == .oneOctetInShortValue, !isNarrow { return }
      text.append(isNarrow ? " (uint8)" as StaticString : " (sint16)" as StaticString)
    case .code where field.textForm == .qualifier:
      text.append(" (" as StaticString)
      table.writeCode(row, of: value, to: &text)
      text.append(byte: 0x29)
    case .hex where Place(raw: value.raw(row: row)).length == 0: return
    default:
      separate(to: &text)
      text.append(label: field.label)
      table.writeContent(row, of: value, bytes, to: &text)
    }
  }

  mutating func writeRemarks(
    _ layout: CharacteristicLayout, _ value: DecodedValue, _ bytes: RawSpan,
    to text: inout TextBuffer
  ) {
    let words = layout.table(of: value).words
    if !isOperation, !words.octets.isEmpty {
      remark(to: &text)
      text.append("layout " as StaticString)
      text.append(bytes: words.octets)
    }
    let reserved = value.flags & ~layout.definedFlags
    if isEmpty, reserved == 0, value.trailingCount == 0, value.fault == nil {
      text.append("no fields" as StaticString)
    }
    if reserved != 0 {
      remark(to: &text)
      text.append("reserved flags 0x" as StaticString)
      text.append(hex: reserved)
    }
    let count = value.trailingCount
    if count > 0 {
      remark(to: &text)
      text.append(count)
      text.append(count == 1 ? " trailing octet " as StaticString : " trailing octets ")
      text.append(hex: bytes.extracting(bytes.range(value.consumed, count)), separator: 0x20)
    }
    // Reserved codes are said where they stand.
    if let failure = layout.failure(of: value), failure.kind != .reservedValue {
      remark(to: &text)
      text.append(failure.description)
    }
  }
}

extension CharacteristicLayout {
  /// The name of an op code, or `nil` for one that the table reserves.
  public func operationWords(_ code: UInt8) -> Words? {
    guard let operations else { return nil }
    let index = Int(operations.tableOfCode[Int(code)])
    return index == operations.unknown ? nil : tables[index].words
  }
}
