import RulloBase
import Testing

@Suite("Exact decimals")
struct ExactDecimalTests {
  @Test(
    "print in their shortest exact form",
    arguments: [
      (ExactDecimal(2912, exponent: -2), "29.12"), (ExactDecimal(800, exponent: -1), "80"),
      (ExactDecimal(-5, exponent: -1), "-0.5"), (ExactDecimal(4, exponent: -3), "0.004"),
      (ExactDecimal(0, exponent: -3), "0"), (ExactDecimal(12, exponent: 2), "1200"),
      (ExactDecimal(131_590_625, exponent: -5), "1315.90625"),
      (ExactDecimal(.min), "-9223372036854775808"),
    ])
  func text(value: ExactDecimal, text: String) { #expect(value.description == text) }

  // 9 / 0.809 = 11.1248…, 2/3 = 0.666…, and halves go away from zero.
  @Test(
    "divide with rounding to nearest",
    arguments: [
      (Int128(9_000), Int128(809), "11.125"), (2, 3, "0.667"), (-1, 2000, "-0.001"),
      (1, 2000, "0.001"), (0, 7, "0"),
    ])
  func ratio(numerator: Int128, denominator: Int128, text: String) {
    #expect(ExactDecimal.ratio(numerator, denominator, places: 3)?.description == text)
  }

  @Test("have no quotient by zero") func zero() {
    #expect(ExactDecimal.ratio(1, 0, places: 3) == nil)
  }

  @Test("compare by value, not by form") func equality() {
    #expect(ExactDecimal(80) == ExactDecimal(8000, exponent: -2))
    #expect(ExactDecimal(80).hashValue == ExactDecimal(8000, exponent: -2).hashValue)
    #expect(ExactDecimal(-1, exponent: 18) < ExactDecimal(1, exponent: -18))
  }
}
