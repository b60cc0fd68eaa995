public import RulloBase

/// How fast a wheel or a crank turns, as a display would show it between two values.
///
/// A repeat says nothing new: the last rate holds until a time-out decides that the rotor stands.
public struct RotorRate: Sendable {
  /// Nanoseconds without an event after which the rate is 0.
  ///
  /// The time of one revolution at the lowest cadence shown: zero is a decision, no measurement.
  public let timeout: Int64

  public var clock: DerivationClock { .device(ticksPerSecond: stepper.ticksPerSecond) }

  /// The step that the last value made.
  public private(set) var step: RevolutionStep?

  private var stepper: RevolutionStepper
  private var moving: RevolutionStep?
  private var eventArrival = Int64.min

  public init(ticksPerSecond: Int64, isWide: Bool, lowestPerMinute: Int = 20) {
    stepper = RevolutionStepper(ticksPerSecond: ticksPerSecond, isWide: isWide)
    timeout = 60_000_000_000 / Int64(max(1, lowestPerMinute))
  }

  /// Takes the counter of one value; `arrival` is its event's time or ``Event/noTime``.
  @discardableResult
  public mutating func add(
    revolutions: UInt32, time: UInt16, arrival: Int64
  ) -> RevolutionStep {
    let step = stepper.add(revolutions: revolutions, time: time, arrival: arrival)
    self.step = step
    switch step.kind {
    case .advanced: (moving, eventArrival) = (step, arrival)
    case .first, .afterGap, .reset, .backwards: (moving, eventArrival) = (nil, arrival)
    case .repeated, .withoutTime: break
    }
    return step
  }

  /// The step whose rate holds at this arrival time; `nil` where none is known.
  private func holding(at arrival: Int64) -> (step: RevolutionStep, isOver: Bool)? {
    guard let moving else { return nil }
    let hasClock = arrival != .min && eventArrival != .min
    return (moving, hasClock && arrival &- eventArrival > timeout)
  }

  /// Revolutions a minute at an arrival time: the last rate, 0 after the time-out.
  public func perMinute(at arrival: Int64, places: Int = 1) -> ExactDecimal? {
    guard let (step, isOver) = holding(at: arrival) else { return nil }
    return isOver ? 0 : step.perMinute(places: places)
  }

  /// Kilometres an hour at an arrival time: the last speed, 0 after the time-out.
  public func kilometresPerHour(
    circumferenceMillimetres: Int, at arrival: Int64, places: Int = 2
  ) -> ExactDecimal? {
    guard let (step, isOver) = holding(at: arrival) else { return nil }
    if isOver { return 0 }
    return step.kilometresPerHour(
      circumferenceMillimetres: circumferenceMillimetres, places: places)
  }
}
