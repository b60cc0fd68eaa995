internal import RulloBase

extension CharacteristicLayout {
  /// SC Control Point (2A55, Cycling Speed and Cadence Service 1.0 section 3.4).
  ///
  /// Its op codes are not those of the power service: here 03 updates and 10 answers.
  public static let scControlPoint = CharacteristicLayout(
    0x2A55,
    operations: [
      FieldTable(
        "set_cumulative_value", code: 0x01,
        [Field("cumulative_wheel_revolutions", "Cumulative Value", "", .always, .uint32)]),
      FieldTable("start_sensor_calibration", code: 0x02, []),
      FieldTable("update_sensor_location", code: 0x03, [SensorLocationRows.location]),
      FieldTable("request_supported_sensor_locations", code: 0x04, []),
      FieldTable(
        "response", code: 0x10, isResponse: true,
        [
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
            .inAnswer(to: 0x04, result: 1), .uint8,
            content: .list(key: "supported_sensor_location_codes")),
        ]),
    ])
}
