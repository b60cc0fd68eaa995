/// A decimal number without rounding: `coefficient × 10^exponent`.
///
/// Values stay integers from the octets of a packet to the printed text, so that they print the
/// same everywhere.
@frozen public struct ExactDecimal: Sendable {
  public var coefficient: Int64

  /// The power of ten; at most 18 places either way.
  public var exponent: Int

  @inlinable
  public init(_ coefficient: Int64, exponent: Int = 0) {
    self.coefficient = coefficient
    self.exponent = min(18, max(-18, exponent))
  }

  /// The same number without trailing zeros in the coefficient.
  @inlinable
  public var reduced: ExactDecimal {
    var reduced = self
    if coefficient == 0 { return ExactDecimal(0) }
    while reduced.exponent < 0, reduced.coefficient % 10 == 0 {
      reduced.coefficient /= 10
      reduced.exponent += 1
    }
    return reduced
  }

  /// The nearest `Double`; for arithmetic of a caller, never for what is printed.
  public var doubleValue: Double {
    var value = Double(coefficient)
    var power = 1.0
    for _ in 0..<abs(exponent) { power *= 10 }
    value = exponent < 0 ? value / power : value * power
    return value
  }

  /// `numerator / denominator` rounded to `places` decimals, halves away from zero.
  ///
  /// Answers `nil` for a denominator of zero or a quotient beyond 64 bits.
  public static func ratio(_ numerator: Int128, _ denominator: Int128, places: Int) -> Self? {
    guard denominator != 0, (0...18).contains(places) else { return nil }
    var scaled = numerator
    for _ in 0..<places {
      let (product, overflow) = scaled.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      scaled = product
    }
    let (quotient, remainder) = scaled.quotientAndRemainder(dividingBy: denominator)
    let twice = remainder.magnitude &* 2
    let isUp = twice >= denominator.magnitude
    let step: Int128 = (scaled < 0) == (denominator < 0) ? 1 : -1
    guard let coefficient = Int64(exactly: isUp ? quotient + step : quotient) else { return nil }
    return Self(coefficient, exponent: -places)
  }
}

extension ExactDecimal: Hashable {
  public static func == (left: Self, right: Self) -> Bool { !(left < right) && !(right < left) }

  public func hash(into hasher: inout Hasher) {
    var value = self
    while value.coefficient != 0, value.coefficient % 10 == 0 {
      value.coefficient /= 10
      value.exponent += 1
    }
    hasher.combine(value.coefficient)
    hasher.combine(value.coefficient == 0 ? 0 : value.exponent)
  }
}

extension ExactDecimal: Comparable {
  public static func < (left: Self, right: Self) -> Bool {
    let shift = left.exponent - right.exponent
    func scaled(_ value: Int64, by power: Int) -> Int128 {
      // 19 digits and at most 18 more fit into 128 bits; beyond that only the sign can matter.
      (0..<min(max(power, 0), 19)).reduce(Int128(value)) { product, _ in product * 10 }
    }
    return scaled(left.coefficient, by: shift) < scaled(right.coefficient, by: -shift)
  }
}

extension ExactDecimal: CustomStringConvertible {
  /// The shortest exact form, never with an exponent: `80`, `29.12`, `-0.5`.
  public var description: String {
    var text = TextBuffer()
    text.append(self)
    return text.string
  }
}

extension ExactDecimal: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int64) { self.init(value) }
}
