internal import RulloBase

/// The page of the documentation that lists every field table; made from the tables alone.
public enum FieldTablesPage {
  /// The page as DocC Markdown.
  public static var markdown: String {
    var page = """
      # Field tables

      Every characteristic, field, unit, flag and sentinel that Rullo knows, in wire order.

      ## Overview

      This page is made by `rullo tables` from the tables that decode and encode; a test holds it
      up to date. Integers are little endian. *Present* says when a field stands in a value:
      always, or by a bit of the flags. *Scale* is what one step of the raw integer is worth.
      *Not available* is the raw integer by which a device says that it has no number.


      """
    let layouts = CharacteristicLayout.all + [.fitnessMachineServiceData]
    page += layouts.map { $0.section }.joined(separator: "\n")
    return page
  }
}

extension CharacteristicLayout {
  fileprivate var section: String {
    let isServiceData = uuid == 0x1826
    let title = isServiceData ? "service-data:1826 Fitness Machine" : description
    var text = "## \(title)\n\n"
    if flagOctets > 0 {
      text += "Flags: \(flagOctets == 1 ? "1 octet" : "\(flagOctets) octets");"
      text += " bits \(Self.ranges(definedFlags)) are defined, the others reserved."
      if let exclusiveFlags { text += " Bits \(Self.ranges(exclusiveFlags)) exclude each other." }
      text += "\n\n"
    }
    if operations == nil {
      for table in tables {
        if !table.words.octets.isEmpty { text += "Layout *\(table.words.text)*:\n\n" }
        text += table.rows
      }
      text += tables.prefix(1).map(\.codes).joined()
    } else {
      for table in tables.dropLast() {
        let code = table.code.map { "0x" + Hex.text([$0]) } ?? ""
        text += "### \(uuid) \(code) \(table.words.text)\n\n"
        text += table.fields.isEmpty ? "No parameter.\n\n" : table.rows + table.codes
      }
    }
    return text
  }

  /// The set bits of a mask as ranges: `0 to 12, 15`.
  static func ranges(_ mask: UInt32) -> String {
    var parts: [String] = []
    var bit = 0
    while bit < 32 {
      guard mask & 1 << UInt32(bit) != 0 else {
        bit += 1
        continue
      }
      let first = bit
      while bit < 32, mask & 1 << UInt32(bit) != 0 { bit += 1 }
      parts.append(bit - 1 == first ? "\(first)" : "\(first) to \(bit - 1)")
    }
    return parts.joined(separator: ", ")
  }
}

extension FieldTable {
  fileprivate var rows: String {
    var text = "| Field | Key | Present | Type | Scale | Unit | Not available |\n"
    text += "|---|---|---|---|---|---|---|\n"
    for field in fields {
      text += "| \(field.name) | `\(field.key)` | \(present(field)) | \(type(field)) |"
      text += " \(scale(field)) | \(field.unit) | \(sentinel(field)) |\n"
    }
    return text + "\n"
  }

  private func present(_ field: Field) -> String {
    switch field.presence {
    case .always: "always"
    case .whenSet(let bit): "bit \(bit) = 1"
    case .whenClear(let bit): "bit \(bit) = 0"
    case .inAnswer(let code, let result): "answer to 0x\(Hex.text([code])), result \(result)"
    case .inAnswerIfAny(let code, let result):
      "answer to 0x\(Hex.text([code])), result \(result), optional"
    case .withPrevious: "with the field before it"
    }
  }

  private func type(_ field: Field) -> String {
    if let slice = field.slice, slice.bits > 0 {
      let last = slice.shift + slice.bits - 1
      let bits = slice.bits == 1 ? "bit \(slice.shift)" : "bits \(slice.shift) to \(last)"
      return bits + (slice.source == .flags ? " of the flags" : " of the field before it")
    }
    let integer = "\(field.format.isSigned ? "sint" : "uint")\(field.format.octets * 8)"
    switch field.content {
    case .text: return "UTF-8 to the end"
    case .hex: return "octets to the end"
    case .countedHex: return "length, octets"
    case .identifier: return "\(field.format.octets) octets"
    case .dateTime: return "date and time, 7 octets"
    case .list(_, let ticks):
      return "\(integer) to the end" + (ticks.map { ", 1/\($0) s" } ?? "")
    case .eventTime(_, let ticks): return "\(integer), 1/\(ticks) s"
    case .encoding: return "how the field before it was sent"
    case .checksum: return "whether the checksum is right"
    default: break
    }
    let wider = field.format.widerWhenSet.map { ", uint16 if bit \($0) = 1" } ?? ""
    let narrow =
      switch field.tolerance {
      case .none: ""
      case .oneOctetAtEnd: ", or uint8 where one octet is left"
      case .oneOctetInShortValue: ", uint8 tolerated where the value is one octet short"
      }
    return integer + wider + narrow
  }

  private func scale(_ field: Field) -> String {
    switch field.content {
    case .number, .list: break
    default: return ""
    }
    var text = TextBuffer()
    text.append(ExactDecimal(field.scale.multiplier, exponent: field.scale.exponent))
    let zero = field.scale.zero == 0 ? "" : ", \(field.scale.zero) is 0"
    return text.string + zero
  }

  private func sentinel(_ field: Field) -> String {
    var parts: [String] = []
    if let raw = field.notAvailable {
      let octets = max(1, field.format.octets)
      let digits = (0..<octets).reversed().map { UInt8(truncatingIfNeeded: raw >> UInt32(8 * $0)) }
      parts.append("0x" + Hex.text(digits))
    }
    if let maximum = field.maximum { parts.append("above \(maximum) reserved") }
    return parts.joined(separator: "; ")
  }

  /// The codes and bits of the fields that have names for them.
  fileprivate var codes: String {
    fields.map { field in
      let entries: [(number: Int, name: String)]
      switch field.content {
      case .code(let codes), .openCode(let codes, _):
        entries = codes.entries.map { ($0.code, $0.name.text) }
      case .bitSet(let bits):
        entries = bits.names.enumerated().compactMap { bit, name in name.map { (bit, $0.text) } }
      default: return ""
      }
      var word = "Codes"
      if case .bitSet = field.content { word = "Bits" }
      let list = entries.map { "\($0.number) \($0.name)" }.joined(separator: ", ")
      return "\(word) of `\(field.key)`: \(list).\n\n"
    }.joined()
  }
}
