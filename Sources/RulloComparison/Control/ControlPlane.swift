internal import RulloBase
internal import RulloBluetooth
internal import RulloRecordings

/// What a device answers to what an app asks of it, exchange by exchange.
struct ControlPlane {
  private let alignment: SessionAlignment
  private let readers: Sides<ExchangeReader>

  init(_ alignment: SessionAlignment) {
    self.alignment = alignment
    readers = alignment.facts.map { ExchangeReader($0) }
  }

  func run(_ pair: DevicePair, _ judge: inout Judge) {
    let pairs = self.pairs(of: pair)
    let clocks = alignment.facts.map(\.recording.clock)
    let hasClock = clocks.old.kind != .none && clocks.new.kind != .none
    for characteristic in pairs.keys.sorted() {
      guard let byCode = pairs[characteristic] else { continue }
      let places = pair.characteristics.pairs[characteristic]
      let names = ControlNames(pair.device.old.characteristics[places.old].key.uuid)
      var groups: [ControlGroup] = []
      for code in byCode.keys.sorted() {
        let connections = byCode[code] ?? []
        let group = ControlGroup(
          pair: pair, places: places, opCode: code, names: names,
          pairs: connections.flatMap { $0 },
          resolution: hasClock ? clocks.map(\.resolution).larger : nil)
        judge.comparedCount += group.pairs.count
        let explained = WidthCheck().run(group, &judge)
        let rest = connections.map { list in
          list.filter { !explained.contains($0.exchange.old.event) }
        }
        OutcomeCheck().run(group, rest, &judge)
        StatusCheck().run(group, &judge)
        groups.append(group)
      }
      LatencyCheck().run(groups, &judge)
    }
    autonomous(pair, &judge)
  }

  /// By characteristic pair, op code and connection, in the order of the old session.
  private func pairs(of pair: DevicePair) -> [Int: [UInt8: [[ControlPair]]]] {
    var pairs: [Int: [UInt8: [[ControlPair]]]] = [:]
    for (number, connection) in pair.connections.enumerated() {
      for match in connection.alignment.pairs {
        let write = connection.writes.old[match.old]
        let characteristic = pair.characteristics.pairOf.old[write.characteristic]
        guard let old = readers.old.exchanges[write.position],
          let new = readers.new.exchanges[connection.writes.new[match.new].position]
        else { continue }
        var connections = pairs[characteristic]?[write.opCode] ?? []
        while connections.count <= number { connections.append([]) }
        connections[number].append(ControlPair(exchange: Sides(old: old, new: new)))
        pairs[characteristic, default: [:]][write.opCode] = connections
      }
    }
    return pairs
  }

  private func autonomous(_ pair: DevicePair, _ judge: inout Judge) {
    let messages = Sides(
      old: readers.old.autonomous[pair.device.old.index] ?? Tally(),
      new: readers.new.autonomous[pair.device.new.index] ?? Tally())
    let places = pair.characteristics.pairs.first {
      pair.device.old.characteristics[$0.old].key.uuid?.short == 0x2ADA
    }
    guard let places else { return }
    AutonomousStatusCheck().run(pair, places, messages, &judge)
  }
}
