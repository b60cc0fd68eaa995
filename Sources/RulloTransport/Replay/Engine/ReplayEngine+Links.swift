internal import RulloBluetooth
internal import RulloRecordings

extension ReplayEngine {
  mutating func connect(_ request: TransportRequest, _ effects: inout [TransportEffect]) {
    let device = request.device
    switch devices[device].link {
    case .up: return complete(request, .success([]), &effects)
    case .connecting:
      return complete(request, .failure(.connectionRefused), &effects)
    case .down: break
    }
    let party = script.parties[device]
    if devices[device].interrupted != nil { return resume(device, request.id, &effects) }
    guard party.segments.indices.contains(devices[device].nextSegment) else {
      diverge(
        .afterEnd, request, "a connection although the recording holds no further one", &effects)
      return complete(request, .failure(.connectionRefused), &effects)
    }
    let segment = party.segments[devices[device].nextSegment]
    let start = script.axis[segment.start]
    if origin == nil { origin = now &- start }
    // A device that was away comes back when it came back then, at the earliest.
    let due =
      script.hasClock && options.anchoring == .absolute && segment.connect != nil
      ? max(now, (origin ?? 0).clampedSum(start)) : now
    devices[device].link = .connecting
    guard due > now else { return linkUp(device, request.id, &effects) }
    devices[device].pending.append(request.id)
    say(.state(.connecting), device, &effects)
    queue.add(
      Due(device: device, kind: .linkUp(request.id), latency: nil), at: due,
      lane: Lane.link.rawValue, order: segment.lower)
  }

  mutating func linkUp(
    _ device: Int, _ id: TransportRequest.ID, _ effects: inout [TransportEffect]
  ) {
    let place = devices[device].nextSegment
    let segment = script.parties[device].segments[place]
    let start = script.axis[segment.start]
    devices[device].link = .up
    devices[device].segment = place
    devices[device].nextSegment = place + 1
    devices[device].reachedSegments.insert(place)
    devices[device].base = now &- start
    devices[device].isStreaming = segment.connect != nil
    devices[device].unmade = segment.writes.count { madeAt[$0] == nil }
    openStretch(device, from: nil)
    devices[device].pending.removeAll { $0 == id }
    say(.state(.connected), device, &effects)
    say(.completed(id, .success([])), device, &effects)
  }

  /// Goes on with a connection that was ended before its recorded end: what was sent meanwhile is
  /// lost.
  private mutating func resume(
    _ device: Int, _ id: TransportRequest.ID, _ effects: inout [TransportEffect]
  ) {
    guard let segment = devices[device].interrupted else { return }
    devices[device].interrupted = nil
    devices[device].link = .up
    devices[device].segment = segment
    devices[device].isStreaming = true
    let stream = script.parties[device].segments[segment].stream
    if !isStretched {
      while devices[device].stream.next < devices[device].stream.upper,
        devices[device].base.clampedSum(script.axis[stream[devices[device].stream.next]]) < now
      {
        devices[device].stream.next += 1
      }
    }
    // What is still to come was counted as cut when the link ended.
    devices[device].cut -= remainingInSegment(device)
    say(.state(.connected), device, &effects)
    say(.completed(id, .success([])), device, &effects)
  }

  /// Where the link is implied, the recording's time begins with the app's first request on it.
  mutating func startStream(_ request: TransportRequest) {
    let device = request.device
    guard !devices[device].isStreaming, let place = devices[device].segment else { return }
    let segment = script.parties[device].segments[place]
    devices[device].isStreaming = true
    devices[device].base = now &- script.axis[segment.start]
    if devices.count == 1 || origin == nil { origin = devices[device].base }
  }

  mutating func disconnect(_ request: TransportRequest, _ effects: inout [TransportEffect]) {
    switch devices[request.device].link {
    case .down: break
    case .connecting, .up: loseLink(request.device, .byApp, &effects)
    }
    complete(request, .success([]), &effects)
  }

  /// Ends the link: what waits ends with a link error in the order of its requests, then the state
  /// changes; subscriptions and control are gone.
  mutating func loseLink(
    _ device: Int, _ reason: DisconnectReason, isRecorded: Bool = false,
    _ effects: inout [TransportEffect]
  ) {
    let remaining = remainingInSegment(device)
    if !isRecorded, remaining > 0, let segment = devices[device].segment {
      devices[device].interrupted = segment
    }
    let pending = devices[device].pending.sorted()
    devices[device].pending = []
    _ = queue.removeAll { $0.device == device }
    devices[device].cut += remaining
    devices[device].link = .down(reason)
    devices[device].segment = nil
    devices[device].isStreaming = false
    devices[device].subscribed = []
    devices[device].hasControl = false
    for id in pending { say(.completed(id, .failure(.linkLost(reason))), device, &effects) }
    say(.state(.disconnected(reason)), device, &effects)
  }
}
