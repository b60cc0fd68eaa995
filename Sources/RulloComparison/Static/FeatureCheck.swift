internal import RulloBase
internal import RulloBluetooth
internal import RulloFitness

extension Rule {
  static let featureLost = Rule(
    "S13", "feature gone", .breaking, mirror: "S14",
    sees: "A bit of a feature characteristic (2ACC, 2A65, 2A5C) that was set is clear.",
    limits: "both sessions read the value",
    example: "indoor bike simulation (bit 13 of the targets): set → clear",
    clause: "FTMS 1.0.1, 4.3.1; CPS 1.1, 3.3; CSCS 1.0, 3.2")

  static let featureGained = Rule(
    "S14", "feature new", .information, mirror: "S13",
    sees: "A bit of a feature characteristic that was clear is set.",
    limits: "both sessions read the value",
    example: "indoor bike simulation (bit 13 of the targets): clear → set",
    clause: "FTMS 1.0.1, 4.3.1; CPS 1.1, 3.3; CSCS 1.0, 3.2")

  static let featureLength = Rule(
    "S15", "length of a declaration", .breaking,
    sees: "A feature or range characteristic has another length, so that apps read it otherwise.",
    limits: "both sessions read the value", example: "8 octets → 4 octets",
    clause: "FTMS 1.0.1, 4.3 and 4.11 to 4.15; CPS 1.1, 3.3")
}

/// The bits by which a device announces what it can do.
struct FeatureCheck {
  func run(_ pair: DevicePair, _ judge: inout Judge) {
    for places in pair.characteristics.pairs {
      let facts = pair.facts(places)
      guard let uuid = facts.old.key.uuid, Self.isDeclaration(uuid),
        let layout = CharacteristicLayout.layout(for: uuid), let old = facts.old.read,
        let new = facts.new.read
      else { continue }
      judge.comparedCount += 1
      let reads = Sides(old: old, new: new)
      let events = reads.map { [$0.event] }
      if old.value.count != new.value.count {
        judge.find(
          .featureLength, pair.subject(places), reads.map { "\($0.value.count) octets" },
          events: events)
      }
      let values = reads.map { $0.value.withRawSpan { layout.decode($0) } }
      for row in layout.bitSetRows(of: values.old)
      where values.old.contains(row: row) && values.new.contains(row: row) {
        let changed = values.old.raw(row: row) ^ values.new.raw(row: row)
        for bit in 0..<32 where changed & 1 << UInt32(bit) != 0 {
          let wasSet = values.old.raw(row: row) & 1 << UInt32(bit) != 0
          judge.find(
            wasSet ? .featureLost : .featureGained,
            pair.subject(places, field: Self.name(layout, row, bit)),
            wasSet ? Sides(old: "set", new: "clear") : Sides(old: "clear", new: "set"),
            events: events)
        }
      }
    }
  }

  /// Whether a characteristic declares abilities or ranges.
  static func isDeclaration(_ uuid: BluetoothUUID) -> Bool {
    switch uuid.short {
    case 0x2ACC, 0x2A65, 0x2A5C, .some(0x2AD4...0x2AD8): true
    default: false
    }
  }

  /// `indoor bike simulation (bit 13 of Target Setting Features)`.
  private static func name(_ layout: CharacteristicLayout, _ row: Int, _ bit: Int) -> String {
    let fields = layout.tables[0].fields
    guard fields.indices.contains(row), case .bitSet(let bits) = fields[row].content else {
      return "bit \(bit)"
    }
    let words = bits.names.indices.contains(bit) ? bits.names[bit] : nil
    return "\(words?.text ?? "reserved") (bit \(bit) of \(fields[row].name))"
  }
}
