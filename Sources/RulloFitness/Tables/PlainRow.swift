internal import RulloBase

/// A row reduced to what printing a number needs.
///
/// Nine of ten fields are numbers; without references, printing them counts none.
struct PlainRow: Sendable {
  enum Kind: Sendable {
    case number
    case eventTime
    /// A yes or no out of the flags.
    case flag
    /// Everything else is printed from the field itself.
    case other
  }

  let kind: Kind
  let key: StaticString
  let label: StaticString
  let unit: StaticString
  let scale: Scale
  let isSigned: Bool

  /// The value that means "not available", sign-extended as decoded values are.
  let notAvailable: UInt32?

  /// The bit of the flags that a flag stands for.
  let mask: UInt32
  let ticksPerSecond: Int

  init(_ field: Field, _ step: Step) {
    var ticks = 0
    let isPlain = field.textForm == .labelled && field.isInJSON
    switch field.content {
    case .number where isPlain && step.action == .integer: kind = .number
    case .revolutions where isPlain && step.action == .integer: kind = .number
    case .eventTime(_, let ticksPerSecond):
      ticks = ticksPerSecond
      kind = .eventTime
    case .flag where isPlain && field.slice?.source == .flags: kind = .flag
    default: kind = .other
    }
    ticksPerSecond = ticks
    (key, label, unit, scale) = (field.key, field.label, field.unit, field.scale)
    isSigned = step.isSigned
    // A slice keeps the bits as they are; only octets of its own are sign-extended.
    notAvailable = field.notAvailable.map {
      step.action == .slice ? $0 : step.extended(UInt64($0), octets: Int(step.octets))
    }
    mask = field.slice.map { $0.mask << UInt32($0.shift) } ?? 0
  }

  /// The number of a row that is there, or `nil` for "not available".
  func number(_ raw: UInt32, isNarrow: Bool) -> ExactDecimal? {
    // A function handed to `map` would be allocated for each number.
    guard let integer = integer(raw, isNarrow: isNarrow) else { return nil }
    return scale.value(of: integer)
  }

  /// The integer as sent; a field in its one-octet form has neither sign nor sentinel.
  func integer(_ raw: UInt32, isNarrow: Bool) -> Int64? {
    if isNarrow { return Int64(raw) }
    if raw == notAvailable { return nil }
    return isSigned ? Int64(Int32(bitPattern: raw)) : Int64(raw)
  }
}

/// The rows that are in a value, in wire order.
struct PresentRows: Sequence, IteratorProtocol {
  var rest: UInt32

  mutating func next() -> Int? {
    guard rest != 0 else { return nil }
    defer { rest &= rest &- 1 }
    return rest.trailingZeroBitCount
  }
}
