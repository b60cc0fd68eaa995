internal import RulloBase
internal import RulloBluetooth
internal import RulloRecordings

extension ReplayEngine {
  /// Whether the values of a stretch wait for the write in front of them.
  var isStretched: Bool { !script.hasClock || options.anchoring == .writes }

  /// Begins the stretch behind a write of the app, or the one behind the connection.
  mutating func openStretch(_ device: Int, from exchange: Int?) {
    guard let place = devices[device].segment else { return }
    let segment = script.parties[device].segments[place]
    var cursor = StreamCursor()
    cursor.upper = segment.stream.count
    cursor.end = script.axis[segment.last]
    if isStretched {
      let request = exchange.map { script.map.exchanges[$0].request }
      let following = exchange.map { segment.writes.place(behind: $0) } ?? 0
      cursor.write = exchange
      if let request {
        cursor.next = firstPlace(in: segment.stream, from: request)
        devices[device].base = now &- script.axis[request]
      }
      if segment.writes.indices.contains(following) {
        let next = script.map.exchanges[segment.writes[following]].request
        cursor.isLast = false
        cursor.upper = firstPlace(in: segment.stream, from: next)
        cursor.end = script.axis[next]
      }
      cursor.loop = loop(in: segment.stream, cursor)
    }
    devices[device].stream = cursor
  }

  /// Cuts the stretch that is being played and begins the one behind a write.
  mutating func nextStretch(_ device: Int, from exchange: Int) {
    guard isStretched else { return }
    let cursor = devices[device].stream
    if !cursor.isRepeating { devices[device].cut += max(0, cursor.upper - cursor.next) }
    openStretch(device, from: exchange)
  }

  func remainingInSegment(_ device: Int) -> Int {
    let cursor = devices[device].stream
    guard let place = devices[device].segment, devices[device].isStreaming else { return 0 }
    let segment = script.parties[device].segments[place]
    return cursor.isRepeating ? 0 : max(0, segment.stream.count - cursor.next)
  }

  /// The first place of a stream that stands behind a request.
  private func firstPlace(in stream: [Int], from request: Int) -> Int {
    var (lower, upper) = (0, stream.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      let isBefore =
        (script.axis[stream[middle]], stream[middle]) < (script.axis[request], request)
      if isBefore { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }

  /// The place at which the last whole second of a stretch begins, if it holds anything.
  private func loop(in stream: [Int], _ cursor: StreamCursor) -> Int? {
    guard script.hasClock, !cursor.isLast, cursor.next < cursor.upper else { return nil }
    let begin = cursor.end &- 1_000_000_000
    let place = (cursor.next..<cursor.upper).first { script.axis[stream[$0]] >= begin }
    // A stretch shorter than a second has no whole second to repeat.
    guard let place, script.axis[stream[cursor.next]] <= begin else { return nil }
    return place
  }

  /// When the next value of a device's stream is due.
  func streamTime(_ device: Int) -> (time: Int64, lane: UInt8, position: Int)? {
    guard devices[device].isStreaming, let place = devices[device].segment else { return nil }
    var next = devices[device].stream.next
    var base = devices[device].base
    if next >= devices[device].stream.upper {
      guard let loop = devices[device].stream.loop else { return nil }
      next = loop
      base = base.clampedSum(1_000_000_000)
    }
    guard next < devices[device].stream.upper else { return nil }
    let position = script.parties[device].segments[place].stream[next]
    let time = script.hasClock ? max(now, base.clampedSum(script.axis[position])) : now
    return (time, script.lane(position).rawValue, position)
  }

  /// Plays the next value of a device's stream.
  mutating func playStream(_ device: Int, _ effects: inout [TransportEffect]) {
    if devices[device].stream.next >= devices[device].stream.upper,
      let loop = devices[device].stream.loop
    {
      devices[device].stream.next = loop
      devices[device].base = devices[device].base.clampedSum(1_000_000_000)
      if !devices[device].stream.isRepeating {
        devices[device].stream.isRepeating = true
        tell(
          "repeating: the app waits longer for its next write than the recorded one; the last"
            + " second comes again", nil, device, &effects)
      }
    }
    guard let place = devices[device].segment else { return }
    let position = script.parties[device].segments[place].stream[devices[device].stream.next]
    devices[device].stream.next += 1
    let event = script.recording.events[position]
    switch event.kind {
    case .label:
      remark(
        .line(nil), String(decoding: script.value(position), as: UTF8.self), device, &effects)
    case .gap:
      remark(.gap, String(decoding: script.value(position), as: UTF8.self), device, &effects)
    default:
      receive(
        device, channel: script.channelOfEvent[position], Array(script.value(position)),
        isIndication: event.kind == .indication, position: position, &effects)
    }
  }

  /// Hands a value to the app, or counts it where the app has not subscribed.
  mutating func receive(
    _ device: Int, channel: Int, _ bytes: [UInt8], isIndication: Bool, position: Int,
    latency: Int64? = nil, _ effects: inout [TransportEffect]
  ) {
    learn(from: bytes, channel, device)
    guard devices[device].subscribed.contains(channel) else {
      return drop(device, channel, position)
    }
    if let latency, latency > 0 {
      remark(.nextEffect, "after=" + TranscriptWords.milliseconds(latency), device, &effects)
    }
    say(
      .received(
        ReceivedValue(
          script.channels[channel].identity, bytes, isIndication: isIndication)), device, &effects)
  }

  private mutating func drop(_ device: Int, _ channel: Int, _ position: Int) {
    let number =
      script.recording.events.indices.contains(position)
      ? script.recording.events[position].number : 0
    if let place = devices[device].dropped.firstIndex(where: { $0.channel == channel }) {
      devices[device].dropped[place].last = number
      devices[device].dropped[place].count += 1
    } else {
      devices[device].dropped.append((channel, number, number, 1))
    }
  }

  /// Follows who has control from what the control point answers.
  private mutating func learn(from bytes: [UInt8], _ channel: Int, _ device: Int) {
    let uuid = script.channels[channel].identity.uuid.short
    if uuid == 0x2AD9, bytes.count >= 3, bytes[0] == 0x80, bytes[2] == 1 {
      if bytes[1] == 0x00 { devices[device].hasControl = true }
      if bytes[1] == 0x01 { devices[device].hasControl = false }
    }
    if uuid == 0x2ADA, bytes.first == 0xFF { devices[device].hasControl = false }
  }
}

extension [Int] {
  /// The place behind a number in a list that counts up.
  func place(behind number: Int) -> Int {
    var (lower, upper) = (0, count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if self[middle] <= number { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }
}
