/// A wheel or a crank: how far it has turned, and when its last whole turn ended.
///
/// The time of an event lies where the turn really ended, between two steps of the physics, as a
/// sensor with its own clock sees it.
public struct Rotor: Hashable, Sendable {
  /// Whole turns.
  public private(set) var turns: UInt32 = 0

  /// When the last one ended, in nanoseconds of the device's clock.
  public private(set) var eventTime: Int64 = 0

  /// The part of a turn behind the last whole one, from 0 to 1.
  private var part = 0.0

  public init() {}

  /// Turns for a step of time; answers whether a whole turn ended in it.
  mutating func turn(by amount: Double, from start: Int64, lasting step: Int64) -> Bool {
    guard amount > 0 else { return false }
    let reached = part + amount
    guard reached >= 1 else {
      part = reached
      return false
    }
    // At most a few turns fit in a step; the last one gives the time.
    let whole = reached.rounded(.down)
    let share = (whole - part) / amount
    turns = turns &+ UInt32(whole)
    eventTime = start + Int64(Double(step) * share)
    part = reached - whole
    return true
  }

  /// The event's time in ticks, 16 bits.
  public func ticks(perSecond: Int64) -> UInt16 {
    let seconds = eventTime / 1_000_000_000
    let rest = eventTime % 1_000_000_000
    return UInt16(truncatingIfNeeded: seconds &* perSecond + rest * perSecond / 1_000_000_000)
  }
}
