internal import RulloBase
internal import RulloRecordings

extension FaultedEngine {
  /// Lets the engine's effects through, as far as no fault meets them.
  mutating func pass(_ own: [TransportEffect], _ effects: inout [TransportEffect]) {
    if let skew, !own.isEmpty, firings[skew] == 0 { fired(skew, nil, own[0].device, &effects) }
    for effect in own {
      var effect = effect
      effect.time = now
      switch effect.kind {
      case .received(let value): receive(value, effect.device, &effects)
      case .completed(let id, _):
        open[id] = nil
        effects.append(effect)
      case .state(let state):
        enter(state, effect.device)
        effects.append(effect)
      case .ended:
        flushGroups(&effects)
        _ = queue.removeAll { if case .fault = $0 { true } else { false } }
        effects.append(effect)
      case .remark(let remark):
        effects.append(effect)
        if case .line(nil) = remark.place { meet(label: remark.text, &effects) }
      }
    }
  }

  /// Faults that wait for a label, and for nothing else, happen with it.
  private mutating func meet(label: String, _ effects: inout [TransportEffect]) {
    guard labels.count < 10_000, labels.insert(label).inserted else { return }
    for (index, fault) in plan.faults.enumerated()
    where fault.kind.hasMoment && fault.selector.label == label && fault.selector.nth == nil
      && fault.selector.from == nil
    {
      fireAtMoment(index, &effects)
    }
  }

  private mutating func enter(_ state: ConnectionState, _ device: Int) {
    guard links.indices.contains(device) else { return }
    switch state {
    case .connected:
      links[device].isUp = true
      links[device].hasBeenUp = true
    case .disconnected:
      links[device].isUp = false
      links[device].subscribed = []
      links[device].hasLostControl = false
      _ = queue.removeAll { held in
        if case .effect(let effect) = held { effect.device == device } else { false }
      }
      treatments.removeAll { $0.device == device }
    case .connecting: break
    }
  }

  /// Hands out what was held back.
  mutating func emit(_ effect: TransportEffect, _ effects: inout [TransportEffect]) {
    say(effect.kind, effect.device, &effects)
  }

  private mutating func receive(
    _ value: ReceivedValue, _ device: Int, _ effects: inout [TransportEffect]
  ) {
    guard links.indices.contains(device) else { return }
    var value = value
    var delay: Int64 = 0
    var copies = 1
    guard treat(&value, device, &effects) else { return }
    var opCode: UInt8?
    if ControlPairing.responseCode(value.characteristic.uuid) != nil, value.bytes.count > 1 {
      opCode = value.bytes[1]
    }
    for index in plan.faults.indices {
      let fault = plan.faults[index]
      // A moment in time is no matter of values, unless values are counted.
      guard fault.kind.isAboutValues, !fault.kind.hasMoment || fault.selector.nth != nil,
        selects(index, device, value.characteristic, opCode: opCode)
      else { continue }
      if case .mtu(let mtu) = fault.kind, value.bytes.count <= mtu - 3 { continue }
      if !jumps.contains(index), !fires(index) { continue }
      switch fault.kind {
      case .drop, .stall:
        fired(index, value.characteristic, device, &effects)
        return
      case .delay(let nanoseconds): delay = delay.clampedSum(nanoseconds)
      case .duplicate: copies += 1
      case .reorder(let window):
        fired(index, value.characteristic, device, &effects)
        hold(value, device, index, window, &effects)
        return
      case .corrupt(let mask):
        for place in value.bytes.indices.prefix(mask.count) { value.bytes[place] ^= mask[place] }
      case .truncate(let octets): value.bytes = Array(value.bytes.prefix(octets))
      case .mtu(let mtu): value.bytes = Array(value.bytes.prefix(mtu - 3))
      case .counterJump(let offset, let octets, let step):
        guard Self.add(step, to: &value.bytes, at: offset, octets),
          jumps.insert(index).inserted
        else { continue }
      case .disconnect:
        fired(index, value.characteristic, device, &effects)
        say(.received(value), device, &effects)
        return cutLink(index, device, &effects)
      case .controlLost, .unsolicited:
        say(.received(value), device, &effects)
        fireAtMoment(index, &effects)
        return
      default: continue
      }
      fired(index, value.characteristic, device, &effects)
    }
    for _ in 0..<copies {
      let effect = TransportEffect(time: now, device: device, .received(value))
      if delay > 0 {
        queue.add(.effect(effect), at: now.clampedSum(delay))
      } else {
        effects.append(effect)
      }
    }
  }

  /// Silences the answer of a treated request, or changes its echo; answers whether it goes on.
  private mutating func treat(
    _ value: inout ReceivedValue, _ device: Int, _ effects: inout [TransportEffect]
  ) -> Bool {
    let isResponse = ControlPairing.responseCode(value.characteristic.uuid) != nil
    for place in treatments.indices where treatments[place].device == device {
      let treatment = treatments[place]
      let index = treatment.fault
      if isResponse, value.bytes.count > 1, value.bytes[1] == treatment.opCode,
        treatment.responses > 0
      {
        treatments[place].responses = 0
        if treatments[place].statuses == 0 { treatments.remove(at: place) }
        fired(index, value.characteristic, device, &effects)
        guard case .wrongEcho(let echo) = plan.faults[index].kind else { return false }
        value.bytes[1] = echo
        return true
      }
      if value.characteristic.uuid.short == 0x2ADA, treatment.statuses > 0,
        value.bytes.first == ControlPairing.statusCode(of: treatment.opCode)
      {
        treatments[place].statuses = 0
        if treatments[place].responses == 0 { treatments.remove(at: place) }
        return false
      }
    }
    return true
  }

  /// Collects a group and hands it out in another order, by the hash of each place.
  private mutating func hold(
    _ value: ReceivedValue, _ device: Int, _ index: Int, _ window: Int,
    _ effects: inout [TransportEffect]
  ) {
    var group = groups[index] ?? []
    group.append(TransportEffect(time: now, device: device, .received(value)))
    groups[index] = group
    if group.count >= window { release(index, &effects) }
  }

  private mutating func release(_ index: Int, _ effects: inout [TransportEffect]) {
    guard let group = groups.removeValue(forKey: index) else { return }
    let turned = firings[index] / max(1, group.count)
    let line = plan.faults[index].line
    let order = group.indices.sorted { one, other in
      let keys = [one, other].map {
        SeededHash.bits(
          seed: plan.seed, "reorder \(line)", index: UInt64(turned * group.count + $0))
      }
      return (keys[0], one) < (keys[1], other)
    }
    // A group that the hash leaves as it was is turned round: the fault must show.
    let places = order == Array(group.indices) ? order.reversed() : order
    for place in places { emit(group[place], &effects) }
  }

  mutating func flushGroups(_ effects: inout [TransportEffect]) {
    for index in plan.faults.indices { release(index, &effects) }
  }

  /// Adds to a little-endian integer; it rolls over in its octets.
  private static func add(
    _ step: Int64, to bytes: inout [UInt8], at offset: Int, _ octets: Int
  ) -> Bool {
    guard bytes.count >= octets, offset <= bytes.count - octets else { return false }
    var value: Int64 = 0
    for place in 0..<octets { value |= Int64(bytes[offset + place]) << Int64(8 * place) }
    value &+= step
    for place in 0..<octets {
      bytes[offset + place] = UInt8(truncatingIfNeeded: value >> Int64(8 * place))
    }
    return true
  }

  // MARK: Faults with a moment

  /// Does what a fault does at its own moment.
  mutating func fireAtMoment(_ index: Int, _ effects: inout [TransportEffect]) {
    let fault = plan.faults[index]
    for device in links.indices {
      guard fault.selector.device == nil || fault.selector.device == device, links[device].isUp
      else { continue }
      switch fault.kind {
      case .disconnect:
        fired(index, nil, device, &effects)
        cutLink(index, device, &effects)
      case .unsolicited(let value):
        guard let wanted = fault.selector.characteristic,
          let identity = links[device].subscribed.first(where: { wanted.matches($0) })
        else { continue }
        fired(index, identity, device, &effects)
        say(
          .received(ReceivedValue(identity, value, isIndication: false)), device, &effects)
      case .controlLost:
        let status = CharacteristicIdentity(0x2ADA)
        links[device].hasLostControl = true
        fired(index, nil, device, &effects)
        guard let identity = links[device].subscribed.first(where: { status.matches($0) }) else {
          continue
        }
        // 0xFF: control permission lost (Fitness Machine Service 4.17).
        say(.received(ReceivedValue(identity, [0xFF], isIndication: false)), device, &effects)
      default: continue
      }
    }
  }

  /// Ends the link as if it were lost: what waits ends first, in the order of its requests.
  private mutating func cutLink(
    _ index: Int, _ device: Int, _ effects: inout [TransportEffect]
  ) {
    guard case .disconnect(let code) = plan.faults[index].kind else { return }
    let reason = DisconnectReason(code: code)
    let waiting = open.values.filter { $0.device == device }.map(\.id).sorted()
    for id in waiting {
      open[id] = nil
      say(.completed(id, .failure(.linkLost(reason))), device, &effects)
    }
    // The engine only learns that the link is gone; what it says of that is not heard.
    var unheard: [TransportEffect] = []
    engine.handle(
      TransportRequest(TransportRequest.ID(-1), device: device, .disconnect), &unheard)
    enter(.disconnected(reason), device)
    say(.state(.disconnected(reason)), device, &effects)
  }
}

extension Fault.Kind {
  /// Whether it meets values on their way to the app.
  var isAboutValues: Bool {
    switch self {
    case .delay, .drop, .duplicate, .reorder, .corrupt, .truncate, .stall, .counterJump, .mtu,
      .disconnect, .controlLost, .unsolicited:
      true
    case .silent, .deny, .wrongEcho, .clockSkew, .refuseReconnect: false
    }
  }
}
