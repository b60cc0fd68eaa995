internal import RulloBase
internal import RulloFitness

extension Rule {
  static let fieldLost = Rule(
    "D03", "field gone", .breaking, mirror: "D04",
    sees: "A field that records carried is in none any more, and its flag is clear.",
    limits: "in half of the records before and 3 records without it, or 30 without it",
    example: "in 60 of 60 records → in none of 60", clause: "FTMS 1.0.1, 4.4 to 4.9; CPS 1.1, 3.2")

  static let fieldGained = Rule(
    "D04", "field new", .behaviour, mirror: "D03",
    sees: "Records carry a field, and set its flag, that none carried before: values get longer.",
    limits: "in half of the records after and 3 records without it, or 30 without it",
    example: "in none of 60 → in 60 of 60 records", clause: "FTMS 1.0.1, 4.4 to 4.9; CPS 1.1, 3.2")

  static let flagChanged = Rule(
    "D05", "flag without a field", .information,
    sees: "A flag that announces no field is set in all values of one session and in none of the"
      + " other.",
    limits: "3 values a side", example: "bit 12 clear in 60 → set in 60",
    clause: "CPS 1.1, 3.2; HRS 1.0, 3.1")

  static let reservedFlag = Rule(
    "D06", "reserved flag set", .behaviour, mirror: "D07",
    sees: "Values set a flag that the table reserves, where none did before.",
    limits: "3 values a side", example: "clear in 60 → bit 15 set in 60",
    clause: "FTMS 1.0.1, 4.4 to 4.9; CPS 1.1, 3.2")

  static let reservedFlagCleared = Rule(
    "D07", "reserved flag clear", .information, mirror: "D06",
    sees: "Values do not set a reserved flag any more.", limits: "3 values a side",
    example: "bit 15 set in 60 → clear in 60",
    clause: "FTMS 1.0.1, 4.4 to 4.9; CPS 1.1, 3.2")

  static let layoutMoved = Rule(
    "D08", "layout at another time", .behaviour,
    sees: "The fields of a record change at another place of the conversation, such as before Start"
      + " instead of after it.",
    limits:
      "3 records in the same stretch of both sessions; layouts of up to a third of them do not"
      + " count",
    example: "speed, cadence, power → speed, average speed, cadence, power",
    clause: "FTMS 1.0.1, 4.9.1")
}

/// Which fields and flags the records of a stream carry, and when.
struct LayoutCheck {
  func run(_ stream: StreamPair, _ judge: inout Judge) {
    guard let layout = stream.facts.old.layout else { return }
    let changed = fields(stream, &judge)
    flags(stream, layout, &judge)
    phases(stream, ignoring: changed, &judge)
  }

  /// Answers the rows that only one session has.
  private func fields(_ stream: StreamPair, _ judge: inout Judge) -> UInt32 {
    let totals = stream.facts.map(\.records.total)
    // What does not decode has no fields; another rule says so.
    guard totals.smaller > 0 else { return 0 }
    var changed: UInt32 = 0
    for (place, plan) in stream.facts.old.plan.enumerated() {
      let facts = stream.facts.map { $0.fields[place] }
      guard (facts.old.count == 0) != (facts.new.count == 0) else { continue }
      changed |= 1 << UInt32(plan.row)
      guard plan.isFirstOfGroup else { continue }
      let isLost = facts.new.count == 0
      let side: Side = isLost ? .old : .new
      let without = isLost ? totals.new : totals.old
      let isUsual = facts[side].count * 2 >= totals[side]
      guard without >= (isUsual ? 3 : judge.limits.samples) else { continue }
      let with = "in \(facts[side].count) of \(totals[side]) records"
      let none = "in none of \(without)"
      judge.find(
        isLost ? .fieldLost : .fieldGained, stream.subject(field: plan.name),
        isLost ? Sides(old: with, new: none) : Sides(old: none, new: with), samples: totals,
        events: Sides(
          old: isLost ? [facts.old.firstEvent] : [stream.facts.old.firstEvent],
          new: isLost ? [stream.facts.new.firstEvent] : [facts.new.firstEvent]))
    }
    return changed
  }

  private func flags(
    _ stream: StreamPair, _ layout: CharacteristicLayout, _ judge: inout Judge
  ) {
    let ofFields = layout.fieldFlags
    let totals = stream.facts.map(\.flags.total)
    guard totals.smaller >= 3, layout.flagOctets > 0 else { return }
    for bit in 0..<(8 * layout.flagOctets) where ofFields & 1 << UInt32(bit) == 0 {
      let mask = UInt32(1) << UInt32(bit)
      let set = stream.facts.map { facts in
        facts.flags.entries.filter { $0.value & mask != 0 }
      }
      let counts = set.map { $0.reduce(0) { $0 + $1.count } }
      let events = Sides(
        old: [set.old.first?.firstEvent ?? stream.facts.old.firstEvent],
        new: [set.new.first?.firstEvent ?? stream.facts.new.firstEvent])
      let isReserved = layout.definedFlags & mask == 0
      if isReserved, (counts.old == 0) != (counts.new == 0) {
        let isSet = counts.old == 0
        judge.find(
          isSet ? .reservedFlag : .reservedFlagCleared, stream.subject(),
          Sides(
            old: isSet ? "clear in \(totals.old)" : "bit \(bit) set in \(counts.old)",
            new: isSet ? "bit \(bit) set in \(counts.new)" : "clear in \(totals.new)"),
          samples: totals, events: events)
      } else if !isReserved,
        counts.old == totals.old && counts.new == 0 || counts.old == 0 && counts.new == totals.new
      {
        judge.find(
          .flagChanged, stream.subject(field: Self.name(ofFlag: bit, layout)),
          Sides(
            old: "bit \(bit) \(counts.old == 0 ? "clear" : "set") in \(totals.old)",
            new: "bit \(bit) \(counts.new == 0 ? "clear" : "set") in \(totals.new)"),
          samples: totals, events: events)
      }
    }
  }

  /// The field that a flag says something about, where the table has one.
  private static func name(ofFlag bit: Int, _ layout: CharacteristicLayout) -> String? {
    layout.tables[0].fields.first { field in
      guard let slice = field.slice, slice.source == .flags else { return false }
      return slice.shift <= bit && bit < slice.shift + slice.bits
    }.map { "\($0.name)" }
  }

  /// Layouts that both sessions have, at another place of the conversation.
  private func phases(_ stream: StreamPair, ignoring rows: UInt32, _ judge: inout Judge) {
    var places = Sides(old: 0, new: 0)
    var found: (values: Sides<String>, events: Sides<Int>)?
    var samples = Sides(old: 0, new: 0)
    let phases = stream.facts.map(\.phases)
    while places.old < phases.old.count, places.new < phases.new.count {
      let pair = Sides(old: phases.old[places.old], new: phases.new[places.new])
      if pair.old.stretch <= pair.new.stretch { places.old += 1 }
      if pair.new.stretch <= pair.old.stretch { places.new += 1 }
      guard pair.old.stretch == pair.new.stretch, pair.old.records.total >= 3,
        pair.new.records.total >= 3
      else { continue }
      let layouts = pair.map { phase in
        Set(phase.records.values(ofAtLeast: 34).map { $0 & ~rows }).sorted()
      }
      guard !layouts.areEqual else { continue }
      samples.old += pair.old.records.total
      samples.new += pair.new.records.total
      if found == nil {
        found = (
          layouts.map { list in
            list.map { Self.names($0, stream.facts.old.plan) }.joined(separator: " / ")
          },
          Sides(
            old: Self.first(in: pair.old.records, layouts.old, ~rows),
            new: Self.first(in: pair.new.records, layouts.new, ~rows))
        )
      }
    }
    guard let found else { return }
    judge.find(
      .layoutMoved, stream.subject(), found.values, samples: samples,
      events: found.events.map { [$0] })
  }

  private static func first(in records: Tally, _ layouts: [UInt32], _ mask: UInt32) -> Int {
    records.entries.first { layouts.contains($0.value & mask) }?.firstEvent ?? 0
  }

  private static func names(_ rows: UInt32, _ plan: [FieldPlan]) -> String {
    let names = plan.filter { $0.isFirstOfGroup && rows & 1 << UInt32($0.row) != 0 }.map(\.name)
    return names.isEmpty ? "no field" : names.joined(separator: ", ").lowercased()
  }
}
