internal import RulloBase

extension CharacteristicLayout {
  /// The service data that machines advertise (Fitness Machine Service 1.0.1 section 3.1).
  ///
  /// Begins behind the UUID 1826. It is no characteristic, so that the search by UUID leaves it out.
  public static let fitnessMachineServiceData = CharacteristicLayout(
    0x1826, flagOctets: 1, definedFlags: 0x01,
    [
      Field(
        "available", "Fitness Machine Available", "", content: .flag,
        slice: Slice(.flags, shift: 0, bits: 1), text: .hidden),
      // People read both answers as words: an absent one would say nothing.
      Field(
        "availability", "Fitness Machine Available", "",
        content: .code(CodeTable(["not_available", "available"])),
        slice: Slice(.flags, shift: 0, bits: 1), isInJSON: false),
      Field(
        "fitness_machine_type", "Fitness Machine Type", "machine:", .always, .uint16,
        content: .bitSet(
          BitTable(
            "machine_types", reserved: "rfu_machine_types",
            [
              "treadmill", "cross_trainer", "step_climber", "stair_climber", "rower", "indoor_bike",
            ]))),
    ])
}
