internal import RulloBase

extension CharacteristicLayout {
  /// Training Status (2AD3, Fitness Machine Service 1.0.1 section 4.10).
  public static let trainingStatus = CharacteristicLayout(
    0x2AD3, flagOctets: 1, definedFlags: 0x03,
    [
      Field(
        "training_status", "Training Status", "training status", .always, .uint8,
        content: .openCode(
          CodeTable([
            "other", "idle", "warming_up", "low_intensity_interval", "high_intensity_interval",
            "recovery_interval", "isometric", "heart_rate_control", "fitness_test",
            "speed_outside_control_region_low", "speed_outside_control_region_high", "cool_down",
            "watt_control", "manual_mode", "pre_workout", "post_workout",
          ]), numberKey: "training_status_code")),
      Field(
        "training_status_string", "Training Status String", "", .whenSet(0), content: .text),
      Field.flag(
        "extended_string", "Extended String Present", "more text by Read Blob", bit: 1,
        .whenSet(0)),
    ])
}

/// What the machine is doing (2AD3, Fitness Machine Service 1.0.1 section 4.10).
public struct TrainingStatus: FieldRecord {
  /// The rows of the table, in wire order.
  public enum Row: Int, CaseIterable, Sendable {
    case trainingStatus, trainingStatusString, extendedString
  }

  public static var layout: CharacteristicLayout { .trainingStatus }
  public var storage: FieldStorage

  public init(storage: FieldStorage) { self.storage = storage }

  /// A status without text.
  public init(code: UInt8) {
    self.init()
    self.code = code
  }

  /// 1 is idle, 13 manual mode; the table of the layout names them all.
  public var code: UInt8 {
    get { UInt8(truncatingIfNeeded: storage.value.raw(row: Row.trainingStatus.rawValue)) }
    set { self[.trainingStatus] = ExactDecimal(Int64(newValue)) }
  }
}
