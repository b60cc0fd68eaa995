internal import RulloBase
internal import RulloBluetooth
internal import RulloFitness

extension Rule {
  static let rangeNarrowed = Rule(
    "S16", "range narrower", .breaking, mirror: "S17",
    sees:
      "A supported range ends earlier at one of its ends: targets that were allowed are refused.",
    limits: "both sessions read the value", example: "0 to 1500 W → 0 to 800 W",
    clause: "FTMS 1.0.1, 4.11 to 4.15")

  static let rangeWidened = Rule(
    "S17", "range wider", .information, mirror: "S16",
    sees: "A supported range reaches further than before.",
    limits: "both sessions read the value", example: "0 to 800 W → 0 to 1500 W",
    clause: "FTMS 1.0.1, 4.11 to 4.15")

  static let rangeMoved = Rule(
    "S18", "range moved", .breaking,
    sees: "A supported range reaches further at one end and less far at the other.",
    limits: "both sessions read the value", example: "0 to 20 → 1 to 24",
    clause: "FTMS 1.0.1, 4.11 to 4.15")

  static let incrementChanged = Rule(
    "S19", "increment changed", .behaviour,
    sees: "A supported range has another minimum increment.",
    limits: "both sessions read the value", example: "1 W → 5 W",
    clause: "FTMS 1.0.1, 4.11 to 4.15")
}

/// The ranges that a device declares for its targets.
struct RangeCheck {
  func run(_ pair: DevicePair, _ judge: inout Judge) {
    for places in pair.characteristics.pairs {
      let facts = pair.facts(places)
      guard case .some(0x2AD4...0x2AD8) = facts.old.key.uuid?.short,
        let uuid = facts.old.key.uuid, let layout = CharacteristicLayout.layout(for: uuid),
        let old = facts.old.read, let new = facts.new.read, old.value.count == new.value.count
      else { continue }
      let reads = Sides(old: old, new: new)
      let ranges = reads.map { Declared($0.value, layout) }
      guard let before = ranges.old, let after = ranges.new else { continue }
      let events = reads.map { [$0.event] }
      let subject = pair.subject(places)
      let isNarrower = after.minimum > before.minimum || after.maximum < before.maximum
      let isWider = after.minimum < before.minimum || after.maximum > before.maximum
      if isNarrower || isWider {
        judge.find(
          isNarrower && isWider ? .rangeMoved : isNarrower ? .rangeNarrowed : .rangeWidened,
          subject, Sides(old: before.limits, new: after.limits), events: events)
      }
      if before.increment != after.increment {
        judge.find(
          .incrementChanged, subject,
          Sides(old: before.step, new: after.step), events: events)
      }
    }
  }

  /// A range in the unit of its characteristic.
  private struct Declared {
    let minimum: ExactDecimal
    let maximum: ExactDecimal
    let increment: ExactDecimal
    let unit: String

    init?(_ octets: [UInt8], _ layout: CharacteristicLayout) {
      let value = octets.withRawSpan { layout.decode($0) }
      guard let minimum = layout.reading(row: 0, of: value).value,
        let maximum = layout.reading(row: 1, of: value).value,
        let increment = layout.reading(row: 2, of: value).value
      else { return nil }
      (self.minimum, self.maximum, self.increment) = (minimum, maximum, increment)
      let symbol = layout.table(of: value).fields[0].unit.description
      unit = symbol.isEmpty ? "" : " " + symbol
    }

    var limits: String { "\(minimum) to \(maximum)\(unit)" }
    var step: String { "\(increment)\(unit)" }
  }
}
