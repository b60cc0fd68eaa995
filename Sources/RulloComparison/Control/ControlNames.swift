internal import RulloBase
internal import RulloFitness

/// The words for the codes of one control point, from its field table.
struct ControlNames: Sendable {
  private let layout: CharacteristicLayout?
  private let status = CharacteristicLayout.layout(for: 0x2ADA)

  init(_ uuid: BluetoothUUID?) { layout = uuid.flatMap(CharacteristicLayout.layout(for:)) }

  func result(_ code: UInt8) -> String {
    let response = layout?.tables.first { $0.isResponse }
    if let field = response?.fields.dropFirst().first, case .code(let names) = field.content,
      let words = names.name(of: UInt32(code))
    {
      return words.text
    }
    return "result 0x\(Hex.text([code]))"
  }

  /// A status message by its op code: `08 target power changed`.
  func status(_ code: UInt8) -> String {
    "\(Hex.text([code])) \(status?.operationWords(code)?.text ?? "reserved")"
  }
}
