internal import RulloBase

extension CharacteristicLayout {
  /// Wahoo's control of a trainer (A026E005-0A7D-4AB3-97FA-F1500F9FEB8B), from public decoders.
  ///
  /// Programs name its operations only; the number is printed where there is no name.
  public static let wahooTrainerControl = CharacteristicLayout(
    .wahooTrainerControl, numberKey: nil,
    operations: [
      FieldTable(
        "response", code: 0x01, isResponse: true,
        [
          Field(
            "request_op_code", "Request Op Code", "", .always, .uint8, content: .requestOpCode),
          Field(
            "result", "Result", "", .always, .uint8,
            content: .openCode(CodeTable([0x01: "success"]), numberKey: "result_code")),
        ]),
      FieldTable(
        "unlock", code: 0x20, [Field.hidden("unlock_code", "Unlock Code", .always, .uint16)]),
      // The intensity is (1 - raw / 16383), which no decimal holds exactly: the raw value stays.
      FieldTable(
        "resistance_intensity", code: 0x40,
        [Field("resistance_intensity_raw", "Resistance Intensity", "raw", .always, .uint16)]),
      FieldTable("level", code: 0x41, [Field("level", "Level", "", .always, .uint8)]),
      FieldTable("erg", code: 0x42, [Field("power_w", "Power", "", .always, .uint16, .one, "W")]),
      FieldTable(
        "sim", code: 0x43,
        [
          Field("weight_kg", "Weight", "weight", .always, .uint16, .hundredth, "kg"), crr,
          windResistance,
        ]),
      FieldTable("crr", code: 0x44, [crr]),
      FieldTable("wind_resistance", code: 0x45, [windResistance]),
      // raw = (grade / 100 + 1) × 32768, so that a step is 100/32768 = 0.0030517578125 %.
      FieldTable(
        "grade", code: 0x46,
        [
          Field("grade_raw", "Grade as sent", "", .always, .uint16, text: .hidden),
          Field(
            "grade_pct", "Grade", "", .always, .none,
            Scale(30_517_578_125, exponent: -13, zero: 32768), "%",
            slice: Slice(.previous, shift: 0, bits: 16)),
        ]),
      // raw = (speed + 32.768) × 1000.
      FieldTable(
        "wind_speed", code: 0x47,
        [
          Field(
            "wind_speed_mps", "Wind Speed", "", .always, .uint16,
            Scale(1, exponent: -3, zero: 32768), "m/s")
        ]),
      FieldTable(
        "wheel_circumference", code: 0x48,
        [
          Field(
            "wheel_circumference_mm", "Wheel Circumference", "", .always, .uint16, .tenth, "mm")
        ]),
    ])

  private static let crr = Field(
    "crr", "Coefficient of Rolling Resistance", "crr", .always, .uint16, Scale(1, exponent: -4))
  private static let windResistance = Field(
    "wind_resistance_kg_per_m", "Wind Resistance", "wind resistance", .always, .uint16,
    Scale(1, exponent: -3), "kg/m")
}
