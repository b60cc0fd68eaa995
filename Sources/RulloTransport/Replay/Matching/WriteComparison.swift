internal import RulloBase
internal import RulloFitness

/// How two writes to one characteristic compare.
enum WriteComparison {
  /// The best rung on which they match; `nil` where not even the first octet is the same.
  static func rung(
    recorded: ArraySlice<UInt8>, written: [UInt8], mask: [UInt8], _ layout: CharacteristicLayout?
  ) -> MatchRung? {
    if recorded.elementsEqual(written) { return .exact }
    guard let first = written.first, recorded.first == first else { return nil }
    if !mask.isEmpty, recorded.count == written.count {
      let isSame = zip(0..., zip(recorded, written)).allSatisfy { place, pair in
        (pair.0 ^ pair.1) & (place < mask.count ? mask[place] : 0xFF) == 0
      }
      if isSame { return .masked }
    }
    if let layout, layout.operations?.offset == 0, differences(recorded, written, layout) == [] {
      return .semantic
    }
    return .opCode
  }

  /// The fields that differ by more than a step: `grade 7.4 %, written 3 %`; `nil` where the two
  /// cannot be compared field by field.
  static func differences(
    _ recorded: ArraySlice<UInt8>, _ written: [UInt8], _ layout: CharacteristicLayout
  ) -> [String]? {
    let before = Array(recorded).withRawSpan { layout.decode($0) }
    let after = written.withRawSpan { layout.decode($0) }
    guard before.fault == nil, after.fault == nil, before.table == after.table,
      before.opCode == after.opCode, before.presence == after.presence
    else { return nil }
    let table = layout.table(of: before)
    var found: [String] = []
    for (row, field) in table.fields.enumerated() where before.contains(row: row) {
      guard field.textForm != .hidden else { continue }
      let (old, new) = (before.raw(row: row), after.raw(row: row))
      switch field.content {
      case .number, .code, .openCode, .bitSet, .flag, .requestOpCode, .revolutions, .eventTime:
        guard old != new, before.narrowRow == after.narrowRow || !isStep(old, new) else {
          continue
        }
        if case .number = field.content, isStep(old, new) { continue }
        let words = [before, after].map { value in
          switch layout.reading(row: row, of: value) {
          case .number(let number): "\(number)" + (field.unit.hasContent ? " \(field.unit)" : "")
          case .notAvailable: "not available"
          case .absent: "\(value.raw(row: row))"
          }
        }
        let label = field.label.hasContent ? field.label : field.key
        found.append("\(label) \(words[0]), written \(words[1])")
      case .encoding: continue
      default: return nil
      }
    }
    let tails = (recorded.dropFirst(before.consumed), written.dropFirst(after.consumed))
    guard tails.0.elementsEqual(tails.1) else { return nil }
    return found
  }

  /// Whether two raw integers, sign-extended to 32 bits, are at most one step apart.
  private static func isStep(_ one: UInt32, _ other: UInt32) -> Bool {
    Int32(bitPattern: one &- other).magnitude <= 1
  }

  /// What a write says, for people: its octets and, where a table knows it, its words.
  static func words(_ bytes: some Collection<UInt8>, _ layout: CharacteristicLayout?) -> String {
    let octets = Array(bytes)
    let hex = octets.isEmpty ? "(empty)" : octets.map { Hex.text([$0]) }.joined(separator: " ")
    guard let layout else { return hex }
    var text = TextBuffer()
    octets.withRawSpan { layout.writeText(layout.decode($0), $0, to: &text) }
    let words = text.string
    return words.isEmpty ? hex : "\(hex) (\(words))"
  }
}

extension StaticString {
  var hasContent: Bool { utf8CodeUnitCount > 0 }
}
