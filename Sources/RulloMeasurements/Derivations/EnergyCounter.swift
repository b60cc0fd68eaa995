public import RulloBase

/// Energy out of a 16-bit cumulative counter of kilojoules (2A63) or kilocalories (2ACD to 2AD2).
///
/// A drop to near 0 is a machine that began anew; only a drop from near the end is a roll-over
/// (spec/disagreements 24).
public struct EnergyCounter: Hashable, Sendable {
  /// What was added since the first value, in the unit of the field.
  public private(set) var total: Int64 = 0

  /// How often the counter began anew and how often it rolled over.
  public private(set) var resets = 0
  public private(set) var rollovers = 0

  /// There is no event time beside it.
  public var clock: DerivationClock { .arrival }

  /// More than this between two values is no ride: about twelve minutes of a professional.
  private static let limit: UInt16 = 256

  private var last: UInt16?
  private var firstArrival = Int64.min
  private var lastArrival = Int64.min

  public init() {}

  /// Takes the counter of one value; answers what it added.
  @discardableResult
  public mutating func add(_ energy: UInt16, arrival: Int64) -> Int64 {
    defer { (last, lastArrival) = (energy, arrival) }
    guard let last else {
      firstArrival = arrival
      return 0
    }
    var added = Int64(energy) - Int64(last)
    if added < 0 {
      if energy &- last <= Self.limit {
        rollovers += 1
        added += 65_536
      } else {
        resets += 1
        added = 0
      }
    }
    total += added
    return added
  }

  /// Mean watts since the first value, of a counter of kilojoules.
  public func meanPower(places: Int = 1) -> ExactDecimal? {
    guard firstArrival != .min, lastArrival != .min, lastArrival > firstArrival else { return nil }
    return ExactDecimal.ratio(
      Int128(total) * 1_000 * 1_000_000_000, Int128(lastArrival - firstArrival), places: places)
  }
}
