internal import RulloBase

extension CharacteristicLayout {
  /// Fitness Machine Status (2ADA, Fitness Machine Service 1.0.1 section 4.17).
  public static let fitnessMachineStatus = CharacteristicLayout(
    0x2ADA,
    operations: [
      FieldTable("reset", code: 0x01, []),
      FieldTable("stopped_or_paused_by_user", code: 0x02, [TargetRows.stopOrPause]),
      FieldTable("stopped_by_safety_key", code: 0x03, []),
      FieldTable("started_or_resumed_by_user", code: 0x04, []),
      FieldTable("target_speed_changed", code: 0x05, [TargetRows.speed]),
      FieldTable("target_inclination_changed", code: 0x06, [TargetRows.inclination]),
      FieldTable("target_resistance_level_changed", code: 0x07, TargetRows.resistance),
      FieldTable("target_power_changed", code: 0x08, [TargetRows.power]),
      FieldTable("target_heart_rate_changed", code: 0x09, [TargetRows.heartRate]),
      FieldTable("targeted_expended_energy_changed", code: 0x0A, [TargetRows.energy]),
      FieldTable("targeted_number_of_steps_changed", code: 0x0B, [TargetRows.steps]),
      FieldTable("targeted_number_of_strides_changed", code: 0x0C, [TargetRows.strides]),
      FieldTable("targeted_distance_changed", code: 0x0D, [TargetRows.distance]),
      FieldTable("targeted_training_time_changed", code: 0x0E, [TargetRows.trainingTime]),
      FieldTable(
        Words(
          "targeted_time_two_hr_zones_changed", "targeted time in two heart rate zones changed"),
        code: 0x0F, TargetRows.twoZones),
      FieldTable(
        Words(
          "targeted_time_three_hr_zones_changed", "targeted time in three heart rate zones changed"),
        code: 0x10, TargetRows.threeZones),
      FieldTable(
        Words(
          "targeted_time_five_hr_zones_changed", "targeted time in five heart rate zones changed"),
        code: 0x11, TargetRows.fiveZones),
      FieldTable("indoor_bike_simulation_changed", code: 0x12, TargetRows.simulation),
      FieldTable("wheel_circumference_changed", code: 0x13, [TargetRows.wheelCircumference]),
      FieldTable(
        "spin_down_status", code: 0x14,
        [
          Field(
            "spin_down_status", "Spin Down Status Value", "", .always, .uint8,
            content: .code(
              CodeTable(
                from: 1, ["spin_down_requested", "success", "error", "stop_pedaling"])))
        ]),
      FieldTable("targeted_cadence_changed", code: 0x15, [TargetRows.cadence]),
      FieldTable("control_permission_lost", code: 0xFF, []),
    ])
}
