/// A bike on a trainer or on a road, with its rider: moves in steps of 50 ms of virtual time.
///
/// Kinetic energy is what is stepped: E += (P − F v) dt, v = √(2 E / m). A steady speed is then exact
/// whatever the step: power equals force times speed.
public struct SimulatedBike: Hashable, Sendable {
  /// What the brake does.
  public enum Load: Hashable, Sendable {
    case slope(Slope)
    /// In watts.
    case power(Double)
    /// In steps of 0.1.
    case resistance(Double)
  }

  public let rules: BikeRules
  public var rider: Rider

  /// What the rider was told to do, whatever the form.
  public enum Order: Hashable, Sendable {
    case ride, sprint, coast
  }

  /// A spin down asks for a sprint and then for letting the wheel run.
  public var order = Order.ride
  public private(set) var load = Load.slope(Slope())

  /// Nanoseconds up to which the bike has moved.
  public private(set) var time: Int64 = 0

  /// Metres a second.
  public private(set) var speed = 0.0

  /// Metres.
  public private(set) var distance = 0.0

  /// Joules that the rider has put in.
  public private(set) var work = 0.0

  /// Watts.
  public private(set) var power = 0.0

  /// Revolutions a minute.
  public private(set) var cadence = 0.0

  /// Beats a minute.
  public private(set) var heartRate = 62.0
  public private(set) var wheel = Rotor()
  public private(set) var crank = Rotor()

  /// Torque that was summed up over the turns of the wheel, in newton metres.
  public private(set) var wheelTorque = 0.0

  /// The same over the turns of the crank.
  public private(set) var crankTorque = 0.0
  private var kineticEnergy = 0.0
  private var ramp: Ramp?
  private var torqueWork = 0.0
  private var crankWork = 0.0

  /// A change of the power target on its way.
  private struct Ramp: Hashable, Sendable {
    var from: Double
    var start: Int64
  }

  public static let step: Int64 = 50_000_000

  public init(rules: BikeRules = BikeRules(), rider: Rider = Rider()) {
    self.rules = rules
    self.rider = rider
  }

  /// Sets the load; a power is reached over the ramp of the device.
  public mutating func set(_ load: Load) {
    if case .power = load {
      ramp = Ramp(from: power, start: time)
    } else {
      ramp = nil
    }
    self.load = load
  }

  /// The power target in force, on its way to what was set.
  public var powerTarget: Double? {
    guard case .power(let target) = load else { return nil }
    guard let ramp else { return target }
    let duration = (target > ramp.from ? rules.rampUp : rules.rampDown) / 0.95
    let elapsed = Double(time - ramp.start) / 1_000_000_000
    guard duration > 0, elapsed < duration else { return target }
    return ramp.from + (target - ramp.from) * elapsed / duration
  }

  /// Moves on to the last whole step up to a time; answers what turned meanwhile.
  public mutating func advance(to end: Int64) -> (wheel: Bool, crank: Bool) {
    var turned = (wheel: false, crank: false)
    while time + Self.step <= end {
      let step = move()
      turned.wheel = turned.wheel || step.wheel
      turned.crank = turned.crank || step.crank
    }
    return turned
  }

  private mutating func move() -> (wheel: Bool, crank: Bool) {
    let seconds = Double(Self.step) / 1_000_000_000
    let grade: Double = if case .slope(let slope) = load { slope.grade } else { 0 }
    var effort = rider.effort(at: time, grade: grade, speed: speed)
    switch order {
    case .ride: break
    case .sprint: effort.power = rider.watts * 3
    case .coast:
      effort = Rider.Effort(power: 0, cadence: 0, steadiness: 1, isPedalling: false)
    }
    switch load {
    case .slope(let slope):
      power = effort.power
      roll(against: slope.force(mass: rules.mass, speed: speed), seconds)
    case .resistance(let level):
      power = effort.power
      let rolling = Slope(windResistance: 0).force(mass: rules.mass, speed: speed)
      roll(against: rolling + rules.brake * level / rules.highestLevel, seconds)
    case .power:
      // The brake holds the power whatever the speed; the flywheel follows the legs.
      power = effort.isPedalling ? (powerTarget ?? 0) * effort.steadiness : 0
      let wanted = rider.speed(atCadence: effort.cadence, circumference: rules.circumference)
      speed += (wanted - speed) * seconds
      kineticEnergy = (rules.mass + rules.inertia) * speed * speed / 2
    }
    cadence = rider.cadence(
      effort, speed: speed, circumference: rules.circumference, at: time)
    return count(seconds)
  }

  private mutating func roll(against force: Double, _ seconds: Double) {
    let mass = rules.mass + rules.inertia
    // Standing, a force would act on nothing: the first push sets the wheel in motion.
    let moving = speed > 0.5 ? speed : 0.5
    kineticEnergy += (power - force * (power > 0 ? moving : speed)) * seconds
    if kineticEnergy < 0 { kineticEnergy = 0 }
    if power > 0, kineticEnergy == 0 { kineticEnergy = power * seconds }
    speed = (2 * kineticEnergy / mass).squareRoot()
    if power == 0, speed < 0.05 {
      speed = 0
      kineticEnergy = 0
    }
  }

  private mutating func count(_ seconds: Double) -> (wheel: Bool, crank: Bool) {
    distance += speed * seconds
    work += power * seconds
    torqueWork += power * seconds
    crankWork += power * seconds
    // A heart follows the load within about half a minute.
    heartRate += (62 + power * 0.42 - heartRate) * seconds / 30
    let turned = wheel.turn(
      by: speed * seconds / rules.circumference, from: time, lasting: Self.step)
    if turned {
      wheelTorque += torqueWork / Self.fullTurn
      torqueWork = 0
    }
    let cranked = crank.turn(by: cadence * seconds / 60, from: time, lasting: Self.step)
    if cranked {
      crankTorque += crankWork / Self.fullTurn
      crankWork = 0
    }
    time += Self.step
    return (turned, cranked)
  }

  /// 2 π.
  private static let fullTurn = 6.283185307179586
}
