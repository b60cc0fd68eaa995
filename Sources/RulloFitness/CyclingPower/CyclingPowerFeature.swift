internal import RulloBase

extension CharacteristicLayout {
  /// Cycling Power Feature (2A65, Cycling Power Service 1.1 section 3.1).
  public static let cyclingPowerFeature = CharacteristicLayout(
    0x2A65,
    [
      Field(
        "cycling_power_feature", "Cycling Power Feature", "features:", .always, .uint32,
        content: .bitSet(
          BitTable(
            "features", reserved: "rfu_features",
            [
              "pedal_power_balance", "accumulated_torque", "wheel_revolution_data",
              "crank_revolution_data", "extreme_magnitudes", "extreme_angles",
              "top_and_bottom_dead_spot_angles", "accumulated_energy",
              "offset_compensation_indicator", "offset_compensation", "content_masking",
              "multiple_sensor_locations", "crank_length_adjustment", "chain_length_adjustment",
              "chain_weight_adjustment", "span_length_adjustment", nil,
              "instantaneous_measurement_direction", "factory_calibration_date",
              "enhanced_offset_compensation",
            ], explained: 1 << 16 | 3 << 20))),
      Field.slice(
        "sensor_measurement_context", "Sensor Measurement Context", "context",
        Slice(.previous, shift: 16, bits: 1), codes: CodeTable(["force", "torque"])),
      Field.slice(
        "distributed_system", "Distributed System Support", "distributed system",
        Slice(.previous, shift: 20, bits: 2),
        codes: CodeTable(["unspecified", "not_for_use", "may_be_used", "reserved"])),
    ])

  /// Sensor Location (2A5D), of power as well as of speed and cadence sensors.
  public static let sensorLocation = CharacteristicLayout(0x2A5D, [SensorLocationRows.location])
}

/// Where a sensor sits (Cycling Power Service 1.1 section 3.3).
enum SensorLocationRows {
  static let location = Field(
    "sensor_location", "Sensor Location", "location", .always, .uint8,
    content: .openCode(
      CodeTable([
        "other", "top_of_shoe", "in_shoe", "hip", "front_wheel", "left_crank", "right_crank",
        "left_pedal", "right_pedal", "front_hub", "rear_dropout", "chainstay", "rear_wheel",
        "rear_hub", "chest", "spider", "chain_ring",
      ]), numberKey: "sensor_location_code"))
}
