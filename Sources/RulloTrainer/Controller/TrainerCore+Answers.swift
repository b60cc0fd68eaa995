internal import RulloFitness
internal import RulloTransport

extension TrainerCore {
  /// Gives an answer to the procedure it belongs to, or says that there is none.
  mutating func receive(_ answer: FitnessMachineControlPointResponse) {
    let opCode = answer.requestOpCode
    guard let running = queue.running, running.request.opCode == opCode else {
      if let count = unanswered[opCode], count > 0 {
        unanswered[opCode] = count - 1
        tell(.irregularity(.lateAnswer(opCode: opCode, answer.result)))
        if opCode == 0x00, answer.result == .success { grant() }
      } else if let running = queue.running {
        tell(.irregularity(.wrongEcho(expected: running.request.opCode, found: opCode)))
      } else {
        tell(.irregularity(.lateAnswer(opCode: opCode, answer.result)))
      }
      return
    }
    if let count = unanswered[opCode], count > 0 {
      unanswered[opCode] = count - 1
      tell(.irregularity(.ambiguousAnswer(opCode: opCode)))
    }
    answerDeadline = nil
    guard let procedure = queue.finish() else { return }
    conclude(procedure, answer.result)
    pump()
  }

  private mutating func conclude(
    _ procedure: Procedure, _ result: FitnessMachineControlPointResponse.Result
  ) {
    switch result {
    case .success: succeed(procedure)
    case .controlNotPermitted: deny(procedure)
    case .opCodeNotSupported:
      capabilities.unsupported.insert(procedure.request.opCode)
      // A slope may still become a resistance; the request is made anew when its turn comes.
      if case .setPoint(.simulation) = procedure.origin, procedure.request.opCode == 0x11 {
        putFirst([procedure])
      } else {
        refuse(procedure, .answered(result))
      }
    case .invalidParameter:
      // Some machines take a resistance in one octet only (devices, section 8).
      if procedure.request.opCode == 0x04, !capabilities.isResistanceNarrow,
        procedure.isSetPoint
      {
        capabilities.isResistanceNarrow = true
        putFirst([procedure])
      } else {
        if procedure.request.opCode == 0x04 { capabilities.isResistanceNarrow = false }
        refuse(procedure, .answered(result))
      }
    default: refuse(procedure, .answered(result))
    }
  }

  private mutating func succeed(_ procedure: Procedure) {
    switch procedure.request {
    case .requestControl: grant()
    // The service revokes control; machines that keep it answer the next request with success.
    case .reset: enter(.ready(.lost))
    default: break
    }
    switch procedure.origin {
    case .setPoint(let setPoint): tell(.applied(setPoint))
    case .command(let command): tell(.done(command))
    case .setup, .recovery: break
    }
  }

  private mutating func grant() {
    if control != nil, control != .unavailable { enter(.ready(.granted)) }
  }

  /// *Control not permitted*: control is asked for once more, then the request is sent again.
  private mutating func deny(_ procedure: Procedure) {
    enter(.ready(.lost))
    if procedure.request == .requestControl {
      refuse(procedure, .answered(.controlNotPermitted))
      return giveUpWaiting(.answered(.controlNotPermitted))
    }
    guard procedure.retries < policy.deniedRetries else {
      return refuse(procedure, .answered(.controlNotPermitted))
    }
    var again = procedure
    again.retries += 1
    putFirst([Procedure(request: .requestControl, origin: .recovery), again])
  }

  /// Without control nothing that waits can be done.
  private mutating func giveUpWaiting(_ reason: Refusal) {
    for procedure in queue.removeAll() { refuse(procedure, reason) }
  }

  mutating func refuse(_ procedure: Procedure, _ reason: Refusal) {
    switch procedure.origin {
    case .setPoint(let setPoint): tell(.refused(setPoint, reason))
    case .command(let command): tell(.failed(command, reason))
    case .setup, .recovery: break
    }
  }

  /// The machine refused the write itself: the procedure never began.
  mutating func writeFailed(_ error: TransportError) {
    answerDeadline = nil
    guard var procedure = queue.finish() else { return }
    switch error {
    case .refused(code: 0xFE) where procedure.retries < policy.busyRetries:
      procedure.retries += 1
      putFirst([procedure])
      let (until, overflow) = now.addingReportingOverflow(max(0, policy.busyPause))
      pausedUntil = overflow ? now : until
    case .refused(code: 0xFD) where procedure.retries < 1:
      // Indications are off, whatever was subscribed: they are switched on once more.
      procedure.retries += 1
      putFirst([procedure])
      begin(.subscribe(Self.controlPoint))
    default:
      refuse(procedure, .error(error))
      if procedure.request == .requestControl {
        enter(.ready(.lost))
        giveUpWaiting(.error(error))
      }
      pump()
    }
  }

  /// Nothing answered in time.
  mutating func answerIsOverdue() {
    answerDeadline = nil
    guard let procedure = queue.finish() else { return }
    unanswered[procedure.request.opCode, default: 0] += 1
    if let write { actions.append(.cancel(write)) }
    write = nil
    refuse(procedure, .silence)
    if policy.afterTimeout == .reconnect {
      _ = issue(.disconnect)
      return linkEnded(.other(0x16))
    }
    if procedure.request == .requestControl {
      enter(.ready(.lost))
      giveUpWaiting(.silence)
    }
    pump()
  }
}
