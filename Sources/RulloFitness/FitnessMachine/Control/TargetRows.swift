/// Rows of the control point (2AD9) that the status (2ADA) repeats when a target has changed.
enum TargetRows {
  static let speed = Field(
    "target_speed_kmh", "Target Speed", "", .always, .uint16, .hundredth, "km/h")
  static let inclination = Field(
    "target_inclination_pct", "Target Inclination", "", .always, .sint16, .tenth, "%")

  /// The tables say one octet, their errata and most machines two: both are valid.
  static let resistance = [
    Field(
      "target_resistance_level", "Target Resistance Level", "", .always, .sint16, .tenth,
      tolerance: .oneOctetAtEnd),
    Field(
      "resistance_encoding", "Target Resistance Level encoding", "", content: .encoding,
      slice: Slice(.previous, shift: 0, bits: 0)),
  ]

  static let power = Field("target_power_w", "Target Power", "", .always, .sint16, .one, "W")
  static let heartRate = Field(
    "target_heart_rate_bpm", "Target Heart Rate", "", .always, .uint8, .one, "bpm")
  static let stopOrPause = Field(
    "control_information", "Control Information", "", .always, .uint8,
    content: .code(CodeTable(from: 1, ["stop", "pause"])))
  static let energy = Field(
    "targeted_expended_energy_kcal", "Targeted Expended Energy", "", .always, .uint16, .one, "kcal")
  static let steps = Field(
    "targeted_steps", "Targeted Number of Steps", "", .always, .uint16, .one, "steps")
  static let strides = Field(
    "targeted_strides", "Targeted Number of Strides", "", .always, .uint16, .one, "strides")
  static let distance = Field(
    "targeted_distance_m", "Targeted Distance", "", .always, .uint24, .one, "m")
  static let trainingTime = Field(
    "targeted_training_time_s", "Targeted Training Time", "", .always, .uint16, .one, "s")
  static let twoZones = [
    zone("time_fat_burn_zone_s", "Targeted Time in Fat Burn Zone", "fat burn"),
    zone("time_fitness_zone_s", "Targeted Time in Fitness Zone", "fitness"),
  ]
  static let threeZones = [
    zone("time_light_zone_s", "Targeted Time in Light Zone", "light"),
    zone("time_moderate_zone_s", "Targeted Time in Moderate Zone", "moderate"),
    zone("time_hard_zone_s", "Targeted Time in Hard Zone", "hard"),
  ]
  static let fiveZones =
    [zone("time_very_light_zone_s", "Targeted Time in Very Light Zone", "very light")] + threeZones
    + [zone("time_maximum_zone_s", "Targeted Time in Maximum Zone", "maximum")]

  private static func zone(
    _ key: StaticString, _ name: StaticString, _ label: StaticString
  ) -> Field {
    Field(key, name, label, .always, .uint16, .one, "s")
  }

  /// Head wind and uphill are positive.
  static let simulation = [
    Field(
      "wind_speed_mps", "Wind Speed", "wind", .always, .sint16, Scale(1, exponent: -3), "m/s"),
    Field("grade_pct", "Grade", "grade", .always, .sint16, .hundredth, "%"),
    Field(
      "crr", "Coefficient of Rolling Resistance", "crr", .always, .uint8, Scale(1, exponent: -4)),
    Field(
      "cw_kg_per_m", "Wind Resistance Coefficient", "cw", .always, .uint8, .hundredth, "kg/m"),
  ]
  static let wheelCircumference = Field(
    "wheel_circumference_mm", "Wheel Circumference", "", .always, .uint16, .tenth, "mm")
  static let cadence = Field(
    "targeted_cadence_rpm", "Targeted Cadence", "", .always, .uint16, .half, "rpm")
}
