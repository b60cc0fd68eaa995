public import RulloBase

/// What happened to a cumulative counter from one value to the next.
public struct RevolutionStep: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// There is no value before: the first one gives no rate.
    case first
    /// The event time may have rolled over unseen since the value before: starts over.
    case afterGap
    /// The same event again: no news, the last rate holds.
    case repeated
    /// Revolutions without time between them: no rate can be told, the last one holds.
    case withoutTime
    /// A wheel that was turned backwards: no speed.
    case backwards
    /// More than 64 revolutions a second either way: the counter was set anew.
    case reset
    /// The counter advanced, or only its clock did: then the rate is 0.
    case advanced
  }

  public let kind: Kind

  /// The difference of the counts; of 32-bit counters with its sign.
  public let revolutions: Int64

  /// The difference of the event times, in ticks of the device's own clock.
  public let ticks: Int64
  public let ticksPerSecond: Int64

  /// Revolutions a minute by the device's clock; `nil` where this step tells no rate.
  public func perMinute(places: Int = 1) -> ExactDecimal? {
    guard kind == .advanced else { return nil }
    return ExactDecimal.ratio(
      Int128(revolutions) * Int128(ticksPerSecond) * 60, Int128(ticks), places: places)
  }

  /// Kilometres an hour by the device's clock, of a wheel with this circumference.
  public func kilometresPerHour(circumferenceMillimetres: Int, places: Int = 2) -> ExactDecimal? {
    guard kind == .advanced else { return nil }
    // millimetres a second are 36/10,000 km/h.
    let distance = Int128(revolutions) * Int128(circumferenceMillimetres)
    return ExactDecimal.ratio(
      distance * Int128(ticksPerSecond) * 36, Int128(ticks) * 10_000, places: places)
  }
}

/// The rule that steps a revolution counter on; every figure made of such counters rests on it.
///
/// Wheel (uint32) and crank (uint16) of 2A63 and 2A5B; the event time is a uint16 in ticks of
/// 1/1024 or 1/2048 s (spec/cycling-power, "Cadence, speed, power from counters").
public struct RevolutionStepper: Sendable {
  public let ticksPerSecond: Int64

  /// Whether the counter has 32 bits, so that it can fall, or 16, so that it rolls over.
  public let isWide: Bool
  private var last: (revolutions: UInt32, time: UInt16, arrival: Int64)?

  public init(ticksPerSecond: Int64, isWide: Bool) {
    self.ticksPerSecond = max(1, ticksPerSecond)
    self.isWide = isWide
  }

  /// Takes the counter of one value; `arrival` is its event's time or ``Event/noTime``.
  public mutating func add(
    revolutions count: UInt32, time: UInt16, arrival: Int64
  ) -> RevolutionStep {
    defer { last = (count, time, arrival) }
    guard let last else { return step(.first) }
    // More than one wrap between two values cannot be seen: start over after so long a gap.
    let wrap = 65_536 * 1_000_000_000 / ticksPerSecond
    let hasClock = arrival != .min && last.arrival != .min
    if hasClock, arrival &- last.arrival >= wrap { return step(.afterGap) }
    let ticks = Int64(time &- last.time)
    let difference = count &- last.revolutions
    let revolutions =
      isWide
      ? Int64(Int32(bitPattern: difference)) : Int64(UInt16(truncatingIfNeeded: difference))
    guard ticks > 0 else {
      return step(revolutions == 0 ? .repeated : .withoutTime, revolutions, ticks)
    }
    guard abs(revolutions) * ticksPerSecond <= 64 * ticks else {
      return step(.reset, revolutions, ticks)
    }
    return step(revolutions < 0 ? .backwards : .advanced, revolutions, ticks)
  }

  private func step(
    _ kind: RevolutionStep.Kind, _ revolutions: Int64 = 0, _ ticks: Int64 = 0
  ) -> RevolutionStep {
    RevolutionStep(
      kind: kind, revolutions: revolutions, ticks: ticks, ticksPerSecond: ticksPerSecond)
  }
}
