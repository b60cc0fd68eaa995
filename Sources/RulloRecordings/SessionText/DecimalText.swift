internal import RulloBase

/// Decimal numbers of the session text, read without trapping.
enum DecimalText {
  /// An integer with an optional minus sign, or `nil` for anything else or beyond 64 bits.
  static func integer(_ text: RawSpan) -> Int64? {
    let isNegative = text.octet(0) == 0x2D
    var place = isNegative ? 1 : 0
    guard text.byteCount > place else { return nil }
    var value: Int64 = 0
    while let byte = text.octet(place) {
      guard 0x30...0x39 ~= byte else { return nil }
      let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
      // Counting downwards holds the one more negative number as well.
      let (sum, overflow) = product.subtractingReportingOverflow(Int64(byte & 15))
      guard !tooLarge, !overflow else { return nil }
      value = sum
      place += 1
    }
    if isNegative { return value }
    return value == .min ? nil : -value
  }

  /// `0x13`, or an integer.
  static func code(_ text: RawSpan) -> Int64? {
    guard text.holds("0x", at: 0) else { return integer(text) }
    guard text.byteCount == 4, let high = text.octet(2).flatMap(Hex.digit),
      let low = text.octet(3).flatMap(Hex.digit)
    else { return nil }
    return Int64(high << 4 | low)
  }

  /// A decimal with up to `places` digits behind the point, as an integer in steps of 10^-places.
  static func fixed(_ text: RawSpan, places: Int) -> Int64? {
    let point = text.firstOffset(of: 0x2E) ?? text.byteCount
    let fraction = max(0, text.byteCount - point - 1)
    guard fraction <= places, point == text.byteCount || fraction > 0 else { return nil }
    guard var value = integer(text.extracting(0..<point)) else { return nil }
    let isNegative = text.octet(0) == 0x2D
    for place in 0..<max(0, places) {
      let digit = place < fraction ? text.octet(point + 1 + place) ?? 0 : 0x30
      guard 0x30...0x39 ~= digit else { return nil }
      let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
      let step = Int64(digit & 15)
      let (sum, overflow) = product.addingReportingOverflow(isNegative ? -step : step)
      guard !tooLarge, !overflow else { return nil }
      value = sum
    }
    return value
  }

  /// Seconds with exactly nine decimals: `0.002000000`, `-1.500000000`.
  static func append(nanoseconds: Int64, to text: inout TextBuffer) {
    let magnitude = nanoseconds.magnitude
    if nanoseconds < 0 { text.append(byte: 0x2D) }
    text.append(digits: magnitude / 1_000_000_000, atLeast: 1)
    text.append(byte: 0x2E)
    text.append(digits: magnitude % 1_000_000_000, atLeast: 9)
  }

  /// Nanoseconds as milliseconds in the shortest exact form: `48.75`.
  static func append(milliseconds nanoseconds: Int64, to text: inout TextBuffer) {
    text.append(ExactDecimal(nanoseconds, exponent: -6))
  }
}
