public import RulloBase

/// Mean torque and power out of an accumulated torque and the counter of its rotor.
///
/// Torque counts 1/32 Nm in 16 bits, added up once a revolution (Cycling Power Service 1.1,
/// section 3.2.1.5); it rolls over, and it may fall where a rotor brakes.
public struct TorquePower: Sendable {
  public struct Result: Hashable, Sendable {
    /// In units of 1/32 Nm, over all revolutions of the step.
    public let torque32: Int64
    public let step: RevolutionStep

    /// Mean torque of a revolution, in newton metres.
    public func meanTorque(places: Int = 2) -> ExactDecimal? {
      ExactDecimal.ratio(Int128(torque32), 32 * Int128(step.revolutions), places: places)
    }

    /// Mean power in watts: torque × 2π × revolutions a second of the device's clock.
    public func power(places: Int = 1) -> ExactDecimal? {
      // 2π to fifteen places, so that the same bytes give the same digits everywhere.
      ExactDecimal.ratio(
        Int128(torque32) * 6_283_185_307_179_586 * Int128(step.ticksPerSecond),
        Int128(32) * 1_000_000_000_000_000 * Int128(step.ticks), places: places)
    }
  }

  private var last: UInt16?

  public init() {}

  /// Takes the torque of one value and the step that its rotor made to it.
  ///
  /// Answers `nil` where no revolution was completed, so that there is nothing to divide by.
  public mutating func add(_ torque: UInt16, _ step: RevolutionStep) -> Result? {
    switch step.kind {
    case .repeated, .withoutTime:
      // Of the same event: what it adds counts with the next one.
      if last == nil { last = torque }
      return nil
    case .advanced where step.revolutions > 0: break
    default:
      last = torque
      return nil
    }
    defer { last = torque }
    guard let last else { return nil }
    var difference = Int64(torque &- last)
    // Nobody turns a crank or a wheel with a mean of 500 Nm: so much is a fall seen as a roll-over.
    if difference > 500 * 32 * step.revolutions, difference >= 0x8000 { difference -= 0x10000 }
    return Result(torque32: difference, step: step)
  }
}
