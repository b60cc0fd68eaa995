internal import RulloBase

/// What a machine advertises (service data of 1826, Fitness Machine Service 1.0.1 section 3.1).
///
/// Begins behind the UUID.
public struct FitnessMachineServiceData: FieldRecord {
  /// The rows of the table, in wire order.
  public enum Row: Int, CaseIterable, Sendable {
    case available, availability, machineTypes
  }

  public static var layout: CharacteristicLayout { .fitnessMachineServiceData }
  public var storage: FieldStorage

  public init(storage: FieldStorage) { self.storage = storage }

  /// The bits of the machine types; those that are reserved are kept.
  public struct MachineTypes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let treadmill = Self(rawValue: 1 << 0)
    public static let crossTrainer = Self(rawValue: 1 << 1)
    public static let stepClimber = Self(rawValue: 1 << 2)
    public static let stairClimber = Self(rawValue: 1 << 3)
    public static let rower = Self(rawValue: 1 << 4)
    public static let indoorBike = Self(rawValue: 1 << 5)
  }

  public init(isAvailable: Bool, machineTypes: MachineTypes) {
    self.init()
    self.isAvailable = isAvailable
    self.machineTypes = machineTypes
  }

  /// Whether the machine can be connected to.
  public var isAvailable: Bool {
    get { storage.value.flags & 1 != 0 }
    set { self[.available] = newValue ? 1 : 0 }
  }

  public var machineTypes: MachineTypes {
    get { MachineTypes(rawValue: storage.value.unsigned(Row.machineTypes.rawValue)) }
    set { self[.machineTypes] = ExactDecimal(Int64(newValue.rawValue)) }
  }
}
