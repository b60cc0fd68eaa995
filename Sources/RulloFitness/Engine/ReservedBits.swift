extension CharacteristicLayout {
  /// The rows of a value that are sets of bits.
  public func bitSetRows(of value: DecodedValue) -> [Int] { table(of: value).bitSetRows }

  /// The reserved bits that are set in a row that is a set of bits.
  public func reservedBits(row: Int, of value: DecodedValue) -> UInt32 {
    let fields = table(of: value).fields
    guard fields.indices.contains(row), case .bitSet(let bits) = fields[row].content else {
      return 0
    }
    return value.raw(row: row) & ~bits.defined
  }
}
