internal import RulloBase
public import RulloBluetooth
internal import RulloFitness
internal import RulloTrainer
internal import RulloTransport

/// A ride on a simulated trainer: an app that connects, asks for control and follows a route.
///
/// The app is Rullo's own client. It reads what the device offers, subscribes to its streams, and once
/// a second looks up the grade of the place it has come to, by the speed that the trainer tells it. It
/// sends a new grade at once and repeats an unchanged one every two seconds, as apps do.
public struct Ride: Sendable {
  /// What the ride has been so far.
  public struct Summary: Hashable, Sendable {
    /// Nanoseconds since the link came up.
    public var duration: Int64 = 0

    /// Metres.
    public var distance = 0.0

    /// Joules that the rider has put in.
    public var work = 0.0

    /// Values that the app received.
    public var values = 0

    /// Set-points that the device accepted, and those that it did not.
    public var accepted = 0
    public var refused = 0

    /// Why nothing could be sent, in words, where the device takes no slope and no level.
    public var remark: String?
  }

  public private(set) var trainer: FakeTrainer
  public private(set) var summary = Summary()

  /// Whether the ride is over and the link down.
  public private(set) var isOver = false

  private let route: Route?
  private let duration: Int64
  private var core: TrainerCore
  private var effects: [TransportEffect] = []
  private var opening: [TransportRequest.Operation]
  private var openingID = 0
  private var nextLook: Int64
  private var lastGrade: Int16?
  private var lastSent: Int64 = 0
  private var linkTime: Int64 = 0
  private var speed = (steps: 0, time: Int64(0))
  private var travelled = 0.0
  private let measuresSpeed: Bool
  private let hasControl: Bool

  /// No ride lasts longer, whatever its route.
  public static let longest: Int64 = 24 * 3_600 * 1_000_000_000

  /// A ride along a route, or on the flat; it ends with the route or after `duration` nanoseconds.
  public init(_ trainer: FakeTrainer, route: Route?, duration: Int64? = nil) {
    self.trainer = trainer
    self.route = route
    self.duration = min(duration ?? Self.longest, Self.longest)
    let profile = trainer.profile
    measuresSpeed = profile.streams.contains(0x2AD2)
    hasControl = profile.characteristic(0x2AD9) != nil
    var policy = TrainerPolicy()
    policy.reconnects = false
    policy.streams = Self.streams(profile)
    core = TrainerCore(policy: policy)
    opening = [.connect] + Self.reads(profile).map { .read($0) }
    nextLook = trainer.now
  }

  /// Goes on up to a time of the ride, telling the tap everything that passes.
  public mutating func advance<Sink: EventSink & ~Copyable>(
    to time: Int64, _ tap: inout EngineTap<Sink>
  ) {
    if openingID == 0 { open(&tap) }
    while !isOver, trainer.now < time {
      let wanted = [trainer.nextTime, core.deadline, nextLook].compactMap { $0 }.min() ?? time
      trainer.advance(to: min(max(wanted, trainer.now), time), &effects)
      settle(&tap)
      core.timePassed(to: trainer.now)
      if trainer.now >= nextLook { look() }
      settle(&tap)
    }
    summary.duration = trainer.now - linkTime
    summary.distance = trainer.bike.distance
    summary.work = trainer.bike.work
  }

  /// Rides to the end.
  public mutating func finish<Sink: EventSink & ~Copyable>(_ tap: inout EngineTap<Sink>) {
    while !isOver { advance(to: trainer.now + 60_000_000_000, &tap) }
  }

  // MARK: The app

  /// The streams of the profile and the training status, each with its service.
  private static func streams(_ profile: DeviceProfile) -> [CharacteristicIdentity] {
    profile.gattServices.flatMap { service in
      service.characteristics.filter {
        profile.streams.contains($0.uuid) || ($0.uuid == 0x2AD3 && $0.canNotify)
      }.map { CharacteristicIdentity(uuid: $0.uuid, service: service.uuid) }
    }
  }

  /// What the app reads before its client reads features and ranges.
  private static func reads(_ profile: DeviceProfile) -> [CharacteristicIdentity] {
    profile.gattServices.flatMap { service in
      service.characteristics.filter { $0.canRead && ![0x2ACC, 0x2AD6, 0x2AD8].contains($0.uuid) }
        .map { CharacteristicIdentity(uuid: $0.uuid, service: service.uuid) }
    }
  }

  /// Asks for the next thing of the opening; then the client takes over.
  private mutating func open<Sink: EventSink & ~Copyable>(_ tap: inout EngineTap<Sink>) {
    guard !opening.isEmpty else {
      core.connect(at: trainer.now)
      return settle(&tap)
    }
    openingID -= 1
    let request = TransportRequest(TransportRequest.ID(openingID), opening.removeFirst())
    tap.request(request, at: trainer.now)
    trainer.handle(request, &effects)
    settle(&tap)
  }

  /// Carries out what the client wants, and hands it what comes of it, until both are quiet.
  private mutating func settle<Sink: EventSink & ~Copyable>(_ tap: inout EngineTap<Sink>) {
    while true {
      let actions = core.takeActions()
      if actions.isEmpty, effects.isEmpty { return }
      for action in actions { perform(action, &tap) }
      let arrived = effects
      effects.removeAll(keepingCapacity: true)
      for effect in arrived {
        tap.effect(effect)
        receive(effect, &tap)
      }
    }
  }

  private mutating func perform<Sink: EventSink & ~Copyable>(
    _ action: TrainerCore.Action, _ tap: inout EngineTap<Sink>
  ) {
    switch action {
    case .request(let request):
      tap.request(request, at: trainer.now)
      trainer.handle(request, &effects)
    case .cancel(let id): trainer.cancel(id, device: 0, &effects)
    case .tell(.data(let value)): measure(value)
    case .tell(.applied): summary.accepted += 1
    case .tell(.refused(_, let refusal)):
      summary.refused += 1
      if refusal == .notSupported, summary.remark == nil {
        summary.remark = "the device takes neither slopes nor resistance levels; nothing was sent"
      }
    case .tell: break
    }
  }

  private mutating func receive<Sink: EventSink & ~Copyable>(
    _ effect: TransportEffect, _ tap: inout EngineTap<Sink>
  ) {
    switch effect.kind {
    case .completed(let id, _) where id.rawValue < 0: return open(&tap)
    case .state(.connected):
      linkTime = trainer.now
      nextLook = trainer.now + 1_000_000_000
    case .state(.disconnected): isOver = true
    case .received: summary.values += 1
    default: break
    }
    core.receive(effect)
  }

  /// Adds up the way by the speed that the trainer tells: 2AD2, its first field, 0.01 km/h.
  private mutating func measure(_ value: ReceivedValue) {
    guard value.characteristic.uuid == 0x2AD2, value.bytes.count >= 4, value.bytes[0] & 1 == 0
    else { return }
    let now = trainer.now
    travelled += Double(speed.steps) / 360 * Double(now - speed.time) / 1_000_000_000
    speed = (Int(value.bytes[2]) | Int(value.bytes[3]) << 8, now)
  }

  /// Looks where the ride has come to, once a second.
  private mutating func look() {
    nextLook += 1_000_000_000
    let place = measuresSpeed ? travelled : trainer.bike.distance
    if trainer.now - linkTime >= duration || (route.map { place >= $0.length } ?? false) {
      return core.disconnect(at: trainer.now)
    }
    let grade = route?.grade(at: place) ?? 0
    guard hasControl else { return trainer.rideOn(Slope(grade: grade)) }
    guard case .ready(let control) = core.state, control != .unavailable else { return }
    let steps = Int16(clamping: StreamEncoder.rounded(grade * 10_000))
    guard steps != lastGrade || trainer.now - lastSent >= 2_000_000_000 else { return }
    (lastGrade, lastSent) = (steps, trainer.now)
    core.send(.grade(steps), at: trainer.now)
  }
}
