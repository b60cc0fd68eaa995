internal import RulloRecordings

extension ReplayEngine {
  mutating func say(
    _ kind: TransportEffect.Kind, _ device: Int, _ effects: inout [TransportEffect]
  ) {
    effects.append(TransportEffect(time: now, device: device, kind))
  }

  mutating func remark(
    _ place: TransportRemark.Place, _ text: String, _ device: Int,
    _ effects: inout [TransportEffect]
  ) {
    say(.remark(TransportRemark(place, text)), device, &effects)
  }

  /// A line of the transcript in which the replay speaks of itself.
  mutating func tell(
    _ text: String, _ identity: CharacteristicIdentity?, _ device: Int,
    _ effects: inout [TransportEffect]
  ) {
    remark(.line(identity), TranscriptWords.own + text, device, &effects)
  }

  /// Answers a request now.
  mutating func complete(
    _ request: TransportRequest, _ result: Result<[UInt8], TransportError>,
    _ effects: inout [TransportEffect]
  ) {
    say(.completed(request.id, result), request.device, &effects)
  }

  /// Answers a request after a latency, at once where there is none.
  mutating func complete(
    _ request: TransportRequest, _ result: Result<[UInt8], TransportError>, after latency: Int64,
    order: Int, _ effects: inout [TransportEffect]
  ) {
    guard latency > 0 else { return complete(request, result, &effects) }
    devices[request.device].pending.append(request.id)
    queue.add(
      Due(device: request.device, kind: .completed(request.id, result), latency: latency),
      at: now.clampedSum(latency), lane: Lane.result.rawValue, order: order)
  }

  /// Leaves a request without an answer until the link ends.
  mutating func leaveOpen(_ request: TransportRequest) {
    devices[request.device].pending.append(request.id)
  }

  /// Records that app and recording part, and says so in the transcript.
  @discardableResult
  mutating func diverge(
    _ code: Divergence.Code, _ request: TransportRequest, _ text: String,
    details: [String] = [], _ effects: inout [TransportEffect]
  ) -> DivergencePolicy {
    diverge(
      code, device: request.device, request.operation.characteristic, text, details: details,
      &effects)
  }

  @discardableResult
  mutating func diverge(
    _ code: Divergence.Code, device: Int, _ identity: CharacteristicIdentity?, _ text: String,
    details: [String] = [], _ effects: inout [TransportEffect]
  ) -> DivergencePolicy {
    let policy = options[code]
    let resolved = identity.map { resolve($0, device: device) }
    // A client that keeps asking must not fill the memory; the count goes on in the transcript.
    if divergences.count < 10_000 {
      divergences.append(
        Divergence(
          code: code, time: now, device: device, characteristic: resolved, text: text,
          details: details, policy: policy))
    }
    tell("\(code.word) \(policy.rawValue): \(text)", resolved, device, &effects)
    if policy == .stop, !hasEnded { end(&effects) }
    return policy
  }

  mutating func end(_ effects: inout [TransportEffect]) {
    hasEnded = true
    for device in devices.indices {
      for id in devices[device].pending { say(.completed(id, .failure(.ended)), device, &effects) }
      devices[device].pending = []
    }
    _ = queue.removeAll { _ in true }
    say(.ended, 0, &effects)
  }

  /// From here the stream no longer shows what this trainer would have done.
  mutating func goOffScript(_ device: Int, _ effects: inout [TransportEffect]) {
    guard !isOffScript else { return }
    isOffScript = true
    tell(
      "off script: from here the recording no longer speaks for the device", nil, device, &effects)
  }
}

extension Int64 {
  /// The sum, or the nearest end of the range.
  func clampedSum(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}

extension TransportRequest.Operation {
  var characteristic: CharacteristicIdentity? {
    switch self {
    case .connect, .disconnect: nil
    case .subscribe(let identity), .unsubscribe(let identity), .read(let identity): identity
    case .write(let identity, _, _): identity
    }
  }

  /// The kind of operation, as a noun.
  var word: String {
    switch self {
    case .connect: "a connection"
    case .disconnect: "a disconnection"
    case .subscribe: "a subscription"
    case .unsubscribe: "the end of a subscription"
    case .write: "a write"
    case .read: "a read"
    }
  }
}
