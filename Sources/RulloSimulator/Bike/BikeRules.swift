/// The constants of a simulated bike.
public struct BikeRules: Hashable, Sendable {
  /// Rider and bike in a simulated slope, in kilograms.
  public var mass = 85.0

  /// What the trainer's own flywheel feels like, in kilograms; it slows changes of speed down.
  public var inertia = 10.0

  /// A turn of the wheel, in metres.
  public var circumference = 2.105

  /// How long power takes to 95 % of a step, in seconds.
  public var rampUp = 2.0
  public var rampDown = 3.5

  /// Newtons at the highest resistance level.
  public var brake = 120.0

  /// The highest resistance level in steps of 0.1.
  public var highestLevel = 1_000.0

  public init() {}

  public init(_ profile: DeviceProfile) {
    func scaled(_ name: String, _ divisor: Double) -> Double {
      Double(profile.integer("bike", name)) / divisor
    }
    mass = scaled("mass_g", 1_000)
    inertia = scaled("inertia_g", 1_000)
    circumference = scaled("wheel_mm", 1_000)
    rampUp = scaled("ramp_up_ms", 1_000)
    rampDown = scaled("ramp_down_ms", 1_000)
    brake = scaled("brake_n", 1)
    if let range = ControlPoint(profile).resistanceRange, range.upperBound > 0 {
      highestLevel = Double(range.upperBound)
    }
  }
}

/// A slope as the physics takes it; head wind and uphill are positive.
public struct Slope: Hashable, Sendable {
  /// In parts of one: 0.05 is 5 %.
  public var grade: Double

  /// In m/s.
  public var wind: Double
  public var rollingResistance: Double

  /// In kg/m: air density × drag coefficient × area, of which the force takes half.
  public var windResistance: Double

  /// Crr 0.004 and Cw 0.51 kg/m are what apps send for a road bike.
  public init(
    grade: Double = 0, wind: Double = 0, rollingResistance: Double = 0.004,
    windResistance: Double = 0.51
  ) {
    self.grade = grade
    self.wind = wind
    self.rollingResistance = rollingResistance
    self.windResistance = windResistance
  }

  /// Newtons against a bike of this mass at this speed.
  ///
  /// m g (sin + Crr cos) + ½ Cw (v + wind)², with sin = s / √(1 + s²) of a slope s; only arithmetic
  /// that every machine rounds alike.
  public func force(mass: Double, speed: Double) -> Double {
    let length = (1 + grade * grade).squareRoot()
    let weight = mass * 9.80665
    let air = speed + wind
    let drag = windResistance * air * (air < 0 ? -air : air) / 2
    return weight * (grade + rollingResistance) / length + drag
  }
}
