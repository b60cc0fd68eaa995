internal import RulloBase

extension CharacteristicLayout {
  /// Cycling Power Control Point (2A66, Cycling Power Service 1.1 section 3.4).
  public static let cyclingPowerControlPoint = CharacteristicLayout(
    0x2A66,
    operations: [
      FieldTable(
        "set_cumulative_value", code: 0x01,
        [
          Field(
            "cumulative_wheel_revolutions", "Cumulative Value", "", .always, .uint32)
        ]),
      FieldTable("update_sensor_location", code: 0x02, [SensorLocationRows.location]),
      FieldTable("request_supported_sensor_locations", code: 0x03, []),
      FieldTable("set_crank_length", code: 0x04, [crankLength(.always)]),
      FieldTable("request_crank_length", code: 0x05, []),
      FieldTable("set_chain_length", code: 0x06, [chainLength(.always)]),
      FieldTable("request_chain_length", code: 0x07, []),
      FieldTable("set_chain_weight", code: 0x08, [chainWeight(.always)]),
      FieldTable("request_chain_weight", code: 0x09, []),
      FieldTable("set_span_length", code: 0x0A, [spanLength(.always)]),
      FieldTable("request_span_length", code: 0x0B, []),
      FieldTable("start_offset_compensation", code: 0x0C, []),
      FieldTable("mask_measurement_content", code: 0x0D, [contentMask]),
      FieldTable("request_sampling_rate", code: 0x0E, []),
      FieldTable("request_factory_calibration_date", code: 0x0F, []),
      FieldTable("start_enhanced_offset_compensation", code: 0x10, []),
      FieldTable("response", code: 0x20, isResponse: true, responseRows),
    ])

  private static func crankLength(_ presence: Presence) -> Field {
    Field("crank_length_mm", "Crank Length", "", presence, .uint16, .half, "mm")
  }

  private static func chainLength(_ presence: Presence) -> Field {
    Field("chain_length_mm", "Chain Length", "", presence, .uint16, .one, "mm")
  }

  private static func chainWeight(_ presence: Presence) -> Field {
    Field("chain_weight_g", "Chain Weight", "", presence, .uint16, .one, "g")
  }

  private static func spanLength(_ presence: Presence) -> Field {
    Field("span_length_mm", "Span Length", "", presence, .uint16, .one, "mm")
  }

  /// A set bit turns its field of the measurement off until the link ends.
  private static let contentMask = Field(
    "content_mask", "Mask Cycling Power Measurement Content", "off:", .always, .uint16,
    content: .bitSet(
      BitTable(
        "masked", reserved: "rfu_content_mask",
        [
          "pedal_power_balance", "accumulated_torque", "wheel_revolution_data",
          "crank_revolution_data", "extreme_magnitudes", "extreme_angles", "top_dead_spot_angle",
          "bottom_dead_spot_angle", "accumulated_energy",
        ])))

  private static let responseRows = [
    Field(
      "request_op_code", "Request Op Code", "", .always, .uint8, content: .requestOpCode),
    Field(
      "response_value", "Response Value", "", .always, .uint8,
      content: .code(
        CodeTable(
          from: 1,
          ["success", "op_code_not_supported", "invalid_parameter", "operation_failed"]))),
    Field(
      "supported_sensor_locations", "Supported Sensor Locations", "locations",
      .inAnswer(to: 0x03, result: 1), .uint8,
      content: .list(key: "supported_sensor_location_codes")),
    crankLength(.inAnswer(to: 0x05, result: 1)),
    chainLength(.inAnswer(to: 0x07, result: 1)),
    chainWeight(.inAnswer(to: 0x09, result: 1)),
    spanLength(.inAnswer(to: 0x0B, result: 1)),
    Field(
      "raw_offset", "Raw Offset", "raw offset", .inAnswer(to: 0x0C, result: 1), .sint16,
      notAvailable: 0xFFFF),
    Field(
      "sampling_rate_hz", "Sampling Rate", "", .inAnswer(to: 0x0E, result: 1), .uint8, .one, "Hz"),
    Field(
      "factory_calibration_date", "Factory Calibration Date", "",
      .inAnswer(to: 0x0F, result: 1), Format(octets: 7), content: .dateTime),
    Field(
      "raw_offset", "Raw Offset", "raw offset", .inAnswer(to: 0x10, result: 1), .uint16),
    companyIdentifier(.inAnswer(to: 0x10, result: 1)),
    manufacturerData(.inAnswer(to: 0x10, result: 1)),
    Field(
      "failure_cause", "Cause of the Failure", "cause", .inAnswerIfAny(to: 0x10, result: 4),
      .uint8,
      content: .openCode(
        CodeTable([0x01: "incorrect_calibration_position", 0xFF: "manufacturer_specific"]),
        numberKey: "failure_cause_code")),
    companyIdentifier(.inAnswerIfAny(to: 0x10, result: 4)),
    manufacturerData(.inAnswerIfAny(to: 0x10, result: 4)),
  ]

  private static func companyIdentifier(_ presence: Presence) -> Field {
    Field("company_id", "Manufacturer Company ID", "company", presence, .uint16)
  }

  private static func manufacturerData(_ presence: Presence) -> Field {
    Field(
      "manufacturer_data_hex", "Manufacturer Specific Data", "data", presence,
      content: .countedHex)
  }
}
