internal import RulloBase

extension Rule {
  static let mtuChanged = Rule(
    "S21", "MTU in use", .information,
    sees: "Client and device agreed on another MTU.",
    limits: "both sessions hold the exchange, in connections that belong together",
    example: "247 → 23", clause: "Core 5.4, Vol 3, Part F, 3.4.2")

  static let intervalChanged = Rule(
    "S22", "connection interval", .information,
    sees: "The link ran at another connection interval, which alone moves rates and latencies.",
    limits: "both sessions hold the link-up", example: "15 ms → 30 ms",
    clause: "Core 5.4, Vol 6, Part B, 4.5.1")

  static let endingChanged = Rule(
    "S23", "end of the connection", .behaviour,
    sees: "A connection was ended by another side, or was lost.",
    limits: "both sessions hold the disconnection",
    example: "local host terminated: we hung up → supervision timeout: the peer stopped answering",
    clause: "Core 5.4, Vol 1, Part F, 1.3")
}

/// Facts of the link that stand in connections which belong together.
struct LinkCheck {
  func run(_ pair: DevicePair, _ judge: inout Judge) {
    var seen: Set<String> = []
    for connections in pair.connections {
      let connection = connections.connection
      if let old = connection.old.mtu, let new = connection.new.mtu {
        compare(
          .mtuChanged, pair, Sides(old: old, new: new).map { ("\($0.value)", $0.event) }, &seen,
          &judge)
      }
      if let old = connection.old.interval, let new = connection.new.interval {
        compare(
          .intervalChanged, pair,
          Sides(old: old, new: new).map { (Duration.text($0.value), $0.event) }, &seen, &judge)
      }
      if let old = connection.old.ending, let new = connection.new.ending,
        old.value.by != new.value.by
      {
        compare(
          .endingChanged, pair,
          Sides(old: old, new: new).map { ($0.value.reason, $0.event) }, &seen, &judge)
      }
    }
  }

  /// The same change of several connections is one finding.
  private func compare(
    _ rule: Rule, _ pair: DevicePair, _ values: Sides<(text: String, event: Int)>,
    _ seen: inout Set<String>, _ judge: inout Judge
  ) {
    guard values.old.text != values.new.text,
      seen.insert("\(rule.id) \(values.old.text)\u{0}\(values.new.text)").inserted
    else { return }
    judge.find(
      rule, pair.subject(), values.map(\.text), events: values.map { [$0.event] })
  }
}

/// Times as findings print them.
enum Duration {
  /// `90 ms`, `1.25 ms`, `2.5 s`: at most three decimals.
  static func text(_ nanoseconds: Int64) -> String {
    let isLong = nanoseconds.magnitude >= 1_000_000_000
    let unit: Int128 = isLong ? 1_000_000_000 : 1_000_000
    let number = ExactDecimal.ratio(Int128(nanoseconds), unit, places: 3) ?? 0
    return "\(number) \(isLong ? "s" : "ms")"
  }
}
