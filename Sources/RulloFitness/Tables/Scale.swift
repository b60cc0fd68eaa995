public import RulloBase

/// The exact step of a field: `value = (raw - zero) × multiplier × 10^exponent`.
public struct Scale: Hashable, Sendable {
  public let multiplier: Int64
  public let exponent: Int

  /// The raw value that stands for zero.
  public let zero: Int64

  public init(_ multiplier: Int64, exponent: Int = 0, zero: Int64 = 0) {
    self.multiplier = multiplier
    self.exponent = exponent
    self.zero = zero
  }

  public static let one = Scale(1)
  public static let tenth = Scale(1, exponent: -1)
  public static let hundredth = Scale(1, exponent: -2)
  public static let half = Scale(5, exponent: -1)

  /// 1/32, as torques are sent.
  public static let thirtySecond = Scale(3125, exponent: -5)

  /// A raw value in the unit of its field.
  public func value(of raw: Int64) -> ExactDecimal {
    ExactDecimal((raw - zero) &* multiplier, exponent: exponent)
  }

  /// The raw value nearest to `value`, halves away from zero.
  public func raw(of value: ExactDecimal) -> Int64 {
    var numerator = Int128(value.coefficient)
    var denominator = Int128(multiplier)
    // Both exponents are at most 18 places, so that the powers fit into 128 bits beside a
    // coefficient of 64.
    let shift = min(max(value.exponent - exponent, -18), 18)
    for _ in 0..<abs(shift) { if shift > 0 { numerator *= 10 } else { denominator *= 10 } }
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    let isUp = remainder.magnitude * 2 >= denominator.magnitude
    let rounded = isUp ? quotient + (numerator < 0 ? -1 : 1) : quotient
    return Int64(clamping: rounded + Int128(zero))
  }
}
