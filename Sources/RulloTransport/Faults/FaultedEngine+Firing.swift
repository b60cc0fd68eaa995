internal import RulloBase

extension FaultedEngine {
  /// Whether a fault selects this device and characteristic, now.
  func selects(
    _ index: Int, _ device: Int, _ identity: CharacteristicIdentity?, opCode: UInt8? = nil
  ) -> Bool {
    let selector = plan.faults[index].selector
    if let only = selector.device, only != device { return false }
    if let only = selector.characteristic {
      guard let identity, only.matches(identity) else { return false }
    }
    if let only = selector.opCode, only != opCode { return false }
    if let from = selector.from, now < from { return false }
    if let to = selector.to, now >= to { return false }
    if let label = selector.label, !labels.contains(label) { return false }
    return true
  }

  /// Counts one more that a fault has met; answers whether it fires for it.
  mutating func fires(_ index: Int) -> Bool {
    let selector = plan.faults[index].selector
    met[index] += 1
    if let nth = selector.nth, met[index] != nth { return false }
    if let times = selector.times, firings[index] >= times { return false }
    if let chance = selector.chance {
      let bits = SeededHash.bits(
        seed: plan.seed, "fault \(plan.faults[index].line)", index: UInt64(met[index]))
      return bits % chance.whole < chance.part
    }
    return true
  }

  /// Says that a fault fires.
  mutating func fired(
    _ index: Int, _ identity: CharacteristicIdentity?, _ device: Int,
    _ effects: inout [TransportEffect]
  ) {
    firings[index] += 1
    let fault = plan.faults[index]
    remark(.line(identity), "fault of line \(fault.line): \(fault)", device, &effects)
  }

  mutating func remark(
    _ place: TransportRemark.Place, _ text: String, _ device: Int,
    _ effects: inout [TransportEffect]
  ) {
    say(.remark(TransportRemark(place, TranscriptWords.own + text)), device, &effects)
  }

  mutating func say(
    _ kind: TransportEffect.Kind, _ device: Int, _ effects: inout [TransportEffect]
  ) {
    effects.append(TransportEffect(time: now, device: device, kind))
  }
}
