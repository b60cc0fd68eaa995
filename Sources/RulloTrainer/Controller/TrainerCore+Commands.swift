internal import RulloFitness
internal import RulloTransport

extension TrainerCore {
  /// Connects; nothing where a link is up or on its way.
  public mutating func connect(at time: Int64) {
    now = max(now, time)
    switch state {
    case .disconnected, .waiting: beginConnecting()
    case .connecting, .preparing, .ready: break
    }
  }

  /// Ends the link and does not make it again.
  public mutating func disconnect(at time: Int64) {
    now = max(now, time)
    switch state {
    case .disconnected: return
    case .waiting: enter(.disconnected(.byApp))
    case .connecting, .preparing, .ready:
      _ = issue(.disconnect)
      linkEnded(.byApp)
    }
    wanted = nil
    if let kept { tell(.refused(kept, .error(.linkLost(.byApp)))) }
    kept = nil
  }

  /// Asks for a set-point; what waits for an older one gives way.
  public mutating func send(_ setPoint: SetPoint, at time: Int64) {
    now = max(now, time)
    if case .disconnected = state { return tell(.refused(setPoint, .notConnected)) }
    if control == .unavailable { return tell(.refused(setPoint, .noControlPoint)) }
    wanted = setPoint
    if let kept { tell(.replaced(kept, by: setPoint)) }
    kept = nil
    let procedure = Procedure(request: .requestControl, origin: .setPoint(setPoint))
    let (replaced, isTaken) = queue.add(procedure)
    if let replaced { tell(.replaced(replaced, by: setPoint)) }
    if !isTaken { tell(.refused(setPoint, .queueFull)) }
    pump()
  }

  /// Asks for a command; commands keep their order.
  public mutating func perform(_ command: TrainerCommand, at time: Int64) {
    now = max(now, time)
    if case .disconnected = state { return tell(.failed(command, .notConnected)) }
    if control == .unavailable { return tell(.failed(command, .noControlPoint)) }
    let procedure = Procedure(request: command.request, origin: .command(command))
    if !queue.add(procedure).isTaken { tell(.failed(command, .queueFull)) }
    pump()
  }

  /// Puts procedures in front of all that wait; says so where a set-point gives way to a newer one.
  mutating func putFirst(_ procedures: [Procedure]) {
    if let (old, new) = queue.addFirst(procedures) { tell(.replaced(old, by: new)) }
  }

  /// Writes the next procedure, unless one is running or the machine is not ready.
  mutating func pump() {
    guard let control, control != .unavailable, write == nil, pausedUntil == nil, operation == nil
    else { return }
    while queue.running == nil, let head = queue.waiting.first {
      if control != .granted, head.request != .requestControl || head.isSetPoint {
        putFirst([Procedure(request: .requestControl, origin: .recovery)])
      }
      guard var next = queue.next() else { return }
      if case .setPoint(let setPoint) = next.origin {
        switch resolve(setPoint) {
        case .failure(let refusal):
          _ = queue.finish()
          tell(.refused(setPoint, refusal.reason))
          continue
        case .success(let request):
          next.request = request
          queue.replaceRunning(next)
        }
      }
      write = issue(.write(Self.controlPoint, next.request.encoded, withResponse: true))
      let (deadline, overflow) = now.addingReportingOverflow(policy.procedureTimeout)
      answerDeadline = overflow ? Int64.max : deadline
    }
  }
}
