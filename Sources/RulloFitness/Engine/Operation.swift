internal import RulloBase

extension CharacteristicLayout {
  /// The octets of an operation; integers beyond the octets of their field are kept within them.
  func encodeOperation(_ code: UInt8, _ integers: [Int64] = [], isNarrow: Bool = false) -> [UInt8] {
    guard let operations else { return [] }
    var value = DecodedValue()
    value.opCode = code
    value.table = Int(operations.tableOfCode[Int(code)])
    value.narrowRow = isNarrow ? 0 : nil
    let table = table(of: value)
    let rows = table.fields.indices.filter { table.fields[$0].format.octets > 0 }
    for (row, integer) in zip(rows, integers) {
      let step = table.steps[row]
      let format = isNarrow && row == 0 ? Format.uint8 : table.fields[row].format
      let octets = step.octets(row: row, in: value)
      let fitting = Format(octets: octets, isSigned: format.isSigned).saturated(integer)
      value.set(UInt32(truncatingIfNeeded: fitting), row: row)
    }
    return (try? encode(value)) ?? []
  }

  /// Decodes an operation; an op code that the table reserves is no fault here.
  func decodeOperation(
    _ bytes: some Collection<UInt8>
  ) throws(DecodingFailure) -> (value: DecodedValue, octets: [UInt8]) {
    let octets = Array(bytes)
    let value = octets.withRawSpan { decode($0, isTolerant: false) }
    if let failure = failure(of: value), value.fault?.row != -1 || failure.kind == .truncated {
      throw failure
    }
    return (value, octets)
  }

  func isUnknown(_ value: DecodedValue) -> Bool { value.table == operations?.unknown }
}
