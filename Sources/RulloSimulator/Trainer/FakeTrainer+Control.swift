internal import RulloBase
internal import RulloFitness
internal import RulloTransport

extension FakeTrainer {
  static let controlPointIdentity = CharacteristicIdentity(0x2AD9, service: 0x1826)
  static let powerControlPoint = CharacteristicIdentity(0x2A66, service: 0x1818)
  static let statusIdentity = CharacteristicIdentity(0x2ADA, service: 0x1826)
  static let trainingIdentity = CharacteristicIdentity(0x2AD3, service: 0x1826)

  mutating func write(
    _ id: TransportRequest.ID, _ identity: CharacteristicIdentity, _ octets: [UInt8],
    withResponse: Bool
  ) {
    guard isConnected else { return complete(id, .failure(.notConnected), after: 0) }
    guard let characteristic = find(identity) else {
      return complete(id, .failure(.noSuchCharacteristic(identity)), after: 0)
    }
    guard withResponse else {
      // A command has no answer, not even a refusal.
      return complete(id, .success([]), after: 0)
    }
    guard characteristic.canWrite else { return complete(id, .failure(.refused(code: 0x03))) }
    switch identity.uuid.short {
    case 0x2AD9: writeControl(id, octets)
    case 0x2A66:
      complete(id, .success([]))
      // Nothing of the power service's procedures is simulated: op code not supported.
      let response = [0x20, octets.first ?? 0, 0x02]
      indicate(Self.powerControlPoint, response, after: responseDelay)
    default: complete(id, .success([]))
    }
  }

  private var responseDelay: Int64 {
    acknowledgement + Int64(profile.integer("control", "response_us")) * 1_000
  }

  private mutating func writeControl(_ id: TransportRequest.ID, _ octets: [UInt8]) {
    let isOn = isSubscribed(Self.controlPointIdentity.uuid)
    if let code = controlPoint.refusal(indicationsOn: isOn) {
      return complete(id, .failure(.refused(code: code)))
    }
    complete(id, .success([]))
    let opCode = octets.first ?? 0
    if silentOpCodes.contains(opCode) { return }
    controlPoint.running = opCode
    var outcome = ControlPoint.Outcome()
    let before = controlPoint.session.state
    if deniesOnceOpCodes.remove(opCode) != nil {
      outcome.response = FitnessMachineControlPointResponse(to: opCode, .controlNotPermitted)
    } else {
      outcome = controlPoint.take(octets)
    }
    if outcome.stopsNotifying { isMute = true }
    guard let response = outcome.response else {
      controlPoint.running = nil
      return
    }
    let value = ReceivedValue(
      Self.controlPointIdentity, response.encoded, isIndication: true)
    pending.add(.response(value), at: now + responseDelay)
    if let target = outcome.target { apply(target) }
    let delay = responseDelay + Int64(profile.integer("control", "status_us")) * 1_000
    if controlPoint.rules.echo == .all {
      for status in outcome.status { report(status, at: now + delay) }
    }
    sessionChanged(from: before, at: now + delay)
    if outcome.response?.spinDownSpeeds != nil { spinDownStart = now }
    orderRider()
    watch()
  }

  private mutating func indicate(
    _ identity: CharacteristicIdentity, _ octets: [UInt8], after delay: Int64
  ) {
    guard isSubscribed(identity.uuid) else { return }
    let value = ReceivedValue(identity, octets, isIndication: true)
    pending.add(.effect(.received(value)), at: now + delay)
  }

  /// Tells the app of something at the machine, if it has asked to be told.
  mutating func report(_ status: FitnessMachineStatus, at time: Int64) {
    guard isConnected, isSubscribed(Self.statusIdentity.uuid), !isMute else { return }
    let value = ReceivedValue(Self.statusIdentity, status.encoded, isIndication: false)
    pending.add(.effect(.received(value)), at: time)
  }

  /// Puts a target into force, or keeps it until Start where the machine wants one first.
  mutating func apply(_ target: FitnessMachineTarget) {
    if controlPoint.rules.needsStart, controlPoint.session.state != .started {
      waitingTarget = target
      return
    }
    waitingTarget = nil
    moveBike()
    switch target {
    case .power(let watts): bike.set(.power(Double(watts)))
    case .resistanceLevel(.sint16(let tenths)): setLevel(Int(tenths))
    case .resistanceLevel(.uint8(let tenths)): setLevel(Int(tenths))
    case .simulation(let slope):
      bike.set(
        .slope(
          Slope(
            grade: Double(slope.gradeSteps) / 10_000, wind: Double(slope.windSpeedSteps) / 1_000,
            rollingResistance: Double(slope.rollingResistanceSteps) / 10_000,
            windResistance: Double(slope.windResistanceSteps) / 100)))
    default: break
    }
  }

  private mutating func setLevel(_ tenths: Int) {
    level = tenths
    bike.set(.resistance(Double(max(0, tenths))))
  }

  // MARK: Session

  /// Follows a change of the session: its clock, its totals, its training status.
  mutating func sessionChanged(from before: SessionMachine.State, at time: Int64? = nil) {
    let state = controlPoint.session.state
    guard state != before else { return }
    if let start = startTime { elapsed += now - start }
    startTime = state == .started ? now : nil
    if state == .idle || (state == .started && before != .paused) {
      elapsed = 0
      (distanceAtStart, workAtStart) = (bike.distance, bike.work)
    }
    if state == .idle || state == .stopped {
      waitingTarget = nil
      level = 0
      bike.set(.slope(Slope()))
    }
    if state == .started, let target = waitingTarget { apply(target) }
    for place in schedules.indices { schedules[place].isStale = true }
    setTrainingStatus(
      profile.octets("control", state == .started ? "training_started" : "training_idle"),
      at: time ?? now)
  }

  private mutating func setTrainingStatus(_ octets: [UInt8], at time: Int64) {
    guard octets != trainingStatus, !octets.isEmpty else { return }
    trainingStatus = octets
    guard isConnected, isSubscribed(Self.trainingIdentity.uuid), !isMute else { return }
    let value = ReceivedValue(Self.trainingIdentity, octets, isIndication: false)
    pending.add(.effect(.received(value)), at: time)
  }

  // MARK: What happens of itself

  private var isToBeWatched: Bool {
    isConnected
      && (controlPoint.spinDown.state != .none
        || profile.flag("control", "training_follows_power"))
  }

  mutating func watch() {
    guard isToBeWatched, !isWatching else { return }
    isWatching = true
    pending.add(.watch, at: (now / Self.watchStep + 1) * Self.watchStep)
  }

  private static let watchStep: Int64 = 250_000_000

  /// A calibration run gives up after two minutes.
  private static let longestSpinDown: Int64 = 120_000_000_000

  mutating func lookAfterMachine() {
    lookAfterSpinDown()
    guard profile.flag("control", "training_follows_power"),
      controlPoint.session.state == .started, let target = bike.powerTarget
    else { return }
    // Speed or power below, above and within the region that the control wants.
    let isBelow = bike.power < target * 0.95
    let isAbove = bike.power > target * 1.05
    setTrainingStatus([0x00, isBelow ? 0x09 : isAbove ? 0x0A : 0x00], at: now)
  }

  private mutating func lookAfterSpinDown() {
    guard controlPoint.spinDown.state != .none else { return }
    let speed = StreamEncoder.rounded(bike.speed * 360)
    var input: SpinDownMachine.Input?
    if now - spinDownStart > Self.longestSpinDown {
      input = .timeout
    } else if speed >= Int(controlPoint.rules.spinDownHigh) {
      input = .aboveHighSpeed
    } else if speed <= Int(controlPoint.rules.spinDownLow) {
      input = .belowLowSpeed
    }
    guard let input, let status = controlPoint.spinDown.take(input) else { return }
    orderRider()
    report(.spinDown(status), at: now)
  }

  /// A rider sprints until told to stop pedalling, and lets the wheel run out then.
  mutating func orderRider() {
    bike.order =
      switch controlPoint.spinDown.state {
      case .none: .ride
      case .accelerating: .sprint
      case .rolling: .coast
      }
  }

  // MARK: Streams

  /// Moves the bike up to now and finds which streams have news.
  mutating func moveBike() {
    let turned = bike.advance(to: now)
    for place in schedules.indices {
      let isFresh =
        switch schedules[place].rules.fresh {
        case .always: true
        case .wheel: turned.wheel
        case .crank: turned.crank
        case .wheelOrCrank: turned.wheel || turned.crank
        }
      if isFresh { schedules[place].isStale = true }
    }
  }

  /// Sends what is due on the streams, in the order of the profile.
  mutating func notify(_ effects: inout [TransportEffect]) {
    guard isConnected, !isMute else { return }
    for place in schedules.indices {
      while let time = schedules[place].next, time <= now {
        let rules = schedules[place].rules
        let isStarted = controlPoint.session.state == .started
        if isStarted || rules.runsBeforeStart {
          if schedules[place].isStale || schedules[place].last == nil
            || rules.layouts.count > 1 || rules.startedLayouts.count > 1
          {
            schedules[place].last = StreamEncoder(rules: rules)
              .octets(bike, machineState, count: schedules[place].count)
            schedules[place].isStale = false
          }
          if let octets = schedules[place].last {
            let value = ReceivedValue(schedules[place].identity, octets, isIndication: false)
            effects.append(effect(.received(value)))
          }
        }
        schedules[place].step()
      }
    }
  }

  private var machineState: StreamEncoder.Machine {
    StreamEncoder.Machine(
      elapsed: (elapsed + (startTime.map { now - $0 } ?? 0)) / 1_000_000_000,
      distance: bike.distance - distanceAtStart, work: bike.work - workAtStart, level: level,
      isStarted: controlPoint.session.state == .started)
  }
}
