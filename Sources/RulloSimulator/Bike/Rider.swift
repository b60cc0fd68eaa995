internal import RulloBase

/// Who sits on the bike: how strong, how steady, in which gear.
///
/// Every decision is a hash of the seed, the decision and the ride's second, so that a ride repeats
/// under its seed and one decision more shifts no other.
public struct Rider: Hashable, Sendable {
  public enum Form: String, Hashable, Sendable, CaseIterable {
    /// The same power and cadence at every moment.
    case constant
    /// Strong to the end, harder uphill, easy downhill.
    case goodDay = "good-day"
    /// Weaker, fading, unsteady, with pauses.
    case badDay = "bad-day"
    /// Strength, fading and habits are drawn from the seed.
    case different
  }

  /// What the rider does at a moment.
  public struct Effort: Hashable, Sendable {
    /// Watts that the rider would give.
    public var power: Double

    /// Revolutions a minute that the rider would like.
    public var cadence: Double

    /// Around 1: how a held power strays.
    public var steadiness: Double
    public var isPedalling: Bool
  }

  public let form: Form
  public let seed: UInt64

  /// Watts on the flat.
  public let watts: Double

  /// Revolutions a minute.
  public let pace: Double
  private let habits: Habits
  private var gear = 5
  private var shiftSecond: Int64 = -1

  private struct Habits: Hashable, Sendable {
    /// The share of power that an hour takes.
    var fading = 0.0
    /// How far power strays each second, in parts of it.
    var unrest = 0.0
    /// What 1 % of slope adds, in parts of power.
    var climbing = 0.0
    /// How far cadence strays, in revolutions a minute.
    var wobble = 0.0
    /// How many of a hundred minutes have a pause.
    var pauses = 0.0
  }

  public init(_ form: Form = .constant, watts: Double = 150, pace: Double = 80, seed: UInt64 = 0) {
    self.form = form
    self.seed = seed
    func draw(_ what: String, _ low: Double, _ high: Double) -> Double {
      low + (high - low) * SeededHash.unit(seed: seed, what)
    }
    switch form {
    case .constant:
      (self.watts, self.pace) = (watts, pace)
      habits = Habits()
    case .goodDay:
      (self.watts, self.pace) = (watts * 1.15, pace + 8)
      habits = Habits(fading: 0.02, unrest: 0.04, climbing: 0.04, wobble: 3)
    case .badDay:
      (self.watts, self.pace) = (watts * 0.85, pace - 4)
      habits = Habits(fading: 0.1, unrest: 0.12, climbing: 0.02, wobble: 7, pauses: 20)
    case .different:
      (self.watts, self.pace) = (
        watts * draw("watts", 0.75, 1.25), pace + draw("pace", -10, 12)
      )
      habits = Habits(
        fading: draw("fading", 0, 0.12), unrest: draw("unrest", 0.02, 0.15),
        climbing: draw("climbing", 0.01, 0.05), wobble: draw("wobble", 2, 8),
        pauses: draw("pauses", 0, 25))
    }
  }

  /// What the rider does at a time of the ride, on a slope, at a speed in m/s.
  public func effort(at time: Int64, grade: Double, speed: Double) -> Effort {
    guard form != .constant else {
      return Effort(power: watts, cadence: pace, steadiness: 1, isPedalling: true)
    }
    let hours = Double(time) / 3_600_000_000_000
    let tired = 1 - habits.fading * hours
    let percent = min(max(grade * 100, -6), 12)
    let slope = 1 + habits.climbing * percent
    let unrest = 1 + habits.unrest * wave("power", time)
    // Nobody pushes into a steep descent, or all the time.
    let coasts = grade < -0.035 && speed > 9
    let isPedalling = !coasts && !isPausing(at: time)
    let power = isPedalling ? watts * max(tired, 0.4) * slope * unrest : 0
    return Effort(
      power: max(power, 0), cadence: isPedalling ? pace + habits.wobble * wave("pace", time) : 0,
      steadiness: 1 + habits.unrest * wave("hold", time) / 4, isPedalling: isPedalling)
  }

  /// From -1 to 1: a number for each second of the ride, joined by straight lines.
  private func wave(_ what: String, _ time: Int64) -> Double {
    let second = UInt64(max(0, time) / 1_000_000_000)
    let part = Double(max(0, time) % 1_000_000_000) / 1_000_000_000
    let here = SeededHash.unit(seed: seed, what, index: second)
    let there = SeededHash.unit(seed: seed, what, index: second + 1)
    return 2 * (here + (there - here) * part) - 1
  }

  private func isPausing(at time: Int64) -> Bool {
    guard habits.pauses > 0 else { return false }
    let minute = UInt64(max(0, time) / 60_000_000_000)
    guard SeededHash.unit(seed: seed, "pauses", index: minute) * 100 < habits.pauses else {
      return false
    }
    let start = SeededHash.unit(seed: seed, "pause starts", index: minute) * 50
    let second = Double(max(0, time) % 60_000_000_000) / 1_000_000_000
    return second >= start && second < start + 6
  }

  // MARK: Gears

  /// Turns of the wheel for a turn of the crank: 34 and 50 teeth in front, 28 to 11 behind.
  static let ratios: [Double] = [
    34.0 / 28, 34.0 / 25, 34.0 / 23, 34.0 / 21, 34.0 / 19, 34.0 / 17, 50.0 / 21, 50.0 / 19,
    50.0 / 17, 50.0 / 15, 50.0 / 14, 50.0 / 13, 50.0 / 12, 50.0 / 11,
  ]

  /// The speed of a cadence in the gear that is in, in m/s.
  func speed(atCadence cadence: Double, circumference: Double) -> Double {
    cadence / 60 * Self.ratios[gear] * circumference
  }

  /// The cadence at a speed; a rider shifts, at most once a second, when it is off by 8.
  mutating func cadence(
    _ effort: Effort, speed: Double, circumference: Double, at time: Int64
  ) -> Double {
    guard effort.isPedalling else { return 0 }
    // One who holds the same cadence at every speed has every gear between.
    guard form != .constant else { return effort.cadence }
    let second = time / 1_000_000_000
    var cadence = speed / circumference / Self.ratios[gear] * 60
    if second != shiftSecond {
      shiftSecond = second
      if cadence > effort.cadence + 8, gear < Self.ratios.count - 1 { gear += 1 }
      if cadence < effort.cadence - 8, gear > 0 { gear -= 1 }
      cadence = speed / circumference / Self.ratios[gear] * 60
    }
    return min(max(cadence, 35), 125)
  }
}
