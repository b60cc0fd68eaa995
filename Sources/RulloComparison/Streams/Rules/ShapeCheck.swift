internal import RulloFitness

extension Rule {
  static let undecodable = Rule(
    "D09", "values do not decode", .breaking, mirror: "D10",
    sees: "Values are shorter than their flags ask for, or hold codes that the table reserves.",
    limits: "none before, 1 % of the values after", example: "0 of 60 → 60 of 60",
    clause: "FTMS 1.0.1, 4.4 to 4.9; CPS 1.1, 3.2")

  static let decodable = Rule(
    "D10", "values decode", .information, mirror: "D09",
    sees: "Values decode that did not.", limits: "1 % of the values before, none after",
    example: "60 of 60 → 0 of 60", clause: "FTMS 1.0.1, 4.4 to 4.9; CPS 1.1, 3.2")

  static let trailingChanged = Rule(
    "D11", "octets behind the last field", .behaviour,
    sees: "Values are longer than their flags ask for, by another number of octets than before.",
    limits: "3 values a side; lengths under a quarter of them do not count", example: "0 → 1",
    clause: "FTMS 1.0.1, 4.4 to 4.9")

  static let lengthChanged = Rule(
    "D12", "length of values", .information,
    sees: "Values of a characteristic without a table have other lengths.",
    limits: "30 values a side; lengths under a quarter of them do not count",
    example: "20 octets → 16 octets", clause: "none: a vendor's own characteristic")

  static let widthChanged = Rule(
    "D13", "width of a field", .breaking,
    sees:
      "A field of two octets comes as one, or the other way round: what stands behind it moves.",
    limits: "3 values a side, all of them", example: "2 octets in 60 values → 1 octet in 60 values",
    clause: "FTMS 1.0.1, 4.9.1.7")

  static let splitChanged = Rule(
    "D14", "record split otherwise", .behaviour,
    sees: "A record is spread over another number of notifications (More Data).",
    limits: "3 records a side; numbers under a quarter of them do not count", example: "1 → 2",
    clause: "FTMS 1.0.1, 4.4 to 4.9, More Data")
}

/// The outer form of values: whether they decode, how long they are, how records are split.
struct ShapeCheck {
  func run(_ stream: StreamPair, _ judge: inout Judge) {
    let facts = stream.facts
    guard let layout = facts.old.layout else { return lengths(stream, &judge) }
    let isFaulty = facts.map { $0.faults * 100 >= $0.count }
    if isFaulty.old && facts.new.faults == 0 || isFaulty.new && facts.old.faults == 0 {
      let isNew = facts.old.faults == 0
      judge.find(
        isNew ? .undecodable : .decodable, stream.subject(),
        facts.map { "\($0.faults) of \($0.count)" }, samples: stream.counts,
        events: facts.map { [$0.faults > 0 ? $0.firstFault : $0.firstEvent] })
    }
    compare(
      .trailingChanged, stream, facts.map(\.trailing), atLeast: 3, unit: "", &judge)
    compare(.splitChanged, stream, facts.map(\.parts), atLeast: 3, unit: "", &judge)
    let decoded = facts.map(\.flags.total)
    let narrow = facts.map(\.narrow)
    let isWidthOther =
      narrow.old == 0 && narrow.new == decoded.new || narrow.new == 0 && narrow.old == decoded.old
    if isWidthOther, !narrow.areEqual, decoded.smaller >= 3 {
      let name = layout.tables[0].fields.first { $0.tolerance == .oneOctetInShortValue }?.name
      judge.find(
        .widthChanged, stream.subject(field: name.map { "\($0)" }),
        facts.map { "\($0.narrow > 0 ? "1 octet" : "2 octets") in \($0.flags.total) values" },
        samples: decoded, events: facts.map { [$0.narrow > 0 ? $0.firstNarrow : $0.firstEvent] })
    }
  }

  private func lengths(_ stream: StreamPair, _ judge: inout Judge) {
    compare(
      .lengthChanged, stream, stream.facts.map(\.lengths), atLeast: judge.limits.samples,
      unit: " octets", &judge)
  }

  private func compare(
    _ rule: Rule, _ stream: StreamPair, _ tallies: Sides<Tally>, atLeast least: Int, unit: String,
    _ judge: inout Judge
  ) {
    guard tallies.old.total >= least, tallies.new.total >= least else { return }
    let usual = tallies.map { $0.values(ofAtLeast: 25) }
    guard !usual.areEqual else { return }
    let texts = usual.map { list in
      list.isEmpty ? "many lengths" : list.map(String.init).joined(separator: ", ") + unit
    }
    guard !texts.areEqual else { return }
    let events = Sides(
      old: usual.old.prefix(2).compactMap { tallies.old.entry($0)?.firstEvent },
      new: usual.new.prefix(2).compactMap { tallies.new.entry($0)?.firstEvent })
    judge.find(
      rule, stream.subject(), texts, samples: tallies.map(\.total), events: events)
  }
}
