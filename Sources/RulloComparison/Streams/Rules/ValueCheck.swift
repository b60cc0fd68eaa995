internal import RulloBase
internal import RulloFitness

extension Rule {
  static let notAvailable = Rule(
    "D15", "field not available", .behaviour, mirror: "D16",
    sees: "A field says \"not available\" where it gave numbers.",
    limits: "30 records a side: none before, a tenth of them after",
    example: "0 of 60 not available → 60 of 60 not available",
    clause: "FTMS 1.0.1, 4.4 to 4.9")

  static let available = Rule(
    "D16", "field available", .information, mirror: "D15",
    sees: "A field gives numbers where it said \"not available\".",
    limits: "30 records a side: a tenth of them before, none after",
    example: "60 of 60 not available → 0 of 60 not available",
    clause: "FTMS 1.0.1, 4.4 to 4.9")

  static let stuck = Rule(
    "D17", "field stuck", .behaviour, mirror: "D18",
    sees: "A field keeps one number while the values around it change; what the rider makes counts"
      + " only at zero or on a bench, a heart rate never.",
    limits: "30 changed values without a change of the field, and 5 changes of it before",
    example: "24 changes in 60 → always 20",
    clause: "FTMS 1.0.1, 4.9.1; CPS 1.1, 3.2.1")

  static let unstuck = Rule(
    "D18", "field moves", .information, mirror: "D17",
    sees: "A field that kept one number changes.",
    limits: "30 changed values without a change of the field, and 5 changes of it after",
    example: "always 20 → 24 changes in 60",
    clause: "FTMS 1.0.1, 4.9.1; CPS 1.1, 3.2.1")

  static let resolutionChanged = Rule(
    "D19", "effective resolution", .behaviour, measure: .steps,
    sees: "All steps of a field are multiples of another number: it got coarser or finer.",
    limits: "10 changes of the field a side, in steps of 3 sizes where they are not the smallest",
    example: "0.5 rpm → 1 rpm",
    clause: "FTMS 1.0.1, 4.9.1; CPS 1.1, 3.2.1")

  static let outsideRange = Rule(
    "D20", "outside its range", .behaviour, mirror: "D21",
    sees: "The resistance level leaves the range that 2AD6 declares.",
    limits: "both sessions read 2AD6 and hold 3 values",
    example: "0 to 100 within 0 to 200 → 0 to 250 outside 0 to 200", clause: "FTMS 1.0.1, 4.13")

  static let insideRange = Rule(
    "D21", "inside its range", .information, mirror: "D20",
    sees: "The resistance level keeps to the range that 2AD6 declares.",
    limits: "both sessions read 2AD6 and hold 3 values",
    example: "0 to 250 outside 0 to 200 → 0 to 100 within 0 to 200", clause: "FTMS 1.0.1, 4.13")

  static let benchRange = Rule(
    "D22", "range on the bench", .behaviour,
    sees: "On a test bench, where a machine drives both sessions alike, a field reaches other"
      + " numbers.",
    limits: "only with --bench: 30 records a side, an end over 5 % and over 2 steps away",
    example: "60 to 207 W → 60 to 260 W", clause: "FTMS 1.0.1, 4.9.1; CPS 1.1, 3.2.1")
}

/// The numbers of fields: which there are, whether they move, in which steps and how far.
struct ValueCheck {
  func run(_ stream: StreamPair, _ judge: inout Judge) {
    for (place, plan) in stream.facts.old.plan.enumerated() {
      let facts = stream.facts.map { $0.fields[place] }
      guard facts.old.count > 0, facts.new.count > 0 else { continue }
      availability(stream, plan, facts, &judge)
      guard facts.old.numbers > 0, facts.new.numbers > 0 else { continue }
      let isStuck = movement(stream, plan, facts, &judge)
      if !isStuck { resolution(stream, plan, facts, &judge) }
      if plan.key == "resistance_level_raw" { declaredRange(stream, plan, facts, &judge) }
      if stream.isBench, !plan.isCounter { benchRange(stream, plan, facts, &judge) }
    }
  }

  private func availability(
    _ stream: StreamPair, _ plan: FieldPlan, _ facts: Sides<FieldFacts>, _ judge: inout Judge
  ) {
    let counts = facts.map(\.count)
    let missing = facts.map(\.notAvailable)
    guard counts.smaller >= judge.limits.samples, (missing.old == 0) != (missing.new == 0),
      missing.old * 10 >= counts.old || missing.new * 10 >= counts.new
    else { return }
    judge.find(
      missing.old == 0 ? .notAvailable : .available, stream.subject(field: plan.name),
      facts.map { "\($0.notAvailable) of \($0.count) not available" }, samples: counts,
      events: facts.map { [$0.notAvailable > 0 ? $0.firstNotAvailable : $0.firstEvent] })
  }

  /// Answers whether the field stands still in one session.
  private func movement(
    _ stream: StreamPair, _ plan: FieldPlan, _ facts: Sides<FieldFacts>, _ judge: inout Judge
  ) -> Bool {
    let changes = facts.map(\.changes)
    guard (changes.old == 0) != (changes.new == 0) else { return changes.old == 0 }
    let still: Side = changes.old == 0 ? .old : .new
    let changed = stream.facts[still].count - stream.facts[still].repeats
    let isOfDevice = !plan.isOfRider || stream.isBench || facts[still].minimum == 0
    guard isOfDevice, !plan.needsSensor, changes.larger >= 5, changed > judge.limits.samples else {
      return true
    }
    judge.find(
      still == .new ? .stuck : .unstuck, stream.subject(field: plan.name),
      facts.map {
        $0.changes == 0 ? "always \(plan.text($0.minimum))" : "\($0.changes) changes in \($0.count)"
      }, samples: facts.map(\.count), events: facts.map { [$0.firstEvent] })
    return true
  }

  private func resolution(
    _ stream: StreamPair, _ plan: FieldPlan, _ facts: Sides<FieldFacts>, _ judge: inout Judge
  ) {
    let steps = facts.map(\.stepDivisor)
    let changes = facts.map(\.changes)
    // Steps of one size are the rhythm of a steady rider, unless they are the smallest there are.
    let isTold = facts.map { $0.stepDivisor == 1 || $0.stepSizes >= 3 }
    guard changes.smaller >= judge.limits.changes, steps.smaller > 0, isTold.old, isTold.new else {
      return
    }
    judge.measure(.resolutionChanged, stream.subject(field: plan.name), steps)
    guard !steps.areEqual else { return }
    judge.find(
      .resolutionChanged, stream.subject(field: plan.name), steps.map { plan.text(step: $0) },
      samples: changes, events: facts.map { [$0.firstEvent] }, measures: steps)
  }

  private func declaredRange(
    _ stream: StreamPair, _ plan: FieldPlan, _ facts: Sides<FieldFacts>, _ judge: inout Judge
  ) {
    let declared = stream.pair.device.map { Self.resistanceRange($0) }
    guard let old = declared.old, let new = declared.new, facts.old.numbers >= 3,
      facts.new.numbers >= 3
    else { return }
    let ranges = Sides(old: old, new: new)
    let isOutside = Sides(
      old: facts.old.minimum < old.lowerBound || facts.old.maximum > old.upperBound,
      new: facts.new.minimum < new.lowerBound || facts.new.maximum > new.upperBound)
    guard !isOutside.areEqual else { return }
    func text(_ side: Side) -> String {
      let field = facts[side]
      return "\(field.minimum) to \(field.maximum) \(isOutside[side] ? "outside" : "within")"
        + " \(ranges[side].lowerBound) to \(ranges[side].upperBound)"
    }
    judge.find(
      isOutside.new ? .outsideRange : .insideRange, stream.subject(field: plan.name),
      Sides(old: text(.old), new: text(.new)), samples: facts.map(\.numbers),
      events: facts.map { [$0.maximumEvent] })
  }

  /// The raw limits of 2AD6; raw numbers of 2AD2 count in the same steps.
  private static func resistanceRange(_ device: DeviceFacts) -> ClosedRange<Int64>? {
    let range = device.characteristics.first { $0.key.uuid?.short == 0x2AD6 }
    guard let octets = range?.read?.value else { return nil }
    let value = octets.withRawSpan { CharacteristicLayout.supportedResistanceLevelRange.decode($0) }
    guard value.contains(row: 0), value.contains(row: 1) else { return nil }
    let ends = (0...1).map { Int64(Int32(bitPattern: value.raw(row: $0))) }
    return ends[0] <= ends[1] ? ends[0]...ends[1] : nil
  }

  private func benchRange(
    _ stream: StreamPair, _ plan: FieldPlan, _ facts: Sides<FieldFacts>, _ judge: inout Judge
  ) {
    let numbers = facts.map(\.numbers)
    guard numbers.smaller >= judge.limits.samples else { return }
    let ends = [facts.map(\.minimum), facts.map(\.maximum)]
    let isApart = ends.contains { end in
      let distance = end.larger - end.smaller
      return distance > 2 && distance * 20 > max(abs(end.larger), abs(end.smaller))
    }
    guard isApart else { return }
    judge.find(
      .benchRange, stream.subject(field: plan.name),
      facts.map { "\(plan.number($0.minimum)) to \(plan.text($0.maximum))" }, samples: numbers,
      events: facts.map { [$0.minimumEvent, $0.maximumEvent] })
  }
}
