internal import RulloBase

extension Rule {
  static let autonomousLost = Rule(
    "C20", "status of its own gone", .information, mirror: "C21",
    sees: "A status message that no request explains does not come any more.",
    limits: "one message before, none after", example: "FF control permission lost → none",
    clause: "FTMS 1.0.1, 4.17")

  static let autonomousGained = Rule(
    "C21", "status of its own", .behaviour, mirror: "C20",
    sees: "A status message comes that no request explains.", limits: "none before, one after",
    example: "none → FF control permission lost", clause: "FTMS 1.0.1, 4.17")
}

/// Status messages that follow from no request, by op code.
struct AutonomousStatusCheck {
  func run(
    _ pair: DevicePair, _ places: Sides<Int>, _ messages: Sides<Tally>, _ judge: inout Judge
  ) {
    let names = ControlNames(nil)
    let codes = Set(messages.old.entries.map(\.value) + messages.new.entries.map(\.value))
    for code in codes.sorted() {
      let entries = messages.map { $0.entry(code) }
      guard (entries.old == nil) != (entries.new == nil) else { continue }
      let isLost = entries.new == nil
      let opCode = UInt8(truncatingIfNeeded: code)
      let text = "\(names.status(opCode)), \((entries.old ?? entries.new)?.count ?? 0) times"
      judge.find(
        isLost ? .autonomousLost : .autonomousGained, pair.subject(places, opCode: opCode),
        Sides(old: isLost ? text : "none", new: isLost ? "none" : text),
        samples: entries.map { $0?.count ?? 0 },
        events: entries.map { entry in entry.map { [$0.firstEvent] } ?? [] })
    }
  }
}
