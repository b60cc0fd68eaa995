internal import RulloBase
internal import RulloBluetooth
internal import RulloFitness

extension Rule {
  static let constantChanged = Rule(
    "S20", "another constant", .information,
    sees: "A value that a device keeps (sensor location, appearance, PnP ID, connection parameters)"
      + " reads otherwise.",
    limits: "both sessions read the value", example: "location rear hub → location other",
    clause: "Core 5.4, Vol 3, Part G, 4.8; CPS 1.1, 3.4")
}

/// Values that a client reads once and that a device keeps for as long as its firmware lives.
struct ConstantCheck {
  /// Appearance, connection parameters, body and sensor location, PnP ID.
  private static let constants: Set<UInt16> = [0x2A01, 0x2A04, 0x2A38, 0x2A50, 0x2A5D]

  func run(_ pair: DevicePair, _ judge: inout Judge) {
    for places in pair.characteristics.pairs {
      let facts = pair.facts(places)
      guard let short = facts.old.key.uuid?.short, Self.constants.contains(short),
        let old = facts.old.read, let new = facts.new.read
      else { continue }
      judge.comparedCount += 1
      guard old.value != new.value else { continue }
      let reads = Sides(old: old, new: new)
      judge.find(
        .constantChanged, pair.subject(places),
        reads.map { Self.text($0.value, BluetoothUUID(short)) }, events: reads.map { [$0.event] })
    }
  }

  private static func text(_ octets: [UInt8], _ uuid: BluetoothUUID) -> String {
    let hex = Hex.text(octets, separator: " ")
    guard let layout = CharacteristicLayout.layout(for: uuid) else { return hex }
    return octets.withRawSpan { bytes in
      let fields = layout.fieldTexts(of: layout.decode(bytes), bytes).map(\.text)
      return fields.isEmpty ? hex : fields.joined(separator: ", ")
    }
  }
}
