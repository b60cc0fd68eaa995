internal import RulloBluetooth
internal import RulloRecordings

extension ReplayEngine {
  /// What comes next by itself.
  private enum Next {
    case due, stream(Int), linkEnd(Int), end
  }

  public var nextTime: Int64? { next().map(\.time) }

  /// The smallest of (time, lane, recorded position).
  private func next() -> (time: Int64, what: Next)? {
    guard !hasEnded else { return nil }
    var best: (time: Int64, lane: UInt8, position: Int, what: Next)?
    func offer(_ time: Int64, _ lane: UInt8, _ position: Int, _ what: Next) {
      if let best, (best.time, best.lane, best.position) <= (time, lane, position) { return }
      best = (time, lane, position, what)
    }
    if let first = queue.first { offer(first.time, first.lane, first.order, .due) }
    for device in devices.indices {
      if let (time, lane, position) = streamTime(device) {
        offer(time, lane, position, .stream(device))
      }
      if let (time, position) = linkEnd(device) {
        offer(time, Lane.data.rawValue + 1, position, .linkEnd(device))
      }
    }
    if let best { return (best.time, best.what) }
    return endTime.map { ($0, .end) }
  }

  /// When a recorded disconnection is due, once its stream has been played.
  private func linkEnd(_ device: Int) -> (time: Int64, position: Int)? {
    // Nearly always the stream goes on; then nothing of the state is copied.
    guard devices[device].stream.next >= devices[device].stream.upper else { return nil }
    let state = devices[device]
    guard state.isStreaming, let place = state.segment, state.stream.isLast else { return nil }
    let segment = script.parties[device].segments[place]
    guard let position = segment.disconnect else {
      // The next connection shows that this one ended unseen.
      guard place + 1 < script.parties[device].segments.count else { return nil }
      return (timeOf(segment.last, state), segment.last)
    }
    // Where the recorded app hung up, this one has to; after the last link it is the end.
    let isLast = place + 1 == script.parties[device].segments.count
    if script.recording.events[position].detail == 0x16, isLast { return nil }
    return (timeOf(position, state), position)
  }

  private func timeOf(_ position: Int, _ state: DeviceState) -> Int64 {
    script.hasClock ? max(now, state.base.clampedSum(script.axis[position])) : now
  }

  /// When the recording is over: everything of the devices that were connected has been played.
  private var endTime: Int64? {
    var end: Int64?
    for (device, state) in devices.enumerated() {
      guard let last = state.reachedSegments.max() else { continue }
      guard last + 1 == script.parties[device].segments.count else { return nil }
      guard state.interrupted == nil else { return nil }
      guard state.segment != nil else {
        end = max(end ?? now, now)
        continue
      }
      guard state.isStreaming, state.stream.isLast, state.stream.next >= state.stream.upper,
        !isStretched || state.unmade == 0
      else { return nil }
      let segment = script.parties[device].segments[last]
      end = max(end ?? now, timeOf(segment.last, state))
    }
    // An app that has not connected to another device yet still can, while its time is not over.
    guard let end, script.hasClock, !isStretched, let origin else { return end }
    let last = script.parties.compactMap { $0.segments.last?.last }.max() ?? 0
    return max(end, origin.clampedSum(script.axis[last]))
  }

  public mutating func wait(until time: Int64, _ effects: inout [TransportEffect]) {
    now = max(now, min(time, nextTime ?? time))
  }

  public mutating func advance(to time: Int64, _ effects: inout [TransportEffect]) {
    var moment: Int64?
    while let (due, what) = next(), due <= (moment ?? time) {
      now = max(now, due)
      switch what {
      case .due:
        if let entry = queue.removeFirst() { perform(entry.payload, entry.order, &effects) }
      case .stream(let device): playStream(device, &effects)
      case .linkEnd(let device): endLink(device, &effects)
      case .end: end(&effects)
      }
      // The first moment that has effects is played whole, then the app may react.
      if !effects.isEmpty { moment = now }
    }
    if moment == nil { now = max(now, time) }
  }

  private mutating func endLink(_ device: Int, _ effects: inout [TransportEffect]) {
    guard let place = devices[device].segment else { return }
    guard let position = script.parties[device].segments[place].disconnect else {
      tell("the recording does not show how this link ended", nil, device, &effects)
      return loseLink(device, .lost, isRecorded: true, &effects)
    }
    let code = script.recording.events[position].detail
    if code == 0x16 {
      tell("here the recorded app ended the link", nil, device, &effects)
    }
    loseLink(
      device, DisconnectReason(code: UInt8(truncatingIfNeeded: code)), isRecorded: true, &effects)
  }

  private mutating func perform(
    _ due: Due, _ position: Int, _ effects: inout [TransportEffect]
  ) {
    switch due.kind {
    case .linkUp(let id): linkUp(due.device, id, &effects)
    case .completed(let id, let result):
      devices[due.device].pending.removeAll { $0 == id }
      if let latency = due.latency, latency > 0 {
        remark(
          .nextEffect, "after=" + TranscriptWords.milliseconds(latency), due.device, &effects)
      }
      say(.completed(id, result), due.device, &effects)
    case .value(let channel, let bytes, let isIndication):
      receive(
        due.device, channel: channel, bytes, isIndication: isIndication, position: position,
        latency: due.latency, &effects)
    }
  }
}
