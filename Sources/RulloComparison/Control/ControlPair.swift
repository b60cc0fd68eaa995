/// Two writes to one control point that stand at the same place of both conversations.
struct ControlPair: Sendable {
  let exchange: Sides<ControlExchange>

  /// Whether both apps wrote the same octets.
  var isSameRequest: Bool { exchange.old.octets == exchange.new.octets }
}

/// All pairs of one op code of one control point.
struct ControlGroup {
  let pair: DevicePair
  let places: Sides<Int>
  let opCode: UInt8
  let names: ControlNames

  /// In the order of the old session.
  let pairs: [ControlPair]

  /// The coarser of both clocks; `nil` where one session has none.
  let resolution: Int64?

  var subject: FindingSubject { pair.subject(places, opCode: opCode) }

  /// Finds something that some of the pairs show.
  func find(
    _ rule: Rule, _ shown: [ControlPair], _ values: Sides<String>, _ judge: inout Judge,
    events: Sides<[Int]>? = nil, limit: String? = nil, measures: Sides<Int64>? = nil
  ) {
    guard let first = shown.first else { return }
    judge.find(
      rule, subject, values, samples: Sides(old: shown.count, new: shown.count),
      events: events ?? first.exchange.map(\.events), limit: limit, measures: measures)
  }
}
