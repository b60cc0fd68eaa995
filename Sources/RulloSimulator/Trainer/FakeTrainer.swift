internal import RulloBase
public import RulloFitness
public import RulloTransport

/// A trainer that isn't there: a device of a profile with a rider on it, as an engine in virtual time.
///
///     var trainer = FakeTrainer(.kickrCore)
///     trainer.silentOpCodes = [0x11]
///
/// Every answer, status and notification follows from the profile, the rider, the seed and what the
/// app asks; the same input gives the same effects everywhere.
public struct FakeTrainer: TransportEngine {
  public let profile: DeviceProfile

  /// Op codes that are acknowledged and never answered.
  public var silentOpCodes: Set<UInt8> = []

  /// Op codes whose next request is answered with *control not permitted*, once.
  public var deniesOnceOpCodes: Set<UInt8> = []

  /// The control point with its state machines.
  public internal(set) var controlPoint: ControlPoint

  /// The bike and its rider.
  public internal(set) var bike: SimulatedBike

  public let deviceCount = 1
  public internal(set) var now: Int64 = 0

  public internal(set) var isConnected = false

  /// Whether notifications have ended for good, as some machines do after an op code they dislike.
  public internal(set) var isMute = false

  var pending = PendingEffects()
  var schedules: [StreamSchedule]
  var subscriptions: [CharacteristicIdentity] = []
  var startTime: Int64?
  var elapsed: Int64 = 0
  var distanceAtStart = 0.0
  var workAtStart = 0.0
  var level = 0
  var trainingStatus: [UInt8]
  var spinDownStart: Int64 = 0
  var waitingTarget: FitnessMachineTarget?
  var isWatching = false
  var linkLatency: Int64 { max(1, Int64(profile.integer("device", "interval_us"))) * 2_000 }

  /// A device of a profile; the seed moves its jitter, the rider has one of its own.
  public init(_ profile: DeviceProfile, rider: Rider = Rider(), seed: UInt64 = 0) {
    self.profile = profile
    controlPoint = ControlPoint(profile)
    bike = SimulatedBike(rules: BikeRules(profile), rider: rider)
    schedules = profile.services.flatMap { service in
      service.characteristics.map(\.uuid).filter(profile.streams.contains).map { uuid in
        StreamSchedule(
          StreamRules(profile, uuid),
          of: CharacteristicIdentity(uuid: uuid, service: service.uuid), seed: seed)
      }
    }
    trainingStatus = profile.octets("control", "training_idle")
  }

  /// The next effect, or the next moment at which one may come of itself.
  public var nextTime: Int64? {
    var next = pending.nextTime
    guard isConnected, !isMute else { return next }
    for schedule in schedules {
      guard let time = schedule.next else { continue }
      next = min(next ?? time, time)
    }
    return next.map { max($0, now) }
  }

  public mutating func handle(_ request: TransportRequest, _ effects: inout [TransportEffect]) {
    switch request.operation {
    case .connect: connect(request.id)
    case .disconnect: disconnect(.byApp, answering: request.id, &effects)
    case .read(let identity): read(request.id, identity)
    case .subscribe(let identity): subscribe(request.id, identity)
    case .unsubscribe(let identity): unsubscribe(request.id, identity)
    case .write(let identity, let octets, let withResponse):
      write(request.id, identity, octets, withResponse: withResponse)
    }
    flush(&effects)
  }

  public mutating func cancel(
    _ id: TransportRequest.ID, device: Int, _ effects: inout [TransportEffect]
  ) {
    guard pending.cancel(id) else { return }
    effects.append(effect(.completed(id, .failure(.cancelled))))
  }

  public mutating func advance(to time: Int64, _ effects: inout [TransportEffect]) {
    let before = effects.count
    while effects.count == before {
      guard let next = nextTime, next <= time else {
        now = max(now, time)
        moveBike()
        return
      }
      now = max(now, next)
      moveBike()
      flush(&effects)
      notify(&effects)
    }
  }

  // MARK: The surroundings

  /// Another app takes control of the machine: the one that had it is told so (status 0xFF).
  public mutating func otherAppTakesControl() {
    guard let status = controlPoint.otherAppTakesControl() else { return }
    report(status, at: now)
  }

  /// The other app gives control back; who wants it has to ask.
  public mutating func otherAppReleasesControl() { controlPoint.otherAppReleasesControl() }

  /// The other app sets a target: every client is told, this one too.
  public mutating func otherAppSets(_ target: FitnessMachineTarget) {
    guard controlPoint.control.holder == .otherApp else { return }
    controlPoint.mode.take(target.modeInput)
    apply(target)
    report(.targetChanged(target), at: now)
  }

  /// Somebody starts, pauses or stops at the machine itself: every client is told.
  public mutating func userAtMachine(_ input: SessionMachine.Input) {
    let wasStarted = controlPoint.session.state
    guard controlPoint.session.take(input) else { return }
    sessionChanged(from: wasStarted)
    let status: FitnessMachineStatus =
      switch input {
      case .startOrResume: .startedOrResumedByUser
      case .stop: .stoppedByUser
      case .pause: .pausedByUser
      case .reset: .reset
      }
    report(status, at: now)
  }

  /// The device ends the link, or is switched off: `.byDevice`, `.lost`.
  public mutating func dropLink(_ reason: DisconnectReason) {
    guard isConnected else { return }
    let lost = endLink(reason)
    for id in lost { pending.add(.effect(.completed(id, .failure(.linkLost(reason)))), at: now) }
    pending.add(.effect(.state(.disconnected(reason))), at: now)
  }

  /// The road under a sensor that sits on a bike without a brake.
  public mutating func rideOn(_ slope: Slope) {
    guard profile.characteristic(0x2AD9) == nil else { return }
    bike.set(.slope(slope))
  }

  func effect(_ kind: TransportEffect.Kind) -> TransportEffect {
    TransportEffect(time: now, device: 0, kind)
  }
}
