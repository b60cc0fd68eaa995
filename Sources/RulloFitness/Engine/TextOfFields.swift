internal import RulloBase

extension FieldTable {
  /// Writes the value of a field, with its unit.
  func writeContent(
    _ row: Int, of value: DecodedValue, _ bytes: RawSpan, to text: inout TextBuffer
  ) {
    let field = fields[row]
    if isLong(row) { return writeLong(row, of: value, bytes, to: &text) }
    guard let integer = integer(row, of: value) else {
      return text.append("not available" as StaticString)
    }
    switch field.content {
    case .code, .openCode: writeCode(row, of: value, to: &text)
    case .bitSet(let bits): bits.write(UInt32(truncatingIfNeeded: integer), to: &text)
    default:
      text.append(field.scale.value(of: integer))
      text.append(unit: field.unit)
    }
  }

  /// Writes the name of a code, or its number where the table reserves it.
  func writeCode(_ row: Int, of value: DecodedValue, to text: inout TextBuffer) {
    let code = UInt32(truncatingIfNeeded: integer(row, of: value) ?? 0)
    let words: Words? =
      switch fields[row].content {
      case .code(let codes), .openCode(let codes, _): codes.name(of: code)
      default: nil
      }
    if let words { return text.append(bytes: words.octets) }
    text.append("0x" as StaticString)
    text.append(hex: code)
    text.append(" (reserved)" as StaticString)
  }

  private func writeLong(
    _ row: Int, of value: DecodedValue, _ bytes: RawSpan, to text: inout TextBuffer
  ) {
    let field = fields[row]
    let place = Place(raw: value.raw(row: row))
    let part = bytes.extracting(bytes.range(place.offset, place.length))
    switch field.content {
    case .text: text.append(quoted: part.trimmedText)
    case .dateTime: text.append(part.dateTimeText)
    case .identifier: text.append(Hex.text(part.copied().reversed()))
    case .list(_, let ticksPerSecond):
      if part.isEmpty { return text.append("none" as StaticString) }
      writeList(row, part, ticksPerSecond, to: &text)
    default: text.append(hex: part, separator: 0x20)
    }
  }

  private func writeList(
    _ row: Int, _ part: RawSpan, _ ticksPerSecond: Int?, to text: inout TextBuffer
  ) {
    var elements: [ExactDecimal] = []
    forEachElement(of: row, part) { elements.append($0) }
    for (index, element) in elements.enumerated() {
      if index > 0 { text.append(", " as StaticString) }
      text.append(element)
      if let ticksPerSecond {
        text.append(byte: 0x2F)
        text.append(ticksPerSecond)
      }
    }
    text.append(unit: ticksPerSecond == nil ? fields[row].unit : "s")
  }
}

extension BitTable {
  fileprivate func write(_ bits: UInt32, to text: inout TextBuffer) {
    var isFirst = true
    for (bit, name) in names.enumerated() where bits & (1 << UInt32(bit)) != 0 {
      guard let name else { continue }
      if !isFirst { text.append(", " as StaticString) }
      text.append(bytes: name.octets)
      isFirst = false
    }
    let reserved = bits & ~defined
    if isFirst, reserved == 0 { text.append("none" as StaticString) }
    guard reserved != 0 else { return }
    if !isFirst { text.append(", " as StaticString) }
    text.append("reserved 0x" as StaticString)
    text.append(hex: reserved)
  }
}

extension TextBuffer {
  mutating func append(label: StaticString) {
    guard label.utf8CodeUnitCount > 0 else { return }
    append(label)
    append(byte: 0x20)
  }

  mutating func append(unit: StaticString) {
    guard unit.utf8CodeUnitCount > 0 else { return }
    append(byte: 0x20)
    append(unit)
  }

  mutating func append(hexOctet value: UInt8) {
    append(byte: Hex.character(value >> 4))
    append(byte: Hex.character(value))
  }

  /// Whole octets, most significant first, without leading ones that are zero.
  mutating func append(hex value: UInt32) {
    var shift = UInt32(24)
    while shift > 0, value >> shift == 0 { shift -= 8 }
    while true {
      append(hexOctet: UInt8(truncatingIfNeeded: value >> shift))
      if shift == 0 { return }
      shift -= 8
    }
  }

  /// Text from outside in quotes; control characters are escaped, so that a line stays a line.
  mutating func append(quoted value: String) {
    append(byte: 0x22)
    for scalar in value.unicodeScalars {
      switch scalar.value {
      case 0x22, 0x5C:
        append(byte: 0x5C)
        append(byte: UInt8(scalar.value))
      case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029:
        append("\\u{" as StaticString)
        append(hex: scalar.value)
        append(byte: 0x7D)
      default: append(String(scalar))
      }
    }
    append(byte: 0x22)
  }
}
