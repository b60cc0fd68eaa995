public import RulloBase

/// A cumulative revolution counter with the event times that the device put beside it.
///
/// Wheel (uint32) and crank (uint16) of 2A63 and 2A5B; the event time is a uint16 in ticks of
/// 1/1024 or 1/2048 s (spec/cycling-power, "Cadence, speed, power from counters").
public struct RevolutionCounter: Hashable, Sendable {
  /// Revolutions counted since the first value.
  public private(set) var revolutions: Int64 = 0

  /// Device time that passed over them, in ticks.
  public private(set) var ticks: Int64 = 0

  /// Values in which the counter had advanced.
  public private(set) var updates = 0

  public let ticksPerSecond: Int64
  private let isWide: Bool
  private var last: (revolutions: UInt32, time: UInt16, arrival: Int64)?

  public init(ticksPerSecond: Int64, isWide: Bool) {
    self.ticksPerSecond = ticksPerSecond
    self.isWide = isWide
  }

  /// Takes the counter of one value; `arrival` is its event's time or ``Event/noTime``.
  public mutating func add(revolutions count: UInt32, time: UInt16, arrival: Int64) {
    defer { last = (count, time, arrival) }
    guard let last else { return }
    // More than one wrap between two values cannot be seen: start over after so long a gap.
    let wrap = 65_536 * 1_000_000_000 / ticksPerSecond
    let hasClock = arrival != .min && last.arrival != .min
    if hasClock, arrival &- last.arrival >= wrap { return }
    let elapsed = Int64(time &- last.time)
    // The same event again, or a counter without a clock: no rate can be told from it.
    guard elapsed > 0 else { return }
    let advance =
      isWide
      ? Int64(Int32(bitPattern: count &- last.revolutions))
      : Int64(UInt16(truncatingIfNeeded: count &- last.revolutions))
    // A wheel that turned backwards, or a counter that was reset: nothing to count across.
    guard advance >= 0, advance * ticksPerSecond <= 64 * elapsed else { return }
    revolutions += advance
    ticks += elapsed
    if advance > 0 { updates += 1 }
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
