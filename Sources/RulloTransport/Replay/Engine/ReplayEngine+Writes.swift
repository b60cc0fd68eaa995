internal import RulloBase
internal import RulloBluetooth
internal import RulloFitness
internal import RulloRecordings

extension ReplayEngine {
  mutating func write(
    _ request: TransportRequest, _ identity: CharacteristicIdentity, _ bytes: [UInt8],
    withResponse: Bool, _ effects: inout [TransportEffect]
  ) {
    let device = request.device
    guard let channel = script.channel(identity, device: device) else {
      let policy = diverge(
        .noPartner, request,
        "a write to \(identity), a characteristic that the recording never shows:"
          + " \(WriteComparison.words(bytes, nil))", &effects)
      if policy == .fail || policy == .stop {
        return complete(request, .failure(.noSuchCharacteristic(identity)), &effects)
      }
      return complete(request, .success([]), &effects)
    }
    switch match(bytes, in: channel) {
    case .found(let exchange, let rung):
      accept(request, channel, exchange, rung, bytes, &effects)
    case .missed(let miss):
      let policy = diverge(
        miss.code, request, miss.text, details: details(miss, channel), &effects)
      answerMiss(request, channel, bytes, miss, policy, &effects)
    }
  }

  /// Does what the policy says about a write that did not match.
  private mutating func answerMiss(
    _ request: TransportRequest, _ channel: Int, _ bytes: [UInt8], _ miss: WriteMiss,
    _ policy: DivergencePolicy, _ effects: inout [TransportEffect]
  ) {
    switch policy {
    case .fail:
      complete(request, .failure(.diverged("\(miss.code.word) \(miss.text)")), &effects)
    case .stop: complete(request, .failure(.ended), &effects)
    case .silent, .note, .inconclusive: complete(request, .success([]), &effects)
    case .nearest, .answer:
      goOffScript(request.device, &effects)
      // The right write in the wrong order has an answer of its own.
      let isOwn = miss.code == .wrongOrder || policy == .nearest
      if isOwn, let nearest = miss.nearest, madeAt[nearest] == nil {
        play(request, channel, nearest, miss.rung ?? .opCode, bytes, &effects)
      } else if policy == .nearest, let nearest = miss.nearest {
        play(request, channel, nearest, miss.rung ?? .opCode, bytes, &effects)
      } else {
        synthesise(request, channel, bytes, &effects)
      }
    }
  }

  /// Plays what the recording holds for a write, after checking what the app did before it.
  private mutating func accept(
    _ request: TransportRequest, _ channel: Int, _ exchange: Int, _ rung: MatchRung,
    _ bytes: [UInt8], _ effects: inout [TransportEffect]
  ) {
    let device = request.device
    if let text = lacking(channel, exchange, device, bytes) {
      let policy = diverge(.noControl, request, text, &effects)
      if policy == .fail {
        return complete(request, .failure(.diverged("D7 \(text)")), &effects)
      }
      if policy == .stop { return complete(request, .failure(.ended), &effects) }
      if policy == .answer { return synthesise(request, channel, bytes, &effects) }
      if policy == .silent { return complete(request, .success([]), &effects) }
    }
    if let tolerance = options.timeTolerance, script.hasClock, options.anchoring == .absolute {
      let recorded = devices[device].base.clampedSum(
        script.axis[script.map.exchanges[exchange].request])
      let early = recorded &- now
      if early.magnitude > UInt64(max(0, tolerance)) {
        let words = TranscriptWords.milliseconds(Int64(clamping: early.magnitude))
        let policy = diverge(
          .wrongTime, request,
          "a write \(words) \(early > 0 ? "earlier" : "later") than recorded", &effects)
        if policy == .fail {
          return complete(request, .failure(.diverged("D5 a write at another time")), &effects)
        }
        if policy == .stop { return complete(request, .failure(.ended), &effects) }
      }
    }
    play(request, channel, exchange, rung, bytes, &effects)
  }

  /// What the app lacks now and had when the write was recorded; `nil` where it is all there.
  private func lacking(
    _ channel: Int, _ exchange: Int, _ device: Int, _ bytes: [UInt8]
  ) -> String? {
    guard script.channels[channel].isControlPoint else { return nil }
    let state = devices[device]
    let answered = script.map.exchanges[exchange].response
    if !state.subscribed.contains(channel), answered != nil {
      return "a control point write while its indications are not subscribed to"
    }
    guard script.channels[channel].identity.uuid.short == 0x2AD9, bytes.first != 0x00,
      !state.hasControl, let answered
    else { return nil }
    // Where the device refused for want of control then, asking without it is what was recorded.
    let response = Array(script.value(answered))
    guard response.count >= 3, response[2] != 0x05, recordedHadControl(exchange, device) else {
      return nil
    }
    return "a control point write without control, which the recorded app had"
  }

  /// Whether the recorded app had asked for control, and got it, before a write.
  private func recordedHadControl(_ exchange: Int, _ device: Int) -> Bool {
    guard let place = devices[device].segment else { return false }
    let segment = script.parties[device].segments[place]
    var place2 = segment.writes.place(behind: exchange) - 2
    while place2 >= 0 {
      let earlier = script.map.exchanges[segment.writes[place2]]
      let octets = script.value(earlier.request)
      if octets.first == 0x01 { return false }
      if octets.first == 0x00, octets.count == 1, let answer = earlier.response {
        let response = Array(script.value(answer))
        if response.count >= 3, response[0] == 0x80, response[1] == 0 { return response[2] == 1 }
      }
      place2 -= 1
    }
    return false
  }

  /// Schedules what a recorded write caused.
  private mutating func play(
    _ request: TransportRequest, _ channel: Int, _ exchange: Int, _ rung: MatchRung,
    _ bytes: [UInt8], _ effects: inout [TransportEffect]
  ) {
    let device = request.device
    let recorded = script.map.exchanges[exchange]
    let ambiguous = recorded.isAmbiguous ? " ambiguous" : ""
    remark(.request, "match=\(rung.word)\(ambiguous)", device, &effects)
    if madeAt.updateValue(now, forKey: exchange) == nil { devices[device].unmade -= 1 }
    moveCursors(channel, behind: exchange)
    if let code = gapCode(recorded, channel) {
      diverge(.gap, request, code, &effects)
    }
    nextStretch(device, from: exchange)
    answer(request, recorded, device, &effects)
    let caused = [recorded.response].compactMap { $0 } + recorded.statuses
    for position in caused {
      let latency = script.latency(from: recorded.request, to: position)
      let event = script.recording.events[position]
      queue.add(
        Due(
          device: device,
          kind: .value(
            channel: script.channelOfEvent[position], Array(script.value(position)),
            isIndication: event.kind == .indication),
          latency: script.hasClock ? latency : nil),
        at: now.clampedSum(latency), lane: script.lane(position).rawValue, order: position)
    }
  }

  /// Answers the write itself as ATT did.
  private mutating func answer(
    _ request: TransportRequest, _ recorded: Exchange, _ device: Int,
    _ effects: inout [TransportEffect]
  ) {
    guard case .write(_, _, withResponse: true) = request.operation else {
      return complete(request, .success([]), &effects)
    }
    guard let position = recorded.result else {
      // A log of an app shows no ATT results: the write is taken to have arrived.
      if script.parties[device].hasResults,
        script.recording.events[recorded.request].kind == .writeRequest
      {
        return leaveOpen(request)
      }
      return complete(request, .success([]), &effects)
    }
    let event = script.recording.events[position]
    let result: Result<[UInt8], TransportError> =
      event.kind == .error
      ? .failure(.refused(code: UInt8(truncatingIfNeeded: event.detail))) : .success([])
    complete(
      request, result, after: script.latency(from: recorded.request, to: position),
      order: position, &effects)
  }

  /// Why the answer of a write is unknown; `nil` where it is known.
  private func gapCode(_ recorded: Exchange, _ channel: Int) -> String? {
    let needsResponse = script.channels[channel].isControlPoint && recorded.response == nil
    guard needsResponse || recorded.result == nil else { return nil }
    let writes = script.channels[channel].writes
    let following = writes.place(behind: index(of: recorded, in: writes))
    let upper =
      writes.indices.contains(following)
      ? script.map.exchanges[writes[following]].request : script.recording.events.count
    let gap = script.gaps.place(behind: recorded.request)
    guard script.gaps.indices.contains(gap), script.gaps[gap] < upper else { return nil }
    return "the recording has a gap (\(script.place(script.gaps[gap]))) where the answer would be"
  }

  private func index(of exchange: Exchange, in writes: [Int]) -> Int {
    var (lower, upper) = (0, writes.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if script.map.exchanges[writes[middle]].request < exchange.request {
        lower = middle + 1
      } else {
        upper = middle
      }
    }
    return writes.indices.contains(lower) ? writes[lower] : -1
  }

  private mutating func moveCursors(_ channel: Int, behind exchange: Int) {
    cursors[channel] = max(
      cursors[channel], script.channels[channel].writes.place(behind: exchange))
    strictCursor = max(strictCursor, script.writes.place(behind: exchange))
  }
}
