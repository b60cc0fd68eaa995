internal import RulloBase

/// A field of a value in words: its name in the specification and its number with the unit.
public struct FieldText: Hashable, Sendable {
  public let name: String
  public let text: String

  /// The set bits of a field that is a set of them, one a line: `bit 13  indoor bike simulation`.
  public let details: [String]

  init(_ name: String, _ text: String, details: [String] = []) {
    self.name = name
    self.text = text
    self.details = details
  }
}

extension CharacteristicLayout {
  /// Every field of a value for a table that people read, in wire order; flags stand last.
  ///
  /// The same facts as ``writeText(_:_:to:)`` in full words; faults and trailing octets are left
  /// to the caller.
  public func fieldTexts(of value: DecodedValue, _ bytes: RawSpan) -> [FieldText] {
    let table = table(of: value)
    var texts: [FieldText] = []
    if let operations, value.count > operations.offset {
      let name = operations.offset == 0 ? "Op Code" : "Page"
      texts.append(FieldText(name, words(ofOperation: value.opCode)))
    }
    for row in value.rows(of: table) {
      if let text = fieldText(row, table, of: value, bytes) { texts.append(text) }
    }
    if operations == nil, !table.words.octets.isEmpty {
      texts.append(FieldText("Layout", table.words.text))
    }
    if flagOctets > 0, value.count >= flagOctets {
      texts.append(FieldText("Flags", flagsText(value)))
    }
    return texts
  }

  private func words(ofOperation code: UInt8) -> String {
    "\(operationWords(code)?.text ?? "reserved") (0x\(Hex.text([code])))"
  }

  private func flagsText(_ value: DecodedValue) -> String {
    let octets = (0..<flagOctets).reversed().map {
      UInt8(truncatingIfNeeded: value.flags >> UInt32(8 * $0))
    }
    let reserved = value.flags & ~definedFlags
    let bits = (0..<32).filter { reserved & 1 << UInt32($0) != 0 }.map(String.init)
    let word = bits.count == 1 ? "bit" : "bits"
    return "0x" + Hex.text(octets)
      + (bits.isEmpty ? "" : ", reserved \(word) \(bits.joined(separator: ", ")) set")
  }

  private func fieldText(
    _ row: Int, _ table: FieldTable, of value: DecodedValue, _ bytes: RawSpan
  ) -> FieldText? {
    let field = table.fields[row]
    if field.textForm == .hidden { return nil }
    let integer = table.isLong(row) ? nil : table.integer(row, of: value)
    var text = TextBuffer(capacity: 64)
    switch field.content {
    case .flag:
      let isOfFlags = field.slice?.source == .flags
      if integer != 1, isOfFlags { return nil }
      text.append(integer == 1 ? "yes" as StaticString : "no")
      if let slice = field.slice, !isOfFlags { text.append(" (bit \(slice.shift))") }
    case .requestOpCode:
      text.append(words(ofOperation: UInt8(truncatingIfNeeded: integer ?? 0)))
    case .encoding:
      let isNarrow = value.narrowRow == row - 1
      if table.fields[max(0, row - 1)].tolerance == .oneOctetInShortValue, !isNarrow { return nil }
      text.append(isNarrow ? "uint8" as StaticString : "sint16")
    case .checksum:
      text.append(
        Checksum.isRight(bytes, consumed: value.consumed) ? "yes" as StaticString : "no")
    case .eventTime(_, let ticksPerSecond):
      let ticks = integer ?? 0
      text.append("\(ticks)/\(ticksPerSecond) s, ")
      if let seconds = ExactDecimal.ratio(Int128(ticks), Int128(ticksPerSecond), places: 3) {
        text.append(seconds, places: 3)
      }
      text.append(" s" as StaticString)
    case .bitSet(let bits):
      let set = value.code(integer)
      text.append("0x" as StaticString)
      for place in (0..<field.format.octets).reversed() {
        text.append(hexOctet: UInt8(truncatingIfNeeded: set >> UInt32(8 * place)))
      }
      return FieldText(field.name.description, text.string, details: bits.details(of: set))
    case .hex where Place(raw: value.raw(row: row)).length == 0: return nil
    default: table.writeContent(row, of: value, bytes, to: &text)
    }
    return FieldText(field.name.description, text.string)
  }
}

extension BitTable {
  fileprivate func details(of set: UInt32) -> [String] {
    (0..<32).filter { set & 1 << UInt32($0) != 0 }.compactMap { bit in
      let number = bit < 10 ? " \(bit)" : "\(bit)"
      if names.indices.contains(bit), let name = names[bit] {
        return "bit \(number)  \(name.text)"
      }
      // A bit with a field of its own is said there.
      return defined & 1 << UInt32(bit) == 0 ? "bit \(number)  reserved" : nil
    }
  }
}
