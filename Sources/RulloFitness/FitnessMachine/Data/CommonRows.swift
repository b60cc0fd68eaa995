/// Rows that several data characteristics of the Fitness Machine Service share.
///
/// Flag bits differ from machine to machine, so each row takes its own.
enum MachineRows {
  /// Set when the first group is absent and follows in a later notification.
  static let moreData = Field.flag("more_data", "More Data", "more data", bit: 0)

  static let instantaneousSpeed = Field(
    "instantaneous_speed_kmh", "Instantaneous Speed", "speed", .whenClear(0), .uint16, .hundredth,
    "km/h")

  static func averageSpeed(bit: Int) -> Field {
    Field(
      "average_speed_kmh", "Average Speed", "average speed", .whenSet(bit), .uint16, .hundredth,
      "km/h")
  }

  static func totalDistance(bit: Int) -> Field {
    Field("total_distance_m", "Total Distance", "distance", .whenSet(bit), .uint24, .one, "m")
  }

  static func power(bit: Int) -> Field {
    Field(
      "instantaneous_power_w", "Instantaneous Power", "power", .whenSet(bit), .sint16, .one, "W")
  }

  static func averagePower(bit: Int) -> Field {
    Field(
      "average_power_w", "Average Power", "average power", .whenSet(bit), .sint16, .one, "W")
  }

  /// The only sentinels that all machines share (sections 4.4 to 4.9, energy fields).
  static func energy(bit: Int) -> [Field] {
    [
      Field(
        "total_energy_kcal", "Total Energy", "energy", .whenSet(bit), .uint16, .one, "kcal",
        notAvailable: 0xFFFF),
      Field(
        "energy_per_hour_kcal", "Energy Per Hour", "energy per hour", .whenSet(bit), .uint16, .one,
        "kcal", notAvailable: 0xFFFF),
      Field(
        "energy_per_minute_kcal", "Energy Per Minute", "energy per minute", .whenSet(bit), .uint8,
        .one, "kcal", notAvailable: 0xFF),
    ]
  }

  /// Heart rate, metabolic equivalent, elapsed and remaining time stand last in this order.
  static func last(from bit: Int) -> [Field] {
    [
      Field(
        "heart_rate_bpm", "Heart Rate", "heart rate", .whenSet(bit), .uint8, .one, "bpm"),
      Field(
        "metabolic_equivalent_met", "Metabolic Equivalent", "metabolic equivalent",
        .whenSet(bit + 1), .uint8, .tenth),
      Field(
        "elapsed_time_s", "Elapsed Time", "elapsed", .whenSet(bit + 2), .uint16, .one, "s"),
      Field(
        "remaining_time_s", "Remaining Time", "remaining", .whenSet(bit + 3), .uint16, .one, "s"),
    ]
  }

  /// Two signed octets on every machine seen, one octet in a later table (2AD2, 2ACE, 2AD1).
  static func resistance(
    bit: Int, _ key: StaticString = "resistance_level_raw", _ scale: Scale = .one
  ) -> [Field] {
    [
      Field(
        key, "Resistance Level", "resistance", .whenSet(bit), .sint16, scale,
        tolerance: .oneOctetInShortValue),
      Field(
        "resistance_encoding", "Resistance Level encoding", "", .whenSet(bit), content: .encoding,
        slice: Slice(.previous, shift: 0, bits: 0)),
    ]
  }
}

extension MachineRows {
  /// The energy group's neighbours on machines that one climbs.
  static func positiveElevationGain(bit: Int, _ scale: Scale = .one) -> Field {
    Field(
      "positive_elevation_gain_m", "Positive Elevation Gain", "elevation gain", .whenSet(bit),
      .uint16, scale, "m")
  }

  static func negativeElevationGain(bit: Int, _ scale: Scale = .one) -> Field {
    Field(
      "negative_elevation_gain_m", "Negative Elevation Gain", "elevation loss", .whenSet(bit),
      .uint16, scale, "m")
  }

  static func inclination(bit: Int) -> [Field] {
    [
      Field(
        "inclination_pct", "Inclination", "inclination", .whenSet(bit), .sint16, .tenth, "%",
        notAvailable: 0x7FFF),
      Field(
        "ramp_angle_deg", "Ramp Angle Setting", "ramp angle", .whenSet(bit), .sint16, .tenth, "°",
        notAvailable: 0x7FFF),
    ]
  }

  static func stepsPerMinute(bit: Int, notAvailable: UInt32? = nil) -> Field {
    Field(
      "steps_per_minute_spm", "Steps Per Minute", "step rate", .whenSet(bit), .uint16, .one,
      "/min", notAvailable: notAvailable)
  }

  static func averageStepRate(bit: Int, notAvailable: UInt32? = nil) -> Field {
    Field(
      "average_step_rate_spm", "Average Step Rate", "average step rate", .whenSet(bit), .uint16,
      .one, "/min", notAvailable: notAvailable)
  }

  static func strideCount(bit: Int, _ scale: Scale) -> Field {
    Field(
      "stride_count_strides", "Stride Count", "strides", .whenSet(bit), .uint16, scale)
  }

  static let floors = Field("floors", "Floors", "floors", .whenClear(0), .uint16)
}
