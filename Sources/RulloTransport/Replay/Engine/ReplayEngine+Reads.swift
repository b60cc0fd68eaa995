internal import RulloBase
internal import RulloBluetooth
internal import RulloRecordings

extension ReplayEngine {
  mutating func subscribe(
    _ request: TransportRequest, _ identity: CharacteristicIdentity,
    _ effects: inout [TransportEffect]
  ) {
    let device = request.device
    guard let channel = script.channel(identity, device: device) else {
      return complete(request, .failure(.noSuchCharacteristic(identity)), &effects)
    }
    let recorded = script.channels[channel].subscriptions
    let place = subscriptionCursors[channel]
    guard recorded.indices.contains(place) else {
      // A recording without subscriptions implies them, and a second one is answered at once.
      if recorded.isEmpty, script.channels[channel].firstUse == nil {
        tell(
          "a subscription to what the recording shows no value of",
          script.channels[channel].identity, device, &effects)
      }
      devices[device].subscribed.insert(channel)
      return complete(request, .success([]), &effects)
    }
    subscriptionCursors[channel] = place + 1
    let exchange = script.map.exchanges[recorded[place]]
    guard let position = exchange.result else {
      devices[device].subscribed.insert(channel)
      return complete(request, .success([]), &effects)
    }
    let latency = script.latency(from: exchange.request, to: position)
    let event = script.recording.events[position]
    if event.kind == .error {
      let code = UInt8(truncatingIfNeeded: event.detail)
      return complete(
        request, .failure(.refused(code: code)), after: latency, order: position, &effects)
    }
    devices[device].subscribed.insert(channel)
    complete(request, .success([]), after: latency, order: position, &effects)
  }

  mutating func read(
    _ request: TransportRequest, _ identity: CharacteristicIdentity,
    _ effects: inout [TransportEffect]
  ) {
    let device = request.device
    guard let channel = script.channel(identity, device: device) else {
      diverge(
        .noRead, request, "a read of \(identity), a characteristic that the recording never shows",
        &effects)
      return complete(request, .failure(.noSuchCharacteristic(identity)), &effects)
    }
    let reads = script.channels[channel].reads
    var place = readCursors[channel]
    if place >= reads.count, Self.isStatic(script.channels[channel].identity), !reads.isEmpty {
      place = reads.count - 1
    }
    guard reads.indices.contains(place) else {
      let text =
        reads.isEmpty
        ? "a read of \(script.channels[channel].identity), which was never recorded"
        : "read \(place + 1) of \(script.channels[channel].identity); only \(reads.count) recorded"
      switch diverge(.noRead, request, text, &effects) {
      case .answer, .nearest:
        goOffScript(device, &effects)
        guard let last = reads.last else { return complete(request, .success([]), &effects) }
        return answer(request, read: last, &effects)
      case .stop: return complete(request, .failure(.ended), &effects)
      case .silent: return leaveOpen(request)
      default: return complete(request, .failure(.diverged("D6 \(text)")), &effects)
      }
    }
    readCursors[channel] = place + 1
    answer(request, read: reads[place], &effects)
  }

  private mutating func answer(
    _ request: TransportRequest, read index: Int, _ effects: inout [TransportEffect]
  ) {
    let exchange = script.map.exchanges[index]
    guard let position = exchange.result else {
      let gap = script.gaps.place(behind: exchange.request)
      if script.gaps.indices.contains(gap) {
        diverge(
          .gap, request,
          "the recording has a gap (\(script.place(script.gaps[gap]))) behind this read", &effects)
      }
      return leaveOpen(request)
    }
    let event = script.recording.events[position]
    let latency = script.latency(from: exchange.request, to: position)
    if event.kind == .error {
      let code = UInt8(truncatingIfNeeded: event.detail)
      return complete(
        request, .failure(.refused(code: code)), after: latency, order: position, &effects)
    }
    let bytes = longValue(index, Array(script.value(position)))
    complete(request, .success(bytes), after: latency, order: position, &effects)
  }

  /// A value with the parts that the recorded app read after its first one.
  private func longValue(_ index: Int, _ first: [UInt8]) -> [UInt8] {
    var bytes = first
    let channel = script.channelOfEvent[script.map.exchanges[index].request]
    for exchange in script.map.exchanges.dropFirst(index + 1) {
      let event = script.recording.events[exchange.request]
      guard event.kind == .readRequest, script.channelOfEvent[exchange.request] == channel,
        event.detail == bytes.count, event.detail > 0, let position = exchange.result,
        script.recording.events[position].kind == .readResponse
      else { return bytes }
      bytes += script.value(position)
    }
    return bytes
  }

  /// Characteristics whose value stays: device information, features, ranges, name, location.
  static func isStatic(_ identity: CharacteristicIdentity) -> Bool {
    guard let uuid = identity.uuid.short else { return false }
    switch uuid {
    case 0x2A00, 0x2A01, 0x2A04, 0x2A23...0x2A2A, 0x2A50, 0x2A5C, 0x2A5D, 0x2A65, 0x2ACC,
      0x2AD4...0x2AD8, 0x2A38:
      return true
    default: return false
    }
  }
}
