extension CharacteristicLayout {
  /// The flag bits that announce fields; others say something of a field, or are reserved.
  public var fieldFlags: UInt32 {
    tables[0].fields.reduce(0) { mask, field in
      field.flagBit.map { mask | 1 << UInt32($0) } ?? mask
    }
  }

  /// The fields that flags announce, in wire order and one for each group: `Total Energy` stands
  /// for the three energies.
  public func fieldNames(ofFlags flags: UInt32) -> [String] {
    var names: [String] = []
    var last: Int?
    for field in tables[0].fields {
      guard let bit = field.flagBit, bit != last else { continue }
      last = bit
      if field.isAnnounced(by: flags) { names.append("\(field.name)") }
    }
    return names
  }
}

extension Field {
  /// The flag bit that tells whether the octets of the field are there.
  fileprivate var flagBit: Int? {
    guard format.octets > 0 else { return nil }
    return switch presence {
    case .whenSet(let bit), .whenClear(let bit): bit
    default: nil
    }
  }

  fileprivate func isAnnounced(by flags: UInt32) -> Bool {
    switch presence {
    case .whenSet(let bit): flags & 1 << UInt32(bit) != 0
    case .whenClear(let bit): flags & 1 << UInt32(bit) == 0
    default: true
    }
  }
}
