extension Rule {
  private static let sameRequest =
    "one pair; where a parameter is invalid only if both apps wrote the same octets"

  static let refused = Rule(
    "C01", "refused", .breaking, mirror: "C02",
    sees: "A request that was accepted is refused, by a result code or by an ATT error.",
    limits: sameRequest, example: "success → op code not supported", clause: "FTMS 1.0.1, 4.16.2.22"
  )

  static let accepted = Rule(
    "C02", "accepted", .behaviour, mirror: "C01",
    sees: "A request that was refused is accepted.", limits: sameRequest,
    example: "op code not supported → success", clause: "FTMS 1.0.1, 4.16.2.22")

  static let refusedOtherwise = Rule(
    "C03", "refused otherwise", .behaviour,
    sees: "A request is refused with another code.", limits: sameRequest,
    example: "op code not supported → control not permitted", clause: "FTMS 1.0.1, 4.16.2.22")

  static let opCodeSilent = Rule(
    "C04", "op code silent", .breaking, mirror: "C05",
    sees: "A request that was answered is not answered any more.",
    limits: "one pair, with at least a second after the request", example: "success → no answer",
    clause: "FTMS 1.0.1, 4.16.2.22 and 4.16.3")

  static let opCodeAnswers = Rule(
    "C05", "op code answers", .information, mirror: "C04",
    sees: "A request that was not answered is.",
    limits: "one pair, with at least a second after the request", example: "no answer → success",
    clause: "FTMS 1.0.1, 4.16.2.22 and 4.16.3")

  static let malformedAnswer = Rule(
    "C06", "malformed response", .breaking, mirror: "C07",
    sees: "A response is too short, or echoes another op code than that of the request.",
    limits: "one pair", example: "success → malformed response 80 06 01",
    clause: "FTMS 1.0.1, 4.16.2.22")

  static let wellFormedAnswer = Rule(
    "C07", "well-formed response", .information, mirror: "C06",
    sees: "A request gets a response as the table has it.", limits: "one pair",
    example: "malformed response 80 06 01 → success", clause: "FTMS 1.0.1, 4.16.2.22")

  static let deniedOnce = Rule(
    "C08", "denied at first", .behaviour, mirror: "C09",
    sees: "The first request of an op code in a connection is refused, later ones are accepted.",
    limits: "the first pair of a connection, and a later one that both accept",
    example: "success → control not permitted", clause: "FTMS 1.0.1, 4.16.2.22")

  static let acceptedAtOnce = Rule(
    "C09", "accepted at once", .information, mirror: "C08",
    sees: "The first request of an op code in a connection is not refused any more.",
    limits: "the first pair of a connection, and a later one that both accept",
    example: "control not permitted → success", clause: "FTMS 1.0.1, 4.16.2.22")

  static let resetRevokes = Rule(
    "C10", "Reset revokes control", .breaking, mirror: "C11",
    sees: "After Reset a request without a new Request Control is refused.",
    limits: "one pair after Reset, refused as not permitted",
    example: "success → control not permitted", clause: "FTMS 1.0.1, 4.16.2.1 and 4.16.2.2")

  static let resetKeeps = Rule(
    "C11", "Reset keeps control", .information, mirror: "C10",
    sees: "After Reset a request is accepted without a new Request Control.",
    limits: "one pair after Reset, refused as not permitted before",
    example: "control not permitted → success", clause: "FTMS 1.0.1, 4.16.2.1 and 4.16.2.2")

  static let controlNeeded = Rule(
    "C12", "control needed", .breaking, mirror: "C13",
    sees: "A request before the first Request Control of a connection is refused.",
    limits: "one pair, refused as not permitted", example: "success → control not permitted",
    clause: "FTMS 1.0.1, 4.16.2.1")

  static let controlNotNeeded = Rule(
    "C13", "control not needed", .information, mirror: "C12",
    sees: "A request before the first Request Control of a connection is accepted.",
    limits: "one pair, refused as not permitted before",
    example: "control not permitted → success", clause: "FTMS 1.0.1, 4.16.2.1")
}

/// What came of requests: accepted, refused, silent, malformed.
struct OutcomeCheck {
  /// The result code for a request without control.
  private static let notPermitted = ControlExchange.Outcome.result(5)
  private static let invalidParameter = ControlExchange.Outcome.result(3)

  func run(_ group: ControlGroup, _ connections: [[ControlPair]], _ judge: inout Judge) {
    var found: [Ruling: [ControlPair]] = [:]
    var order: [Ruling] = []
    for pairs in connections {
      for (place, pair) in pairs.enumerated() {
        guard let ruling = ruling(pair, place, pairs, group.names) else { continue }
        if found[ruling] == nil { order.append(ruling) }
        found[ruling, default: []].append(pair)
      }
    }
    for ruling in order {
      group.find(ruling.rule, found[ruling] ?? [], ruling.values, &judge)
    }
  }

  private struct Ruling: Hashable {
    let rule: Rule
    let values: Sides<String>
  }

  private func ruling(
    _ pair: ControlPair, _ place: Int, _ pairs: [ControlPair], _ names: ControlNames
  ) -> Ruling? {
    let outcomes = pair.exchange.map(\.outcome)
    guard !outcomes.areEqual, outcomes.old != .unknown, outcomes.new != .unknown,
      let rule = rule(pair, outcomes, place, pairs)
    else { return nil }
    return Ruling(rule: rule, values: pair.exchange.map { $0.outcomeText(names) })
  }

  private func rule(
    _ pair: ControlPair, _ outcomes: Sides<ControlExchange.Outcome>, _ place: Int,
    _ pairs: [ControlPair]
  ) -> Rule? {
    if outcomes.old == .silent || outcomes.new == .silent {
      return outcomes.new == .silent ? .opCodeSilent : .opCodeAnswers
    }
    if outcomes.old == .malformed || outcomes.new == .malformed {
      return outcomes.new == .malformed ? .malformedAnswer : .wellFormedAnswer
    }
    // An invalid parameter says something of the device only where both wrote the same one.
    let isInvalid = [outcomes.old, outcomes.new].contains(Self.invalidParameter)
    if isInvalid, !pair.isSameRequest { return nil }
    guard outcomes.old.isSuccess || outcomes.new.isSuccess else { return .refusedOtherwise }
    let isRefused = outcomes.old.isSuccess
    let refusal = isRefused ? outcomes.new : outcomes.old
    if refusal == Self.notPermitted {
      let states = pair.exchange
      if states.old.isAfterReset, states.new.isAfterReset {
        return isRefused ? .resetRevokes : .resetKeeps
      }
      if !states.old.hasControl, !states.new.hasControl {
        return isRefused ? .controlNeeded : .controlNotNeeded
      }
    }
    let isOnce =
      place == 0
      && pairs.dropFirst().contains {
        $0.exchange.old.outcome.isSuccess && $0.exchange.new.outcome.isSuccess
      }
      && !pairs.dropFirst().contains {
        $0.exchange.old.outcome.isSuccess != $0.exchange.new.outcome.isSuccess
      }
    if isOnce { return isRefused ? .deniedOnce : .acceptedAtOnce }
    return isRefused ? .refused : .accepted
  }
}
