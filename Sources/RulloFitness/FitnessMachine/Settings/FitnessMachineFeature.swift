internal import RulloBase

extension CharacteristicLayout {
  /// Fitness Machine Feature (2ACC, Fitness Machine Service 1.0.1 section 4.3).
  public static let fitnessMachineFeature = CharacteristicLayout(
    0x2ACC,
    [
      Field(
        "fitness_machine_features", "Fitness Machine Features", "features:", .always, .uint32,
        content: .bitSet(
          BitTable(
            "features", reserved: "rfu_features",
            [
              "average_speed", "cadence", "total_distance", "inclination", "elevation_gain",
              "pace", "step_count", "resistance_level", "stride_count", "expended_energy",
              "heart_rate_measurement", "metabolic_equivalent", "elapsed_time", "remaining_time",
              "power_measurement", "force_on_belt_and_power_output", "user_data_retention",
            ]))),
      Field(
        "target_setting_features", "Target Setting Features", "targets:", .always, .uint32,
        content: .bitSet(
          BitTable(
            "targets", reserved: "rfu_targets",
            [
              Words("speed_target", "speed"), Words("inclination_target", "inclination"),
              Words("resistance_target", "resistance"), Words("power_target", "power"),
              Words("heart_rate_target", "heart rate"),
              Words("targeted_expended_energy", "expended energy"),
              Words("targeted_step_number", "step number"),
              Words("targeted_stride_number", "stride number"),
              Words("targeted_distance", "distance"),
              Words("targeted_training_time", "training time"),
              Words("targeted_time_two_hr_zones", "time in two heart rate zones"),
              Words("targeted_time_three_hr_zones", "time in three heart rate zones"),
              Words("targeted_time_five_hr_zones", "time in five heart rate zones"),
              "indoor_bike_simulation", "wheel_circumference", "spin_down_control",
              Words("targeted_cadence", "cadence"),
            ]))),
      // The question that most readers of this value have: can it ride a slope?
      Field(
        "simulation_supported", "Indoor Bike Simulation Parameters Supported",
        "simulation supported", content: .flag, slice: Slice(.previous, shift: 13, bits: 1),
        isInJSON: false),
    ])
}

/// What a machine measures and which targets it takes (2ACC, Fitness Machine Service section 4.3).
public struct FitnessMachineFeature: FieldRecord {
  /// The rows of the table, in wire order.
  public enum Row: Int, CaseIterable, Sendable {
    case fitnessMachineFeatures, targetSettingFeatures, simulationSupported
  }

  /// The bits of the first word.
  public struct Features: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let averageSpeed = Self(rawValue: 1 << 0)
    public static let cadence = Self(rawValue: 1 << 1)
    public static let totalDistance = Self(rawValue: 1 << 2)
    public static let inclination = Self(rawValue: 1 << 3)
    public static let elevationGain = Self(rawValue: 1 << 4)
    public static let pace = Self(rawValue: 1 << 5)
    public static let stepCount = Self(rawValue: 1 << 6)
    public static let resistanceLevel = Self(rawValue: 1 << 7)
    public static let strideCount = Self(rawValue: 1 << 8)
    public static let expendedEnergy = Self(rawValue: 1 << 9)
    public static let heartRateMeasurement = Self(rawValue: 1 << 10)
    public static let metabolicEquivalent = Self(rawValue: 1 << 11)
    public static let elapsedTime = Self(rawValue: 1 << 12)
    public static let remainingTime = Self(rawValue: 1 << 13)
    public static let powerMeasurement = Self(rawValue: 1 << 14)
    public static let forceOnBeltAndPowerOutput = Self(rawValue: 1 << 15)
    public static let userDataRetention = Self(rawValue: 1 << 16)
  }

  /// The bits of the second word.
  public struct Targets: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let speed = Self(rawValue: 1 << 0)
    public static let inclination = Self(rawValue: 1 << 1)
    public static let resistance = Self(rawValue: 1 << 2)
    public static let power = Self(rawValue: 1 << 3)
    public static let heartRate = Self(rawValue: 1 << 4)
    public static let expendedEnergy = Self(rawValue: 1 << 5)
    public static let stepNumber = Self(rawValue: 1 << 6)
    public static let strideNumber = Self(rawValue: 1 << 7)
    public static let distance = Self(rawValue: 1 << 8)
    public static let trainingTime = Self(rawValue: 1 << 9)
    public static let timeInTwoHeartRateZones = Self(rawValue: 1 << 10)
    public static let timeInThreeHeartRateZones = Self(rawValue: 1 << 11)
    public static let timeInFiveHeartRateZones = Self(rawValue: 1 << 12)
    public static let indoorBikeSimulation = Self(rawValue: 1 << 13)
    public static let wheelCircumference = Self(rawValue: 1 << 14)
    public static let spinDownControl = Self(rawValue: 1 << 15)
    public static let cadence = Self(rawValue: 1 << 16)
  }

  public static var layout: CharacteristicLayout { .fitnessMachineFeature }
  public var storage: FieldStorage

  public init(storage: FieldStorage) { self.storage = storage }

  public init(features: Features, targets: Targets) {
    self.init()
    self.features = features
    self.targets = targets
  }

  /// What the machine measures; reserved bits are kept.
  public var features: Features {
    get { Features(rawValue: storage.value.raw(row: Row.fitnessMachineFeatures.rawValue)) }
    set { self[.fitnessMachineFeatures] = ExactDecimal(Int64(newValue.rawValue)) }
  }

  /// Which targets the machine takes; reserved bits are kept.
  public var targets: Targets {
    get { Targets(rawValue: storage.value.raw(row: Row.targetSettingFeatures.rawValue)) }
    set { self[.targetSettingFeatures] = ExactDecimal(Int64(newValue.rawValue)) }
  }
}
