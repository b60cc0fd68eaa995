extension Rule {
  static let widthOfParameter = Rule(
    "C14", "width of a parameter", .breaking,
    sees: "A parameter is accepted in another number of octets than before, such as resistance in"
      + " one or in two.",
    limits: "each width tried in both sessions, and answered all alike",
    example: "accepts 2 octets, refuses 1 → accepts 1, refuses 2",
    clause: "FTMS 1.0.1, 4.16.2.5; erratum 9135")
}

/// Whether the number of octets of a parameter decides about it.
struct WidthCheck {
  /// Answers the pairs whose difference is explained by their width.
  func run(_ group: ControlGroup, _ judge: inout Judge) -> Set<Int> {
    var widths: [Int: [ControlPair]] = [:]
    for pair in group.pairs where pair.isSameRequest {
      widths[pair.exchange.old.octets.count - 1, default: []].append(pair)
    }
    let verdicts = widths.mapValues { pairs in
      Sides(
        old: Self.verdict(pairs.map(\.exchange.old.outcome)),
        new: Self.verdict(pairs.map(\.exchange.new.outcome)))
    }
    let known = verdicts.keys.sorted().filter {
      verdicts[$0]?.old != nil && verdicts[$0]?.new != nil
    }
    let changed = known.filter { verdicts[$0]?.old != verdicts[$0]?.new }
    // One width alone is a request that is refused; that two differ makes it a matter of width.
    guard known.count > 1, !changed.isEmpty,
      Self.isDecisive(known.map { verdicts[$0]?.old })
        || Self.isDecisive(known.map { verdicts[$0]?.new })
    else { return [] }
    let shown = changed.flatMap { widths[$0] ?? [] }
    group.find(
      .widthOfParameter, shown,
      Sides(
        old: Self.text(known.map { ($0, verdicts[$0]?.old ?? false) }),
        new: Self.text(known.map { ($0, verdicts[$0]?.new ?? false) })), &judge)
    return Set(shown.map(\.exchange.old.event))
  }

  /// Whether all were accepted or all refused; `nil` where some of both or anything else.
  private static func verdict(_ outcomes: [ControlExchange.Outcome]) -> Bool? {
    if outcomes.allSatisfy(\.isSuccess) { return true }
    return outcomes.allSatisfy(\.isRefusal) ? false : nil
  }

  private static func isDecisive(_ verdicts: [Bool?]) -> Bool {
    verdicts.contains(true) && verdicts.contains(false)
  }

  private static func text(_ verdicts: [(width: Int, isAccepted: Bool)]) -> String {
    let parts = [(true, "accepts"), (false, "refuses")].compactMap { isAccepted, word in
      let widths = verdicts.filter { $0.isAccepted == isAccepted }.map { String($0.width) }
      return widths.isEmpty ? nil : "\(word) \(widths.joined(separator: " and "))"
    }
    return parts.joined(separator: ", ") + " octets"
  }
}
