internal import RulloFitness
public import RulloTransport

extension TrainerCore {
  /// Takes what the transport did.
  public mutating func receive(_ effect: TransportEffect) {
    guard effect.device == device else { return }
    now = max(now, effect.time)
    switch effect.kind {
    case .completed(let id, let result):
      if let current = operation, current.id == id {
        finish(current.step, result)
      } else if write == id {
        write = nil
        if case .failure(let error) = result { writeFailed(error) } else { pump() }
      }
    case .received(let value): receive(value)
    case .state(.disconnected(let reason)) where reason != .notYetConnected: linkEnded(reason)
    case .state(.disconnected), .state(.connecting), .state(.connected): break
    case .ended: sourceEnded()
    case .remark: break
    }
  }

  /// Says that time has come to a point, so that what is overdue can be given up.
  public mutating func timePassed(to time: Int64) {
    now = max(now, time)
    if case .waiting(let until) = state, until <= now { beginConnecting() }
    if let current = operation, current.deadline <= now {
      actions.append(.cancel(current.id))
      finish(current.step, .failure(.cancelled))
    }
    if let pause = pausedUntil, pause <= now {
      pausedUntil = nil
      pump()
    }
    if let deadline = answerDeadline, deadline <= now { answerIsOverdue() }
  }

  private mutating func receive(_ value: ReceivedValue) {
    if value.characteristic.matches(Self.controlPoint) {
      guard let answer = try? FitnessMachineControlPointResponse(decoding: value.bytes) else {
        return tell(.irregularity(.malformedAnswer(value.bytes)))
      }
      receive(answer)
    } else if value.characteristic.matches(Self.status) {
      guard let status = try? FitnessMachineStatus(decoding: value.bytes) else {
        return tell(.irregularity(.malformedStatus(value.bytes)))
      }
      tell(.status(status))
      // Another app or the rider has taken over: ask again when there is something to say.
      if case .controlPermissionLost = status, control != nil, control != .unavailable {
        enter(.ready(.lost))
      }
    } else {
      tell(.data(value))
    }
  }

  /// The link is gone: what was under way fails, what the app wants is kept for the next one.
  mutating func linkEnded(_ reason: DisconnectReason) {
    if case .disconnected = state { return }
    if case .waiting = state { return }
    operation = nil
    steps = []
    write = nil
    answerDeadline = nil
    pausedUntil = nil
    for procedure in queue.removeAll() {
      // The newest set-point is sent again.
      let isKept =
        policy.reconnects && policy.restoresSetPoint && reason != .byApp
        && procedure.origin == wanted.map { .setPoint($0) }
      if isKept {
        kept = wanted
      } else {
        refuse(procedure, .error(.linkLost(reason)))
      }
    }
    if reason == .byApp || !policy.reconnects {
      enter(.disconnected(reason))
    } else {
      retryLater(reason)
    }
  }

  mutating func sourceEnded() {
    operation = nil
    steps = []
    write = nil
    answerDeadline = nil
    pausedUntil = nil
    for procedure in queue.removeAll() { refuse(procedure, .error(.ended)) }
    if let kept { tell(.refused(kept, .error(.ended))) }
    kept = nil
    enter(.disconnected(.lost))
  }

  mutating func retryLater(_ reason: DisconnectReason) {
    guard policy.reconnects else { return enter(.disconnected(reason)) }
    var pause = max(0, policy.reconnectPause)
    for _ in 0..<min(attempts, 32) where pause < policy.longestPause { pause *= 2 }
    attempts += 1
    let (until, overflow) = now.addingReportingOverflow(min(pause, policy.longestPause))
    enter(.waiting(until: overflow ? Int64.max : until))
  }
}
