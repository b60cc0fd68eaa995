internal import RulloBase
internal import RulloTransport

extension FakeTrainer {
  /// Write acknowledgements and read answers take this long.
  var acknowledgement: Int64 { Int64(profile.integer("control", "acknowledge_us")) * 1_000 }

  mutating func connect(_ id: TransportRequest.ID) {
    guard !isConnected else {
      return pending.add(.effect(.completed(id, .success([]))), at: now)
    }
    pending.add(.connected(id), at: now + linkLatency)
  }

  mutating func disconnect(
    _ reason: DisconnectReason, answering id: TransportRequest.ID,
    _ effects: inout [TransportEffect]
  ) {
    let wasConnected = isConnected
    for lost in endLink(reason) {
      effects.append(effect(.completed(lost, .failure(.linkLost(reason)))))
    }
    if wasConnected { effects.append(effect(.state(.disconnected(reason)))) }
    effects.append(effect(.completed(id, .success([]))))
  }

  /// Forgets the link and answers the requests that were under way, in order.
  mutating func endLink(_ reason: DisconnectReason) -> [TransportRequest.ID] {
    isConnected = false
    isMute = false
    subscriptions = []
    for place in schedules.indices { schedules[place].stop() }
    controlPoint.linkLost()
    isWatching = false
    return pending.removeAll().compactMap { kind in
      switch kind {
      case .effect(.completed(let id, _)), .subscribed(let id, _), .connected(let id): id
      default: nil
      }
    }
  }

  mutating func read(_ id: TransportRequest.ID, _ identity: CharacteristicIdentity) {
    guard isConnected else { return complete(id, .failure(.notConnected), after: 0) }
    guard let characteristic = find(identity) else {
      return complete(id, .failure(.noSuchCharacteristic(identity)), after: 0)
    }
    // Read not permitted (Core Specification, volume 3 part F, 3.4.1.1).
    guard characteristic.canRead else { return complete(id, .failure(.refused(code: 0x02))) }
    let current = identity.uuid.short == 0x2AD3 ? trainingStatus : nil
    complete(id, .success(current ?? characteristic.value?.value ?? []))
  }

  mutating func subscribe(_ id: TransportRequest.ID, _ identity: CharacteristicIdentity) {
    guard isConnected else { return complete(id, .failure(.notConnected), after: 0) }
    guard let characteristic = find(identity) else {
      return complete(id, .failure(.noSuchCharacteristic(identity)), after: 0)
    }
    // Without its descriptor there is no attribute to write to.
    guard characteristic.canNotify || characteristic.canIndicate else {
      return complete(id, .failure(.refused(code: 0x0A)))
    }
    pending.add(.subscribed(id, full(identity)), at: now + acknowledgement)
  }

  mutating func unsubscribe(_ id: TransportRequest.ID, _ identity: CharacteristicIdentity) {
    guard isConnected else { return complete(id, .failure(.notConnected), after: 0) }
    subscriptions.removeAll { $0.matches(identity) }
    for place in schedules.indices where schedules[place].rules.uuid == identity.uuid {
      schedules[place].stop()
    }
    complete(id, .success([]))
  }

  /// Carries out what has become due.
  mutating func flush(_ effects: inout [TransportEffect]) {
    while let kind = pending.pop(upTo: now) {
      switch kind {
      case .effect(let kind): effects.append(effect(kind))
      case .connected(let id):
        isConnected = true
        effects.append(effect(.state(.connected)))
        effects.append(effect(.completed(id, .success([]))))
      case .subscribed(let id, let identity):
        if !subscriptions.contains(identity) { subscriptions.append(identity) }
        for place in schedules.indices where schedules[place].rules.uuid == identity.uuid {
          schedules[place].start(at: now)
        }
        effects.append(effect(.completed(id, .success([]))))
        watch()
      case .response(let value):
        // The procedure ends with the confirmation of its indication.
        controlPoint.running = nil
        effects.append(effect(.received(value)))
      case .watch:
        isWatching = false
        lookAfterMachine()
        watch()
      }
    }
  }

  func isSubscribed(_ uuid: BluetoothUUID) -> Bool {
    subscriptions.contains { $0.uuid == uuid }
  }

  /// The characteristic that an app means, whatever service it names.
  func find(_ identity: CharacteristicIdentity) -> DeviceProfile.Characteristic? {
    for service in profile.gattServices where identity.service ?? service.uuid == service.uuid {
      let matches = service.characteristics.filter { $0.uuid == identity.uuid }
      if matches.indices.contains(identity.instance - 1) { return matches[identity.instance - 1] }
    }
    return nil
  }

  /// An identity with its service, as values carry it.
  func full(_ identity: CharacteristicIdentity) -> CharacteristicIdentity {
    var identity = identity
    identity.service =
      identity.service
      ?? profile.gattServices.first { service in
        service.characteristics.contains { $0.uuid == identity.uuid }
      }?.uuid
    return identity
  }

  mutating func complete(
    _ id: TransportRequest.ID, _ result: Result<[UInt8], TransportError>, after delay: Int64? = nil
  ) {
    pending.add(.effect(.completed(id, result)), at: now + (delay ?? acknowledgement))
  }
}
