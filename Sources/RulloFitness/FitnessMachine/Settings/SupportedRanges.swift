public import RulloBase

extension CharacteristicLayout {
  /// Supported Speed Range (2AD4, Fitness Machine Service 1.0.1 section 4.11).
  public static let supportedSpeedRange = range(
    0x2AD4, .uint16, .hundredth, "km/h", "minimum_speed_kmh", "Minimum Speed", "maximum_speed_kmh",
    "Maximum Speed", "minimum_increment_kmh")

  /// Supported Inclination Range (2AD5, Fitness Machine Service 1.0.1 section 4.12).
  public static let supportedInclinationRange = range(
    0x2AD5, .sint16, .tenth, "%", "minimum_inclination_pct", "Minimum Inclination",
    "maximum_inclination_pct", "Maximum Inclination", "minimum_increment_pct")

  /// Supported Resistance Level Range (2AD6, Fitness Machine Service 1.0.1 section 4.13).
  ///
  /// A later public table has three octets: lenient decoding takes a value of that length for it.
  public static let supportedResistanceLevelRange = CharacteristicLayout(
    0x2AD6,
    variants: [
      FieldTable(
        "gss_uint8_resistance",
        [
          Field("minimum_raw", "Minimum Resistance Level", "minimum", .always, .uint8),
          Field("maximum_raw", "Maximum Resistance Level", "maximum", .always, .uint8),
          Field("increment_raw", "Minimum Increment", "increment", .always, .uint8),
        ])
    ], variantRule: .length(3),
    rangeRows(
      .sint16, .tenth, "", "minimum_resistance_level", "Minimum Resistance Level",
      "maximum_resistance_level", "Maximum Resistance Level", "minimum_increment"))

  /// Supported Heart Rate Range (2AD7, Fitness Machine Service 1.0.1 section 4.14).
  public static let supportedHeartRateRange = range(
    0x2AD7, .uint8, .one, "bpm", "minimum_heart_rate_bpm", "Minimum Heart Rate",
    "maximum_heart_rate_bpm", "Maximum Heart Rate", "minimum_increment_bpm")

  /// Supported Power Range (2AD8, Fitness Machine Service 1.0.1 section 4.15).
  public static let supportedPowerRange = range(
    0x2AD8, .sint16, .one, "W", "minimum_power_w", "Minimum Power", "maximum_power_w",
    "Maximum Power", "minimum_increment_w")

  private static func range(
    _ uuid: BluetoothUUID, _ format: Format, _ scale: Scale, _ unit: StaticString,
    _ minimum: StaticString, _ minimumName: StaticString,
    _ maximum: StaticString, _ maximumName: StaticString, _ increment: StaticString
  ) -> CharacteristicLayout {
    CharacteristicLayout(
      uuid,
      rangeRows(format, scale, unit, minimum, minimumName, maximum, maximumName, increment))
  }

  /// The increment is unsigned even where the limits have a sign.
  private static func rangeRows(
    _ format: Format, _ scale: Scale, _ unit: StaticString,
    _ minimum: StaticString, _ minimumName: StaticString,
    _ maximum: StaticString, _ maximumName: StaticString, _ increment: StaticString
  ) -> [Field] {
    [
      Field(minimum, minimumName, "minimum", .always, format, scale, unit),
      Field(maximum, maximumName, "maximum", .always, format, scale, unit),
      Field(
        increment, "Minimum Increment", "increment", .always, Format(octets: format.octets), scale,
        unit),
    ]
  }
}

/// The rows of every supported range, in wire order.
public enum RangeRow: Int, CaseIterable, Sendable {
  case minimum, maximum, minimumIncrement
}

/// A Supported Speed Range (2AD4), in km/h.
public struct SupportedSpeedRange: FieldRecord {
  public typealias Row = RangeRow
  public static var layout: CharacteristicLayout { .supportedSpeedRange }
  public var storage: FieldStorage
  public init(storage: FieldStorage) { self.storage = storage }
}

/// A Supported Inclination Range (2AD5), in percent.
public struct SupportedInclinationRange: FieldRecord {
  public typealias Row = RangeRow
  public static var layout: CharacteristicLayout { .supportedInclinationRange }
  public var storage: FieldStorage
  public init(storage: FieldStorage) { self.storage = storage }
}

/// A Supported Resistance Level Range (2AD6), without a unit, in steps of 0.1.
public struct SupportedResistanceLevelRange: FieldRecord {
  public typealias Row = RangeRow
  public static var layout: CharacteristicLayout { .supportedResistanceLevelRange }
  public var storage: FieldStorage
  public init(storage: FieldStorage) { self.storage = storage }
}

/// A Supported Heart Rate Range (2AD7), in beats per minute.
public struct SupportedHeartRateRange: FieldRecord {
  public typealias Row = RangeRow
  public static var layout: CharacteristicLayout { .supportedHeartRateRange }
  public var storage: FieldStorage
  public init(storage: FieldStorage) { self.storage = storage }
}

/// A Supported Power Range (2AD8), in watts.
public struct SupportedPowerRange: FieldRecord {
  public typealias Row = RangeRow
  public static var layout: CharacteristicLayout { .supportedPowerRange }
  public var storage: FieldStorage
  public init(storage: FieldStorage) { self.storage = storage }
}

extension FieldRecord where Row == RangeRow {
  /// A range in the unit of its characteristic.
  public init(minimum: ExactDecimal, maximum: ExactDecimal, minimumIncrement: ExactDecimal) {
    self.init()
    self[.minimum] = minimum
    self[.maximum] = maximum
    self[.minimumIncrement] = minimumIncrement
  }
}
