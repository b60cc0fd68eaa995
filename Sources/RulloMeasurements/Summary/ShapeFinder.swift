public import RulloBase
internal import RulloFitness

/// Holds the values of a handle without a name against the field tables of what it could be.
///
/// A suggestion for people, never a name: nothing is decoded by it.
public struct ShapeFinder: Hashable, Sendable {
  /// What the values look like, and how sure that is.
  public struct Suggestion: Hashable, Sendable {
    public let uuid: BluetoothUUID
    public let name: String

    /// Percent: the share of values that fit, times n / (n + 4) for n values, divided among all tables
    /// that fit as well.
    public let confidence: Int
    public let fitting: Int
    public let count: Int

    /// How many other tables fit as many values.
    public let rivals: Int
  }

  /// The characteristics that notify or indicate measurements.
  private static let candidates: [CharacteristicLayout] = {
    let uuids: [UInt16] = [
      0x2AD2, 0x2A63, 0x2A37, 0x2A5B, 0x2ACD, 0x2ACE, 0x2ACF, 0x2AD0, 0x2AD1, 0x2ADA, 0x2AD3,
    ]
    return uuids.compactMap { CharacteristicLayout.layout(for: BluetoothUUID($0)) }
  }()

  /// Enough values to judge by; what comes after them costs nothing.
  private static let most = 1_000

  private var count = 0
  private var fits = [Int](repeating: 0, count: candidates.count)

  /// Values that differ: one value again and again proves no more than once.
  private var distinct = 0
  private var last: [UInt8] = []

  public init() {}

  /// Takes a value that came from the handle.
  mutating func add(_ value: RawSpan) {
    guard count < Self.most else { return }
    count += 1
    let octets = value.copied()
    if octets != last { distinct += 1 }
    last = octets
    for (place, layout) in Self.candidates.enumerated() where Self.fits(layout, value) {
      fits[place] += 1
    }
  }

  /// The table that fits best; `nil` where none fits most of the values, or too many do.
  public var suggestion: Suggestion? {
    guard let best = fits.max(), best > 0, let place = fits.firstIndex(of: best) else { return nil }
    // As good is what fits nearly as many: 95 of 100.
    let rivals = fits.count { $0 * 100 >= best * 95 } - 1
    let confidence = 100 * best * distinct / (count * (distinct + 4) * (rivals + 1))
    guard confidence >= 50 else { return nil }
    let layout = Self.candidates[place]
    return Suggestion(
      uuid: layout.uuid, name: layout.name.description, confidence: confidence, fitting: best,
      count: count, rivals: rivals)
  }

  /// Whether a value decodes to its last octet, with no reserved bit and nothing absurd.
  private static func fits(_ layout: CharacteristicLayout, _ value: RawSpan) -> Bool {
    let decoded = layout.decode(value)
    guard decoded.fault == nil, decoded.trailingCount == 0, decoded.consumed >= 2,
      decoded.flags & ~layout.definedFlags == 0
    else { return false }
    var isPlausible = true
    layout.forEachNumber(of: decoded) { key, number in
      guard isPlausible, let number, let limits = limits(of: "\(key)") else { return }
      isPlausible = limits.contains(number.milli)
    }
    return isPlausible
  }

  /// What people and machines can do, in thousandths of the key's unit; wide on purpose.
  private static func limits(of key: String) -> ClosedRange<Int64>? {
    if key.hasSuffix("speed_kmh") { return 0...120_000 }
    if key.hasSuffix("cadence_rpm") { return 0...250_000 }
    if key.hasSuffix("power_w") { return -500_000...3_000_000 }
    if key.hasSuffix("heart_rate_bpm") || key == "heart_rate_bpm" { return 0...250_000 }
    if key.hasSuffix("grade_percent") || key.hasSuffix("inclination_percent") {
      return -45_000...45_000
    }
    if key.hasSuffix("distance_m") { return 0...300_000_000 }
    if key.hasSuffix("elapsed_time_s") { return 0...86_400_000 }
    if key.hasSuffix("resistance_level") { return -100_000...400_000 }
    return nil
  }
}

extension ExactDecimal {
  /// The number in thousandths, held to what fits.
  fileprivate var milli: Int64 {
    var scaled = coefficient
    var exponent = exponent + 3
    while exponent > 0 {
      let (product, isTooLarge) = scaled.multipliedReportingOverflow(by: 10)
      guard !isTooLarge else { return scaled < 0 ? .min : .max }
      scaled = product
      exponent -= 1
    }
    while exponent < 0 {
      scaled /= 10
      exponent += 1
    }
    return scaled
  }
}
