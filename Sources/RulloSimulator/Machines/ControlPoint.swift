public import RulloFitness

/// The control point of a fitness machine (2AD9): what each write is answered with, and what follows.
///
/// A plain value without time: whoever owns it decides when the answer is sent. Indications that are
/// off and a procedure that still runs are ATT errors and met before a write gets here; see
/// ``refusal(indicationsOn:)``.
public struct ControlPoint: Hashable, Sendable {
  /// What a write leads to.
  public struct Outcome: Hashable, Sendable {
    /// `nil` where the machine stays silent.
    public var response: FitnessMachineControlPointResponse?

    /// What the machine reports of it, for the clients that ``ControlRules/echo`` names.
    public var status: [FitnessMachineStatus] = []

    /// The target that is in force from now on.
    public var target: FitnessMachineTarget?

    /// Whether notifications end with it.
    public var stopsNotifying = false

    /// Silence: no answer, and nothing that follows.
    public init() {}

    init(response: FitnessMachineControlPointResponse?) { self.response = response }
  }

  public var rules: ControlRules
  public var features: FitnessMachineFeature.Targets

  /// In steps of 0.1; `nil` where the machine announces no range.
  public var resistanceRange: ClosedRange<Int>?

  /// In watts.
  public var powerRange: ClosedRange<Int>?

  public var control: ControlMachine
  public var session = SessionMachine()
  public var mode = ModeMachine()
  public var spinDown = SpinDownMachine()

  /// The op code of the procedure that runs, from its write to the end of its answer.
  public var running: UInt8?

  public init(
    rules: ControlRules, features: FitnessMachineFeature.Targets,
    resistanceRange: ClosedRange<Int>? = nil, powerRange: ClosedRange<Int>? = nil
  ) {
    self.rules = rules
    self.features = features
    self.resistanceRange = resistanceRange
    self.powerRange = powerRange
    control = ControlMachine(keepsControlOverReset: rules.keepsControlOverReset)
  }

  /// The ATT error that a write meets before anything reads it (Core Supplement, "CCC improperly
  /// configured" 0xFD, "procedure already in progress" 0xFE).
  public func refusal(indicationsOn: Bool) -> UInt8? {
    guard indicationsOn else { return 0xFD }
    return running == nil ? nil : 0xFE
  }

  /// Takes the octets of a write.
  public mutating func take(_ octets: [UInt8]) -> Outcome {
    let opCode = octets.first ?? 0
    guard let operation = ControlOperation(opCode) else { return refuseUnsupported(opCode) }
    let isSupported = operation.target.map(features.contains) ?? true
    let isPermitted =
      !operation.needsControl || control.holder == .app || rules.withoutControl == .accepted
    let denied: Outcome =
      rules.withoutControl == .silent ? Outcome() : answer(opCode, .controlNotPermitted)
    if rules.isPermissionFirst, !isPermitted { return denied }
    guard isSupported else { return refuseUnsupported(opCode) }
    if !isPermitted { return denied }
    guard !octets.isEmpty, let request = try? FitnessMachineControlPointRequest(decoding: octets)
    else { return answer(opCode, .invalidParameter) }
    if let refusal = refuseLength(request, octets) { return refusal }
    var outcome = carryOut(request)
    if rules.unreported.contains(opCode) { outcome.status = [] }
    return outcome
  }

  /// The other app asks for control at the machine; answers what this app is told.
  public mutating func otherAppTakesControl() -> FitnessMachineStatus? {
    control.take(.takenByOtherApp) == .lost ? .controlPermissionLost : nil
  }

  public mutating func otherAppReleasesControl() { _ = control.take(.releasedByOtherApp) }

  public mutating func linkLost() {
    _ = control.take(.linkLost)
    running = nil
  }

  private func answer(
    _ opCode: UInt8, _ result: FitnessMachineControlPointResponse.Result
  ) -> Outcome {
    Outcome(response: FitnessMachineControlPointResponse(to: opCode, result))
  }

  private func refuseUnsupported(_ opCode: UInt8) -> Outcome {
    switch rules.unsupported {
    case .answered: return answer(opCode, .opCodeNotSupported)
    case .silent: return Outcome()
    case .stopsNotifying:
      var outcome = Outcome()
      outcome.stopsNotifying = true
      return outcome
    }
  }

  private func refuseLength(
    _ request: FitnessMachineControlPointRequest, _ octets: [UInt8]
  ) -> Outcome? {
    let rule: ControlRules.WrongLength
    if case .set(.resistanceLevel) = request {
      // One octet or two: which of them is the machine's own business.
      guard !rules.resistanceOctets.contains(octets.count - 1) else { return nil }
      rule = octets.count > 3 ? rules.longParameter : rules.otherResistance
    } else {
      guard octets.count > request.encoded.count else { return nil }
      rule = rules.longParameter
    }
    switch rule {
    case .accepted: return nil
    case .silent: return Outcome()
    case .invalidParameter: return answer(request.opCode, .invalidParameter)
    }
  }

  private mutating func carryOut(_ request: FitnessMachineControlPointRequest) -> Outcome {
    var outcome = answer(request.opCode, .success)
    switch request {
    case .requestControl:
      guard control.take(.requestControl) == .success else {
        return answer(request.opCode, .controlNotPermitted)
      }
      if rules.startsWithControl, session.take(.startOrResume) {
        outcome.status = [.startedOrResumedByUser]
      }
    case .reset:
      if control.holder == .app { _ = control.take(.reset) }
      _ = session.take(.reset)
      mode.take(.reset)
      _ = spinDown.take(.ignore)
      outcome.status = [.reset]
    case .startOrResume: return change(.startOrResume, .startedOrResumedByUser, outcome)
    case .stop:
      let outcome = change(.stop, .stoppedByUser, outcome)
      if !outcome.status.isEmpty { mode.take(.stop) }
      return outcome
    case .pause: return change(.pause, .pausedByUser, outcome)
    case .spinDown(.start):
      _ = spinDown.take(.start)
      outcome.response?.spinDownSpeeds = FitnessMachineControlPointResponse.SpinDownSpeeds(
        low: rules.spinDownLow, high: rules.spinDownHigh)
    case .spinDown(.ignore): _ = spinDown.take(.ignore)
    case .set(let target):
      guard isInRange(target) else { return answer(request.opCode, .invalidParameter) }
      mode.take(target.modeInput)
      outcome.target = target
      outcome.status = [.targetChanged(target)]
    case .other(let opCode, _): return refuseUnsupported(opCode)
    }
    return outcome
  }

  private mutating func change(
    _ input: SessionMachine.Input, _ status: FitnessMachineStatus, _ success: Outcome
  ) -> Outcome {
    var outcome = success
    if session.take(input) {
      outcome.status = [status]
    } else if !rules.isNoChangeSuccess {
      outcome.response?.result = .operationFailed
    }
    return outcome
  }

  private func isInRange(_ target: FitnessMachineTarget) -> Bool {
    switch target {
    case .power(let watts): powerRange?.contains(Int(watts)) ?? true
    case .resistanceLevel(.sint16(let tenths)): resistanceRange?.contains(Int(tenths)) ?? true
    case .resistanceLevel(.uint8(let tenths)): resistanceRange?.contains(Int(tenths)) ?? true
    default: true
    }
  }
}

extension FitnessMachineTarget {
  var modeInput: ModeMachine.Input {
    switch self {
    case .power: .setPower
    case .resistanceLevel: .setResistance
    case .simulation: .setSimulation
    default: .setOther
    }
  }
}
