internal import RulloBase

extension CharacteristicLayout {
  /// CSC Measurement (2A5B, Cycling Speed and Cadence Service 1.0 section 3.1).
  ///
  /// Both clocks tick 1024 times a second here; the wheel's of 2A63 is twice as fast.
  public static let cscMeasurement = CharacteristicLayout(
    0x2A5B, flagOctets: 1, definedFlags: 0x03,
    [
      Field(
        "cumulative_wheel_revolutions", "Cumulative Wheel Revolutions", "wheel", .whenSet(0),
        .uint32, content: .revolutions(.wheel)),
      Field(
        "last_wheel_event_time_ticks1024", "Last Wheel Event Time", "", .whenSet(0), .uint16,
        content: .eventTime(.wheel, ticksPerSecond: 1024)),
      Field(
        "cumulative_crank_revolutions", "Cumulative Crank Revolutions", "crank", .whenSet(1),
        .uint16, content: .revolutions(.crank)),
      Field(
        "last_crank_event_time_ticks1024", "Last Crank Event Time", "", .whenSet(1), .uint16,
        content: .eventTime(.crank, ticksPerSecond: 1024)),
    ])

  /// CSC Feature (2A5C, Cycling Speed and Cadence Service 1.0 section 3.2).
  public static let cscFeature = CharacteristicLayout(
    0x2A5C,
    [
      Field(
        "csc_feature", "CSC Feature", "features:", .always, .uint16,
        content: .bitSet(
          BitTable(
            "features", reserved: "rfu_features",
            ["wheel_revolution_data", "crank_revolution_data", "multiple_sensor_locations"])))
    ])
}

/// A CSC Measurement notification (2A5B, Cycling Speed and Cadence Service 1.0 section 3.1).
public struct CSCMeasurement: FieldRecord {
  /// The rows of the table, in wire order; event times are in ticks of 1/1024 s.
  public enum Row: Int, CaseIterable, Sendable {
    case cumulativeWheelRevolutions, lastWheelEventTime
    case cumulativeCrankRevolutions, lastCrankEventTime
  }

  public static var layout: CharacteristicLayout { .cscMeasurement }
  public var storage: FieldStorage

  public init(storage: FieldStorage) { self.storage = storage }
}
