internal import RulloBase

extension Rule {
  static let counterBack = Rule(
    "D23", "counter goes back", .breaking, mirror: "D24",
    sees: "A counter steps back, or counts down; a return to its beginning and a roll-over are no"
      + " step back.",
    limits: "none before in 10 steps, a tenth of the steps after",
    example: "30 up, 0 back → 0 up, 30 back",
    clause: "CPS 1.1, 3.2.1; CSCS 1.0, 3.1.1; FTMS 1.0.1, 4.9.1")

  static let counterForward = Rule(
    "D24", "counter goes forward", .information, mirror: "D23",
    sees: "A counter that stepped back counts up.",
    limits: "a tenth of the steps before, none after in 10 steps",
    example: "0 up, 30 back → 30 up, 0 back",
    clause: "CPS 1.1, 3.2.1; CSCS 1.0, 3.1.1; FTMS 1.0.1, 4.9.1")

  static let clockRateChanged = Rule(
    "D25", "unit of event times", .breaking, measure: .ticks,
    sees: "Event times advance at another pace against the receiver's clock: their unit changed.",
    limits: "10 steps a side, over 20 %", example: "2048 ticks a second → 1024 ticks a second",
    clause: "CPS 1.1, 3.2.1 (1/2048 s, 1/1024 s); CSCS 1.0, 3.1.1 (1/1024 s)")
}

/// The counters that a device keeps: their direction, and the unit of their event times.
struct CounterCheck {
  func run(_ stream: StreamPair, _ judge: inout Judge) {
    for (place, plan) in stream.facts.old.plan.enumerated() where plan.isCounter {
      let facts = stream.facts.map { $0.fields[place] }
      direction(stream, plan, facts, &judge)
      if case .eventTime = plan.step.nature, stream.resolution != nil {
        pace(stream, plan, facts, &judge)
      }
    }
  }

  private func direction(
    _ stream: StreamPair, _ plan: FieldPlan, _ facts: Sides<FieldFacts>, _ judge: inout Judge
  ) {
    let steps = facts.map { $0.stepsUp + $0.stepsBack }
    let back = facts.map(\.stepsBack)
    guard steps.smaller >= judge.limits.changes, (back.old == 0) != (back.new == 0),
      back.old * 10 >= steps.old && back.old > 0 || back.new * 10 >= steps.new && back.new > 0
    else { return }
    judge.find(
      back.old == 0 ? .counterBack : .counterForward, stream.subject(field: plan.name),
      facts.map { "\($0.stepsUp) up, \($0.stepsBack) back" }, samples: steps,
      events: facts.map { [$0.stepsBack > 0 ? $0.firstBack : $0.firstEvent] })
  }

  private func pace(
    _ stream: StreamPair, _ plan: FieldPlan, _ facts: Sides<FieldFacts>, _ judge: inout Judge
  ) {
    let counts = facts.map(\.ticksCount)
    guard counts.smaller >= judge.limits.changes else { return }
    let paces = facts.map { field in
      Int64(
        clamping: Int128(field.ticks) * 1_000_000_000 / Int128(max(1, field.ticksTime)))
    }
    judge.measure(.clockRateChanged, stream.subject(field: plan.name), paces)
    guard paces.larger * 100 > paces.smaller * Int64(100 + judge.limits.percent) else { return }
    judge.find(
      .clockRateChanged, stream.subject(field: plan.name),
      paces.map { "\($0) ticks a second" }, samples: counts,
      events: facts.map { [$0.firstEvent] }, measures: paces)
  }
}
