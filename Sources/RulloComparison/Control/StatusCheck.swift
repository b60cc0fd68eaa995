internal import RulloBase

extension Rule {
  static let statusOrder = Rule(
    "C16", "order of response and status", .behaviour,
    sees: "The status that follows from a request comes on the other side of its response.",
    limits: "more than half of the pairs with both", example: "status after it → status before it",
    clause: "FTMS 1.0.1, 4.16.2 and 4.17")

  static let statusLost = Rule(
    "C17", "status gone", .behaviour, mirror: "C18",
    sees: "A request that is accepted is not followed by a status message any more.",
    limits: "in half of the accepted pairs before, in none after",
    example: "08 target power changed → no status", clause: "FTMS 1.0.1, 4.17")

  static let statusGained = Rule(
    "C18", "status new", .information, mirror: "C17",
    sees: "A request that is accepted is followed by a status message.",
    limits: "in none of the accepted pairs before, in half after",
    example: "no status → 08 target power changed", clause: "FTMS 1.0.1, 4.17")

  static let statusChanged = Rule(
    "C19", "status says otherwise", .behaviour,
    sees: "The status after a request has another op code, or does not repeat its parameter.",
    limits: "more than half of the accepted pairs with a status on both sides",
    example: "08 target power changed, as asked → 08 target power changed, not as asked",
    clause: "FTMS 1.0.1, 4.17")
}

/// The status messages that follow from requests.
struct StatusCheck {
  func run(_ group: ControlGroup, _ judge: inout Judge) {
    let accepted = group.pairs.filter {
      $0.exchange.old.outcome.isSuccess && $0.exchange.new.outcome.isSuccess
    }
    guard !accepted.isEmpty else { return }
    let having = Sides(
      old: accepted.filter { !$0.exchange.old.statuses.isEmpty },
      new: accepted.filter { !$0.exchange.new.statuses.isEmpty })
    let counts = having.map(\.count)
    if counts.old == 0 || counts.new == 0 {
      guard counts.old != counts.new, counts.larger * 2 >= accepted.count else { return }
      let isLost = counts.new == 0
      let shown = isLost ? having.old : having.new
      let side: Side = isLost ? .old : .new
      let status = shown.first?.exchange[side].statuses.first
      let text = status.map { group.names.status($0.octets.first ?? 0) } ?? ""
      group.find(
        isLost ? .statusLost : .statusGained, shown,
        Sides(old: isLost ? text : "no status", new: isLost ? "no status" : text), &judge,
        events: shown.first?.exchange.map { $0.events + $0.statuses.prefix(1).map(\.event) })
      return
    }
    let both = accepted.filter {
      !$0.exchange.old.statuses.isEmpty && !$0.exchange.new.statuses.isEmpty
    }
    order(group, both, &judge)
    content(group, both, &judge)
  }

  private func order(_ group: ControlGroup, _ both: [ControlPair], _ judge: inout Judge) {
    let moved = both.filter {
      $0.exchange.old.statuses[0].isBeforeResponse != $0.exchange.new.statuses[0].isBeforeResponse
    }
    guard moved.count * 2 > both.count else { return }
    // A mixture on one side is no order.
    let before = Sides(
      old: moved.count { $0.exchange.old.statuses[0].isBeforeResponse },
      new: moved.count { $0.exchange.new.statuses[0].isBeforeResponse })
    guard before.old * 2 != moved.count else { return }
    let isOldBefore = before.old * 2 > moved.count
    group.find(
      .statusOrder, moved,
      Sides(
        old: "status \(isOldBefore ? "before" : "after") it",
        new: "status \(isOldBefore ? "after" : "before") it"), &judge,
      events: moved.first?.exchange.map { $0.events + $0.statuses.prefix(1).map(\.event) })
  }

  private func content(_ group: ControlGroup, _ both: [ControlPair], _ judge: inout Judge) {
    let changed = both.filter {
      Self.kind($0.exchange.old, group.names) != Self.kind($0.exchange.new, group.names)
    }
    guard changed.count * 2 > both.count, let first = changed.first else { return }
    group.find(
      .statusChanged, changed, first.exchange.map { Self.kind($0, group.names) }, &judge,
      events: first.exchange.map { $0.events + $0.statuses.prefix(1).map(\.event) })
  }

  /// The op code of the status and whether it repeats what was asked.
  private static func kind(_ exchange: ControlExchange, _ names: ControlNames) -> String {
    let octets = exchange.statuses[0].octets
    let name = names.status(octets.first ?? 0)
    let asked = exchange.octets.dropFirst()
    guard octets.count > 1, !asked.isEmpty else { return name }
    // Clients that pad their writes are answered with what the table has room for.
    let isEcho = asked.starts(with: octets.dropFirst())
    return name + (isEcho ? ", as asked" : ", not as asked")
  }
}
