public import RulloFitness

extension ControlMeter.Row {
  /// The name of the op code, from the field table of the control point.
  public var opWords: Words? {
    CharacteristicLayout.layout(for: characteristic)?.operationWords(opCode)
  }

  /// The name of a result code, from the same table: the second row of a response.
  public func resultWords(_ code: UInt8) -> Words? {
    let layout = CharacteristicLayout.layout(for: characteristic)
    guard let response = layout?.tables.first(where: { $0.isResponse }),
      response.fields.count > 1, case .code(let names) = response.fields[1].content
    else { return nil }
    return names.name(of: UInt32(code))
  }
}
