internal import RulloBase
internal import RulloBluetooth

extension Rule {
  static let readRefused = Rule(
    "S09", "read refused", .breaking, mirror: "S10",
    sees: "A characteristic that could be read answers with an ATT error.",
    limits: "one read on each side", example: "8 octets → read not permitted (ATT error 0x02)",
    clause: "Core 5.4, Vol 3, Part F, 3.4.1.1")

  static let readAllowed = Rule(
    "S10", "read allowed", .information, mirror: "S09",
    sees: "A characteristic that refused to be read gives its value.",
    limits: "one read on each side", example: "read not permitted (ATT error 0x02) → 8 octets",
    clause: "Core 5.4, Vol 3, Part F, 3.4.1.1")

  static let securityNeeded = Rule(
    "S11", "security needed", .breaking, mirror: "S12",
    sees: "A read or a write fails for want of pairing or encryption.",
    limits: "the same access on each side",
    example: "4 octets → insufficient encryption (ATT error 0x0F)",
    clause: "Core 5.4, Vol 3, Part F, 4.1; FTMS 1.0.1, 4.16")

  static let securityDropped = Rule(
    "S12", "security not needed", .information, mirror: "S11",
    sees: "A read or a write that failed for want of pairing or encryption succeeds.",
    limits: "the same access on each side",
    example: "insufficient encryption (ATT error 0x0F) → 4 octets",
    clause: "Core 5.4, Vol 3, Part F, 4.1; FTMS 1.0.1, 4.16")
}

/// Whether characteristics can be read, and what a client needs for it.
struct ReadCheck {
  /// Authentication, authorization, key size and encryption.
  static let securityErrors: Set<UInt8> = [0x05, 0x08, 0x0C, 0x0F]

  func run(_ pair: DevicePair, _ judge: inout Judge) {
    for places in pair.characteristics.pairs {
      let facts = pair.facts(places)
      let outcomes = facts.map { Outcome($0) }
      guard let old = outcomes.old, let new = outcomes.new else { continue }
      judge.comparedCount += 1
      guard old.error != new.error, old.error == nil || new.error == nil else { continue }
      let error = old.error ?? new.error ?? 0
      let isSecurity = Self.securityErrors.contains(error)
      let rule: Rule =
        old.error == nil
        ? (isSecurity ? .securityNeeded : .readRefused)
        : (isSecurity ? .securityDropped : .readAllowed)
      judge.find(
        rule, pair.subject(places), Sides(old: old.text, new: new.text),
        events: Sides(old: [old.event], new: [new.event]))
    }
  }

  /// What came of the last read.
  private struct Outcome {
    let error: UInt8?
    let text: String
    let event: Int

    init?(_ facts: CharacteristicFacts) {
      if let failure = facts.readError, failure.event > facts.read?.event ?? 0 {
        error = failure.value
        text =
          "\(BluetoothErrors.attName(failure.value)) (ATT error 0x\(Hex.text([failure.value])))"
        event = failure.event
      } else if let read = facts.read {
        error = nil
        text = "\(read.value.count) octets"
        event = read.event
      } else {
        return nil
      }
    }
  }
}
