internal import RulloBase
internal import RulloRecordings

extension FaultedEngine {
  /// What of a request reaches the engine; `nil` where a fault has answered it.
  mutating func admit(
    _ request: TransportRequest, _ effects: inout [TransportEffect]
  ) -> TransportRequest? {
    let device = request.device
    guard links.indices.contains(device) else { return request }
    switch request.operation {
    case .connect:
      if refusesConnection(request, &effects) { return nil }
    case .disconnect: break
    case .subscribe(let identity):
      let resolved = engine.resolve(identity, device: device)
      if links[device].isUp, !links[device].subscribed.contains(resolved) {
        links[device].subscribed.append(resolved)
      }
    case .unsubscribe(let identity):
      let resolved = engine.resolve(identity, device: device)
      links[device].subscribed.removeAll { $0 == resolved }
    case .write(let identity, let bytes, let withResponse):
      let resolved = engine.resolve(identity, device: device)
      if links[device].isUp, answers(request, resolved, bytes, withResponse, &effects) {
        return nil
      }
    case .read: break
    }
    open[request.id] = request
    return request
  }

  private mutating func refusesConnection(
    _ request: TransportRequest, _ effects: inout [TransportEffect]
  ) -> Bool {
    guard links[request.device].hasBeenUp, !links[request.device].isUp else { return false }
    for index in plan.faults.indices {
      guard case .refuseReconnect = plan.faults[index].kind,
        selects(index, request.device, nil), fires(index)
      else { continue }
      fired(index, nil, request.device, &effects)
      say(.completed(request.id, .failure(.connectionRefused)), request.device, &effects)
      return true
    }
    return false
  }

  /// Looks for faults that a write meets; answers whether one has answered it.
  private mutating func answers(
    _ request: TransportRequest, _ identity: CharacteristicIdentity, _ bytes: [UInt8],
    _ withResponse: Bool, _ effects: inout [TransportEffect]
  ) -> Bool {
    let device = request.device
    let responseCode = ControlPairing.responseCode(identity.uuid)
    for index in plan.faults.indices {
      switch plan.faults[index].kind {
      case .mtu(let mtu) where bytes.count > mtu - 3:
        guard selects(index, device, identity, opCode: bytes.first), fires(index) else { continue }
        fired(index, identity, device, &effects)
        // 0x0D: the value has a length that is not valid (Core specification 3.F.3.4.1.1).
        say(
          .completed(request.id, withResponse ? .failure(.refused(code: 0x0D)) : .success([])),
          device, &effects)
        return true
      case .deny(let code):
        guard let responseCode, let opCode = bytes.first,
          selects(index, device, identity, opCode: opCode), fires(index)
        else { continue }
        fired(index, identity, device, &effects)
        refuse(request, identity, [responseCode, opCode, code], &effects)
        return true
      case .silent, .wrongEcho:
        guard responseCode != nil, let opCode = bytes.first,
          selects(index, device, identity, opCode: opCode), fires(index)
        else { continue }
        var statuses = 0
        if case .silent = plan.faults[index].kind {
          statuses = ControlPairing.statusCode(of: opCode) == nil ? 0 : 1
        }
        if treatments.count > 256 { treatments.removeFirst() }
        treatments.append(
          Treatment(fault: index, device: device, opCode: opCode, statuses: statuses))
      default: continue
      }
    }
    guard links[device].hasLostControl, identity.uuid.short == 0x2AD9, let opCode = bytes.first
    else { return false }
    guard opCode != 0x00 else {
      links[device].hasLostControl = false
      return false
    }
    refuse(request, identity, [0x80, opCode, 0x05], &effects)
    return true
  }

  /// Acknowledges a write and answers it as a control point that refuses.
  private mutating func refuse(
    _ request: TransportRequest, _ identity: CharacteristicIdentity, _ response: [UInt8],
    _ effects: inout [TransportEffect]
  ) {
    say(.completed(request.id, .success([])), request.device, &effects)
    let value = ReceivedValue(identity, response, isIndication: true)
    guard links[request.device].subscribed.contains(identity) else { return }
    queue.add(
      .effect(TransportEffect(time: now, device: request.device, .received(value))), at: now)
  }
}
