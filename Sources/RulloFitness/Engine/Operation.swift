internal import RulloBase

/// What fills one row of an operation.
enum OperationPart {
  case integer(Int64)
  case octets([UInt8])

  static func integer(_ value: some FixedWidthInteger) -> Self {
    .integer(Int64(clamping: value))
  }
}

extension CharacteristicLayout {
  /// The octets of an operation; integers beyond the octets of their field are kept within them.
  func encodeOperation(_ code: UInt8, _ integers: [Int64] = [], isNarrow: Bool = false) -> [UInt8] {
    encodeOperation(code, parts: integers.map { .integer($0) }, isNarrow: isNarrow)
  }

  /// The octets of an operation whose rows are filled in the order of its table.
  func encodeOperation(
    _ code: UInt8, parts: [OperationPart], isNarrow: Bool = false
  ) -> [UInt8] {
    guard let operations else { return [] }
    var value = DecodedValue()
    var source: [UInt8] = []
    value.opCode = code
    value.table = Int(operations.tableOfCode[Int(code)])
    value.narrowRow = isNarrow ? 0 : nil
    let table = table(of: value)
    var rest = parts[...]
    for (row, step) in table.steps.enumerated() where step.action != .slice {
      guard step.isPresent(row: row, in: value, hasMore: !rest.isEmpty) else { continue }
      guard let part = rest.popFirst() else { break }
      switch part {
      case .integer(let integer):
        let format = isNarrow && row == 0 ? Format.uint8 : table.fields[row].format
        let octets = step.octets(row: row, in: value)
        let fitting = Format(octets: octets, isSigned: format.isSigned).saturated(integer)
        value.set(UInt32(truncatingIfNeeded: fitting), row: row)
      case .octets(let octets):
        // One octet counts them where the row is counted; no attribute value is longer otherwise.
        let part = octets.prefix(step.action == .counted ? 0xFF : 512)
        value.set(Place(offset: source.count, length: part.count)?.raw ?? 0, row: row)
        source += part
      }
    }
    return (try? encodeFields(value, source: source)) ?? []
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

  /// Decodes an answer; codes that the table reserves are no fault here.
  func decodeResponse(
    _ bytes: some Collection<UInt8>
  ) throws(DecodingFailure) -> (value: DecodedValue, octets: [UInt8]) {
    let octets = Array(bytes)
    let value = octets.withRawSpan { decode($0, isTolerant: false) }
    guard table(of: value).isResponse else {
      throw failure(of: value) ?? DecodingFailure(.reservedValue, field: "op_code", offset: 0)
    }
    if let failure = failure(of: value), failure.kind == .truncated { throw failure }
    return (value, octets)
  }

  func isUnknown(_ value: DecodedValue) -> Bool { value.table == operations?.unknown }
}

extension DecodedValue {
  func octet(_ row: Int) -> UInt8 { UInt8(truncatingIfNeeded: raw(row: row)) }
  func unsigned(_ row: Int) -> UInt16 { UInt16(truncatingIfNeeded: raw(row: row)) }

  /// The octets of a long field, out of those that the value was decoded from.
  func octets(_ row: Int, of source: [UInt8]) -> [UInt8] {
    let place = Place(raw: raw(row: row))
    return Array(source.dropFirst(place.offset).prefix(place.length))
  }
}
