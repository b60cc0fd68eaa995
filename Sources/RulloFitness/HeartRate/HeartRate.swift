internal import RulloBase

extension CharacteristicLayout {
  /// Heart Rate Measurement (2A37, Heart Rate Service 1.0 section 3.1).
  ///
  /// Contact bits: 1 says contact, and only where 2 says that the sensor can tell.
  public static let heartRateMeasurement = CharacteristicLayout(
    0x2A37, flagOctets: 1, definedFlags: 0x1F,
    [
      Field(
        "heart_rate_bpm", "Heart Rate Measurement Value", "heart rate", .always,
        Format(octets: 1, widerWhenSet: 0), .one, "bpm"),
      Field.slice(
        "sensor_contact", "Sensor Contact Status", "contact", Slice(.flags, shift: 1, bits: 2),
        codes: CodeTable([
          "not_supported", Words("not_supported"), "not_detected", "detected",
        ])),
      Field(
        "energy_expended_kj", "Energy Expended", "energy", .whenSet(3), .uint16, .one, "kJ"),
      Field(
        "rr_interval_ticks1024", "RR-Interval", "rr", .whenSet(4), .uint16,
        content: .list(key: "rr_interval_ticks1024", ticksPerSecond: 1024)),
    ])

  /// Body Sensor Location (2A38, Heart Rate Service 1.0 section 3.2).
  public static let bodySensorLocation = CharacteristicLayout(
    0x2A38,
    [
      Field(
        "body_sensor_location", "Body Sensor Location", "location", .always, .uint8,
        content: .openCode(
          CodeTable(["other", "chest", "wrist", "finger", "hand", "ear_lobe", "foot"]),
          numberKey: "body_sensor_location_code"))
    ])

  /// Heart Rate Control Point (2A39, Heart Rate Service 1.0 section 3.3).
  public static let heartRateControlPoint = CharacteristicLayout(
    0x2A39, operations: [FieldTable("reset_energy_expended", code: 0x01, [])])
}
