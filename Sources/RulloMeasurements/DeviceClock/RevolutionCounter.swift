public import RulloBase

/// A cumulative revolution counter with the event times that the device put beside it.
///
/// Adds up what ``RevolutionStepper`` tells of one value after the other.
public struct RevolutionCounter: Hashable, Sendable {
  /// Revolutions counted since the first value.
  public private(set) var revolutions: Int64 = 0

  /// Device time that passed over them, in ticks.
  public private(set) var ticks: Int64 = 0

  /// Values in which the counter had advanced.
  public private(set) var updates = 0

  public var ticksPerSecond: Int64 { stepper.ticksPerSecond }
  private var stepper: RevolutionStepper

  public init(ticksPerSecond: Int64, isWide: Bool) {
    stepper = RevolutionStepper(ticksPerSecond: ticksPerSecond, isWide: isWide)
  }

  /// Takes the counter of one value; `arrival` is its event's time or ``Event/noTime``.
  public mutating func add(revolutions count: UInt32, time: UInt16, arrival: Int64) {
    let step = stepper.add(revolutions: count, time: time, arrival: arrival)
    guard step.kind == .advanced else { return }
    revolutions += step.revolutions
    ticks += step.ticks
    if step.revolutions > 0 { updates += 1 }
  }

  /// Revolutions a second of the device's own clock, with three decimals.
  public var rate: ExactDecimal? {
    guard ticks > 0 else { return nil }
    return ExactDecimal.ratio(
      Int128(revolutions) * Int128(ticksPerSecond), Int128(ticks), places: 3)
  }

  /// Revolutions a minute, with one decimal.
  public var perMinute: ExactDecimal? {
    guard ticks > 0 else { return nil }
    return ExactDecimal.ratio(
      Int128(revolutions) * Int128(ticksPerSecond) * 60, Int128(ticks), places: 1)
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.revolutions == right.revolutions && left.ticks == right.ticks
      && left.updates == right.updates && left.ticksPerSecond == right.ticksPerSecond
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(revolutions)
    hasher.combine(ticks)
  }
}
