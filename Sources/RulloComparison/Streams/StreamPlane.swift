internal import RulloBase
internal import RulloBluetooth
internal import RulloRecordings

/// What a device sends of itself: facts of its streams between the anchors of both sessions.
struct StreamPlane {
  private let alignment: SessionAlignment
  private let surveys: Sides<StreamSurvey>
  private let isBench: Bool

  init(_ alignment: SessionAlignment, _ surveys: Sides<StreamSurvey>, isBench: Bool) {
    self.alignment = alignment
    self.surveys = surveys
    self.isBench = isBench
  }

  func run(_ pair: DevicePair, _ number: Int, _ judge: inout Judge) {
    let clocks = alignment.facts.map(\.recording.clock)
    let hasClock = clocks.old.kind != .none && clocks.new.kind != .none
    for (place, places) in pair.characteristics.pairs.enumerated() {
      if pair.device.old.characteristics[places.old].key.uuid?.short == 0x2AD3 {
        TrainingStatusCheck().run(
          pair, places, surveys.map { $0.states[number] }, &judge)
      }
      guard let old = surveys.old.streams[number][place],
        let new = surveys.new.streams[number][place]
      else { continue }
      let stream = StreamPair(
        pair: pair, places: places, facts: Sides(old: old, new: new),
        resolution: hasClock ? clocks.map(\.resolution).larger : nil, isBench: isBench)
      guard PresenceCheck().run(stream, alignment, &judge) else { continue }
      judge.comparedCount += 1
      let before = judge.findings.count
      LayoutCheck().run(stream, &judge)
      ShapeCheck().run(stream, &judge)
      ValueCheck().run(stream, &judge)
      CounterCheck().run(stream, &judge)
      RhythmCheck().run(stream, since: before, &judge)
    }
    unpaired(pair, &judge)
  }

  /// Streams that only one session has say nothing about the device; that is said once.
  private func unpaired(_ pair: DevicePair, _ judge: inout Judge) {
    for side in [Side.old, .new] {
      let device = pair.device[side]
      for (place, facts) in device.characteristics.enumerated()
      where pair.characteristics.pairOf[side][place] < 0 && facts.valueCount > 0 {
        let count = "\(facts.valueCount) \(facts.valueCount == 1 ? "value" : "values")"
        judge.remark("\(facts.attribute.path): \(count) in \(side == .old ? "OLD" : "NEW") only")
      }
    }
  }
}
