internal import RulloBase

/// A value that its field cannot carry.
public struct EncodingFailure: Error, Hashable, Sendable {
  /// The key of the field, as the tables name it.
  public let field: String

  /// The integer, in the steps of the field, that is nearest to what was asked for.
  public let raw: Int64
}

extension EncodingFailure: CustomStringConvertible {
  public var description: String { "\(field) cannot carry the raw value \(raw)" }
}

extension CharacteristicLayout {
  /// The octets of a value; the inverse of decoding.
  ///
  /// `source` holds the octets that the value was decoded from, and is needed where it has text,
  /// lists or other long fields; what stands behind the last field is taken from it as well.
  public func encode(
    _ value: DecodedValue, source: [UInt8] = []
  ) throws(EncodingFailure) -> [UInt8] {
    try encodeFields(value, source: source) + source.dropFirst(value.consumed)
  }

  /// Appends the octets of a value, for a buffer that is used again and again.
  ///
  /// As ``encode(_:source:)``, and without memory of its own where all fields are integers.
  public func encode(
    _ value: DecodedValue, source: [UInt8] = [], appendingTo octets: inout [UInt8]
  ) throws(EncodingFailure) {
    if let plan, plan.encode(value, to: &octets) {
      if source.count > value.consumed { octets += source.dropFirst(value.consumed) }
      return
    }
    octets += try encodeFields(value, source: source) + source.dropFirst(value.consumed)
  }

  /// The octets of a value without those behind its last field.
  func encodeFields(
    _ value: DecodedValue, source: [UInt8]
  ) throws(EncodingFailure) -> [UInt8] {
    var octets: [UInt8] = []
    octets.reserveCapacity(max(value.count, 20))
    if let plan, plan.encode(value, to: &octets) { return octets }
    if let operations, operations.offset == 0, value.fault?.row != -1 || value.count > 0 {
      octets.append(value.opCode)
    }
    if flagOctets > 0, value.fault?.row != -1 || value.fault?.kind != .truncated {
      octets.append(little: UInt64(value.flags), octets: flagOctets)
    }
    let table = table(of: value)
    for row in table.fields.indices where value.contains(row: row) {
      try table.append(row, of: value, source, to: &octets)
    }
    return octets
  }
}

extension FieldTable {
  fileprivate func append(
    _ row: Int, of value: DecodedValue, _ source: [UInt8], to octets: inout [UInt8]
  ) throws(EncodingFailure) {
    let (field, step, raw) = (fields[row], steps[row], value.raw(row: row))
    switch step.action {
    case .slice: return
    case .integer, .code:
      // An octet left over says that the field is in its short form, so `left` must not.
      let count = step.octets(row: row, in: value)
      let isNarrow = count < step.octets
      let number = step.isSigned && !isNarrow ? Int64(Int32(bitPattern: raw)) : Int64(raw)
      let format = isNarrow ? .uint8 : field.format
      guard format.holds(number, octets: count) else {
        throw EncodingFailure(field: field.key.description, raw: number)
      }
      octets.append(little: UInt64(bitPattern: number), octets: count)
    case .fixed, .rest, .text, .list, .counted:
      let place = Place(raw: raw)
      let range = place.offset..<(place.offset + place.length)
      guard range.upperBound <= source.count else {
        throw EncodingFailure(field: field.key.description, raw: Int64(place.length))
      }
      if step.action == .counted { octets.append(UInt8(clamping: place.length)) }
      octets += source[range]
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(little value: UInt64, octets: Int) {
    for place in 0..<octets { append(UInt8(truncatingIfNeeded: value >> UInt64(8 * place))) }
  }
}
