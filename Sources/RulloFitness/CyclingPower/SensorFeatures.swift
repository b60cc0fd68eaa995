internal import RulloBase

/// What a power sensor can send and set (2A65, Cycling Power Service 1.1 section 3.1).
public struct CyclingPowerFeature: FieldRecord {
  /// The rows of the table, in wire order.
  public enum Row: Int, CaseIterable, Sendable {
    case features, sensorMeasurementContext, distributedSystem
  }

  /// The bits of the value; those that are reserved are kept.
  public struct Features: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let pedalPowerBalance = Self(rawValue: 1 << 0)
    public static let accumulatedTorque = Self(rawValue: 1 << 1)
    public static let wheelRevolutionData = Self(rawValue: 1 << 2)
    public static let crankRevolutionData = Self(rawValue: 1 << 3)
    public static let extremeMagnitudes = Self(rawValue: 1 << 4)
    public static let extremeAngles = Self(rawValue: 1 << 5)
    public static let deadSpotAngles = Self(rawValue: 1 << 6)
    public static let accumulatedEnergy = Self(rawValue: 1 << 7)
    public static let offsetCompensationIndicator = Self(rawValue: 1 << 8)
    public static let offsetCompensation = Self(rawValue: 1 << 9)
    public static let contentMasking = Self(rawValue: 1 << 10)
    public static let multipleSensorLocations = Self(rawValue: 1 << 11)
    public static let crankLengthAdjustment = Self(rawValue: 1 << 12)
    public static let chainLengthAdjustment = Self(rawValue: 1 << 13)
    public static let chainWeightAdjustment = Self(rawValue: 1 << 14)
    public static let spanLengthAdjustment = Self(rawValue: 1 << 15)

    /// Extremes are of torque where it is set, else of force.
    public static let measuresTorque = Self(rawValue: 1 << 16)
    public static let measurementDirection = Self(rawValue: 1 << 17)
    public static let factoryCalibrationDate = Self(rawValue: 1 << 18)
    public static let enhancedOffsetCompensation = Self(rawValue: 1 << 19)
  }

  public static var layout: CharacteristicLayout { .cyclingPowerFeature }
  public var storage: FieldStorage

  public init(storage: FieldStorage) { self.storage = storage }

  public var features: Features {
    get { Features(rawValue: storage.value.raw(row: Row.features.rawValue)) }
    set { self[.features] = ExactDecimal(Int64(newValue.rawValue)) }
  }
}

/// What a speed and cadence sensor can send (2A5C, Cycling Speed and Cadence Service 3.2).
public struct CSCFeature: FieldRecord {
  /// The rows of the table, in wire order.
  public enum Row: Int, CaseIterable, Sendable { case features }

  /// The bits of the value; those that are reserved are kept.
  public struct Features: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let wheelRevolutionData = Self(rawValue: 1 << 0)
    public static let crankRevolutionData = Self(rawValue: 1 << 1)
    public static let multipleSensorLocations = Self(rawValue: 1 << 2)
  }

  public static var layout: CharacteristicLayout { .cscFeature }
  public var storage: FieldStorage

  public init(storage: FieldStorage) { self.storage = storage }

  public var features: Features {
    get {
      Features(rawValue: UInt16(truncatingIfNeeded: storage.value.raw(row: Row.features.rawValue)))
    }
    set { self[.features] = ExactDecimal(Int64(newValue.rawValue)) }
  }
}
