internal import RulloBase
internal import RulloFitness

extension Rule {
  static let statesChanged = Rule(
    "D30", "training states", .information,
    sees: "Training Status (2AD3) goes through other states.",
    limits: "values in both sessions", example: "idle → idle, quick start",
    clause: "FTMS 1.0.1, 4.10")
}

/// The states that a machine says it goes through.
struct TrainingStatusCheck {
  func run(
    _ pair: DevicePair, _ places: Sides<Int>, _ states: Sides<Tally>, _ judge: inout Judge
  ) {
    guard states.old.total > 0, states.new.total > 0 else { return }
    judge.comparedCount += 1
    let values = states.map { $0.entries.map(\.value).sorted() }
    guard !values.areEqual else { return }
    judge.find(
      .statesChanged, pair.subject(places),
      values.map { $0.map(Self.name).joined(separator: ", ") }, samples: states.map(\.total),
      events: Sides(
        old: Self.events(states.old, without: values.new),
        new: Self.events(states.new, without: values.old)))
  }

  /// Where the states that the other session does not have come first, else where any does.
  private static func events(_ states: Tally, without others: [UInt32]) -> [Int] {
    let own = states.entries.filter { !others.contains($0.value) }
    return (own.isEmpty ? Array(states.entries.prefix(1)) : own).prefix(3).map(\.firstEvent)
  }

  private static func name(_ code: UInt32) -> String {
    let layout = CharacteristicLayout.layout(for: 0x2AD3)
    for field in layout?.tables[0].fields ?? [] {
      switch field.content {
      case .code(let codes), .openCode(let codes, _):
        if let words = codes.name(of: code) { return words.text }
      default: continue
      }
    }
    return "0x" + Hex.text([UInt8(truncatingIfNeeded: code)])
  }
}
