public import RulloBase

extension CharacteristicLayout {
  /// Calls `body` with each numeric field of a value in wire order, in the unit of its key.
  ///
  /// `nil` is "not available"; an event time is in its ticks. Codes, flags and text are left out.
  public func forEachNumber(
    of value: DecodedValue, _ body: (_ key: StaticString, _ number: ExactDecimal?) -> Void
  ) {
    let table = table(of: value)
    for row in value.rows(of: table) {
      let plain = table.plainRows[row]
      switch plain.kind {
      case .number, .eventTime:
        body(plain.key, plain.number(value.raw[row], isNarrow: value.narrowRow == row))
      case .flag, .other: break
      }
    }
  }
}
