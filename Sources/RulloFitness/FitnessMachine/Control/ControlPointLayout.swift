internal import RulloBase

extension CharacteristicLayout {
  /// Fitness Machine Control Point (2AD9, Fitness Machine Service 1.0.1 section 4.16).
  public static let fitnessMachineControlPoint = CharacteristicLayout(
    0x2AD9,
    operations: [
      FieldTable("request_control", code: 0x00, []),
      FieldTable("reset", code: 0x01, []),
      FieldTable("set_target_speed", code: 0x02, [TargetRows.speed]),
      FieldTable("set_target_inclination", code: 0x03, [TargetRows.inclination]),
      FieldTable("set_target_resistance_level", code: 0x04, TargetRows.resistance),
      FieldTable("set_target_power", code: 0x05, [TargetRows.power]),
      FieldTable("set_target_heart_rate", code: 0x06, [TargetRows.heartRate]),
      FieldTable("start_or_resume", code: 0x07, []),
      FieldTable("stop_or_pause", code: 0x08, [TargetRows.stopOrPause]),
      FieldTable("set_targeted_expended_energy", code: 0x09, [TargetRows.energy]),
      FieldTable("set_targeted_number_of_steps", code: 0x0A, [TargetRows.steps]),
      FieldTable("set_targeted_number_of_strides", code: 0x0B, [TargetRows.strides]),
      FieldTable("set_targeted_distance", code: 0x0C, [TargetRows.distance]),
      FieldTable("set_targeted_training_time", code: 0x0D, [TargetRows.trainingTime]),
      FieldTable(
        Words("set_targeted_time_two_hr_zones", "set targeted time in two heart rate zones"),
        code: 0x0E, TargetRows.twoZones),
      FieldTable(
        Words("set_targeted_time_three_hr_zones", "set targeted time in three heart rate zones"),
        code: 0x0F, TargetRows.threeZones),
      FieldTable(
        Words("set_targeted_time_five_hr_zones", "set targeted time in five heart rate zones"),
        code: 0x10, TargetRows.fiveZones),
      FieldTable("set_indoor_bike_simulation", code: 0x11, TargetRows.simulation),
      FieldTable("set_wheel_circumference", code: 0x12, [TargetRows.wheelCircumference]),
      FieldTable(
        "spin_down_control", code: 0x13,
        [
          Field(
            "control_parameter", "Control Parameter", "", .always, .uint8,
            content: .code(CodeTable(from: 1, ["start", "ignore"])))
        ]),
      FieldTable("set_targeted_cadence", code: 0x14, [TargetRows.cadence]),
      FieldTable("response", code: 0x80, isResponse: true, responseRows),
    ])

  /// Only the start of a spin down is answered with a parameter; "ignore" has none.
  private static let responseRows = [
    Field(
      "request_op_code", "Request Op Code", "", .always, .uint8, content: .requestOpCode),
    Field(
      "result", "Result Code", "", .always, .uint8,
      content: .code(
        CodeTable(
          from: 1,
          [
            "success", "op_code_not_supported", "invalid_parameter", "operation_failed",
            "control_not_permitted",
          ]))),
    Field(
      "target_speed_low_kmh", "Target Speed Low", "low", .inAnswerIfAny(to: 0x13, result: 1),
      .uint16, .hundredth, "km/h"),
    Field(
      "target_speed_high_kmh", "Target Speed High", "high", .withPrevious, .uint16, .hundredth,
      "km/h"),
  ]
}
