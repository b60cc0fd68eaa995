internal import RulloBase
internal import RulloFitness
internal import RulloRecordings

extension ReplayEngine {
  /// A search looks at no more recorded writes than this, so that a long session stays quick.
  private static let searched = 4_096

  /// Looks for the recorded write that a write of the app is.
  func match(_ bytes: [UInt8], in channel: Int) -> WriteMatch {
    let (lowest, mask) = rule(bytes, channel)
    func rung(_ exchange: Int) -> MatchRung? { self.rung(bytes, exchange, channel, mask) }
    for exchange in turn(channel) where (rung(exchange).map { $0 <= lowest }) == true {
      if let best = best(bytes, channel, lowest, mask) { return .found(best.0, best.1) }
      return .found(exchange, rung(exchange) ?? lowest)
    }
    let words = WriteComparison.words(bytes, script.channels[channel].layout)
    let name = "\(script.channels[channel].identity) \(words)"
    let unmade = candidates(channel).filter { madeAt[$0] == nil }
    if let other = unmade.first(where: { (rung($0).map { $0 <= lowest }) == true }) {
      return .missed(
        WriteMiss(
          code: .wrongOrder,
          text: "\(name): recorded, but not next (\(place(other)))" + expected(channel),
          nearest: other, rung: rung(other), bytes: bytes))
    }
    if let made = candidates(channel).last(where: {
      madeAt[$0] != nil && (rung($0).map { $0 <= lowest }) == true
    }) {
      let time = TranscriptWords.milliseconds(madeAt[made] ?? 0)
      return .missed(
        WriteMiss(
          code: .noPartner,
          text: "\(name): recorded, but the app made that write already at \(time)"
            + " (\(place(made)))",
          nearest: unmade.first { rung($0) != nil } ?? made, rung: rung(made), bytes: bytes))
    }
    let near = unmade.first { rung($0) != nil } ?? candidates(channel).first { rung($0) != nil }
    if let near {
      return .missed(
        WriteMiss(
          code: .lowerRung,
          text: "\(name): recorded, but it differs (\(place(near))): "
            + reason(bytes, near, channel),
          nearest: near, rung: rung(near), bytes: bytes))
    }
    return .missed(
      WriteMiss(
        code: .noPartner, text: "\(name): never recorded", nearest: unmade.first, rung: nil,
        bytes: bytes))
  }

  /// The recorded writes whose turn it is.
  private func turn(_ channel: Int) -> ArraySlice<Int> {
    let own = script.channels[channel].writes
    switch options.order {
    case .strict:
      let next = script.writes.dropFirst(strictCursor).prefix(1)
      return next.filter { own.place(behind: $0) > own.place(behind: $0 - 1) }[...]
    case .channel: return own.dropFirst(cursors[channel]).prefix(1)
    case .window(let count): return own.lazy.filter { madeAt[$0] == nil }.prefix(max(1, count))[...]
    case .free: return own.lazy.filter { madeAt[$0] == nil }.prefix(Self.searched)[...]
    }
  }

  /// Where several may be meant, the best rung counts, then the earliest.
  private func best(
    _ bytes: [UInt8], _ channel: Int, _ lowest: MatchRung, _ mask: [UInt8]
  ) -> (Int, MatchRung)? {
    var best: (Int, MatchRung)?
    for exchange in turn(channel) {
      guard let rung = rung(bytes, exchange, channel, mask), rung <= lowest else { continue }
      if best.map({ rung < $0.1 }) ?? true { best = (exchange, rung) }
    }
    return best
  }

  /// The recorded writes around the present place of a channel.
  private func candidates(_ channel: Int) -> ArraySlice<Int> {
    let writes = script.channels[channel].writes
    let front = max(0, min(cursors[channel], writes.count) - Self.searched / 2)
    return writes.dropFirst(front).prefix(Self.searched)
  }

  /// The lowest rung that is allowed, and the mask.
  private func rule(_ bytes: [UInt8], _ channel: Int) -> (MatchRung, [UInt8]) {
    let uuid = script.channels[channel].identity.uuid
    if let rule = options.rules.last(where: { $0.applies(to: uuid, bytes.first) }) {
      return (rule.lowest, rule.mask)
    }
    // A set-point may be rounded; an op code without a parameter has nothing to round.
    return (bytes.count > 1 ? .semantic : .exact, [])
  }

  private func rung(
    _ bytes: [UInt8], _ exchange: Int, _ channel: Int, _ mask: [UInt8]
  ) -> MatchRung? {
    WriteComparison.rung(
      recorded: script.value(script.map.exchanges[exchange].request), written: bytes, mask: mask,
      script.channels[channel].layout)
  }

  private func place(_ exchange: Int) -> String {
    script.place(script.map.exchanges[exchange].request)
  }

  private func expected(_ channel: Int) -> String {
    guard let next = turn(channel).first else { return "" }
    let octets = script.value(script.map.exchanges[next].request)
    return "; next is \(WriteComparison.words(octets, script.channels[channel].layout))"
      + " (\(place(next)))"
  }

  /// What differs between a write and a recorded one, field by field where a table knows them.
  private func reason(_ bytes: [UInt8], _ exchange: Int, _ channel: Int) -> String {
    let recorded = script.value(script.map.exchanges[exchange].request)
    let layout = script.channels[channel].layout
    if let layout, let fields = WriteComparison.differences(recorded, bytes, layout),
      !fields.isEmpty
    {
      return fields.joined(separator: ", ")
    }
    return "recorded \(WriteComparison.words(recorded, layout))"
  }

  /// The three nearest recorded writes, what was pending, and the switch that would accept it.
  func details(_ miss: WriteMiss, _ channel: Int) -> [String] {
    let mask = rule(miss.bytes, channel).1
    let near = candidates(channel).map { exchange in
      (
        exchange, rung(miss.bytes, exchange, channel, mask)?.rawValue ?? 9,
        abs(script.channels[channel].writes.place(behind: exchange) - 1 - cursors[channel])
      )
    }.sorted { ($0.1, $0.2, $0.0) < ($1.1, $1.2, $1.0) }.prefix(3)
    var lines = near.map { exchange, _, _ in
      let made = madeAt[exchange].map { ", made at \(TranscriptWords.milliseconds($0))" } ?? ""
      return "near: \(place(exchange))\(made): \(reason(miss.bytes, exchange, channel))"
    }
    let device = script.channels[channel].device
    if !devices[device].pending.isEmpty {
      lines.append("pending: \(devices[device].pending.count) requests wait for their answer")
    }
    lines.append(
      "virtual time: \(TranscriptWords.milliseconds(now)); to accept it: --policy"
        + " \(miss.code.word)=\(miss.code == .noPartner ? "answer" : "nearest")")
    return lines
  }
}
