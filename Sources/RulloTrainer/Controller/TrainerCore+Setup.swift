internal import RulloFitness
internal import RulloTransport

/// One thing to do before a machine is ready.
enum SetupStep: Hashable, Sendable {
  case connect
  case read(CharacteristicIdentity)
  case subscribe(CharacteristicIdentity)
}

extension TrainerCore {
  private static let features = CharacteristicIdentity(0x2ACC, service: 0x1826)
  private static let resistanceRange = CharacteristicIdentity(0x2AD6, service: 0x1826)
  private static let powerRange = CharacteristicIdentity(0x2AD8, service: 0x1826)

  mutating func beginConnecting() {
    enter(.connecting)
    unanswered = [:]
    begin(.connect)
  }

  mutating func begin(_ step: SetupStep) {
    let id =
      switch step {
      case .connect: issue(.connect)
      case .read(let identity): issue(.read(identity))
      case .subscribe(let identity): issue(.subscribe(identity))
      }
    let (deadline, overflow) = now.addingReportingOverflow(policy.operationTimeout)
    operation = (id, step, overflow ? Int64.max : deadline)
  }

  /// Takes the result of the step that was under way and goes on with the next.
  mutating func finish(_ step: SetupStep, _ result: Result<[UInt8], TransportError>) {
    operation = nil
    switch (step, result) {
    case (.connect, .success):
      attempts = 0
      enter(.preparing)
      steps =
        [.read(Self.features), .read(Self.resistanceRange), .read(Self.powerRange)]
        // Indications before the first write to the control point: else it answers with 0xFD.
        + [.subscribe(Self.controlPoint), .subscribe(Self.status)]
        + policy.streams.map { .subscribe($0) }
    case (.connect, .failure(let error)):
      if error == .ended { return sourceEnded() }
      return retryLater(.lost)
    case (.read(let identity), .success(let octets)): learn(identity, octets)
    case (.read(let identity), .failure(let error)):
      tell(.irregularity(.unreadable(identity, error)))
    case (.subscribe, .success): break
    case (.subscribe(let identity), .failure(let error)):
      tell(.irregularity(.notSubscribed(identity, error)))
      if identity == Self.controlPoint { return isReadyWithoutControl() }
    }
    nextStep()
  }

  private mutating func learn(_ identity: CharacteristicIdentity, _ octets: [UInt8]) {
    switch identity {
    case Self.features:
      capabilities.features = try? FitnessMachineFeature(decoding: octets)
      // A range that the machine does not take is not there to be read.
      guard let targets = capabilities.features?.targets else { return }
      steps.removeAll { step in
        step == .read(Self.resistanceRange) && !targets.contains(.resistance)
          || step == .read(Self.powerRange) && !targets.contains(.power)
      }
    case Self.resistanceRange: capabilities.resistance = SupportedRange(octets)
    case Self.powerRange: capabilities.power = SupportedRange(octets)
    default: break
    }
  }

  private mutating func nextStep() {
    // A resubscription in mid-ride has no state to prepare.
    guard !steps.isEmpty else { return state == .preparing ? isReady() : pump() }
    begin(steps.removeFirst())
  }

  private mutating func isReady() {
    tell(.capabilities(capabilities))
    enter(.ready(.requested))
    var first = [Procedure(request: .requestControl, origin: .setup)]
    if policy.startsAfterControl {
      first.append(Procedure(request: .startOrResume, origin: .setup))
    }
    if policy.restoresSetPoint, let wanted, !queue.waiting.contains(where: \.isSetPoint) {
      first.append(Procedure(request: .requestControl, origin: .setPoint(wanted)))
    }
    kept = nil
    putFirst(first)
    pump()
  }

  /// Data flow, commands do not.
  private mutating func isReadyWithoutControl() {
    if state == .preparing { tell(.capabilities(capabilities)) }
    enter(.ready(.unavailable))
    for procedure in queue.removeAll() { refuse(procedure, .noControlPoint) }
    if let kept { tell(.refused(kept, .noControlPoint)) }
    kept = nil
    if !steps.isEmpty { begin(steps.removeFirst()) }
  }
}
