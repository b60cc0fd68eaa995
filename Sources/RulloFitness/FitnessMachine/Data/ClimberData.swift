internal import RulloBase

extension CharacteristicLayout {
  /// Step Climber Data (2ACF, Fitness Machine Service 1.0.1 section 4.6).
  public static let stepClimberData = CharacteristicLayout(
    0x2ACF, flagOctets: 2, definedFlags: 0x01FF,
    [
      MachineRows.moreData, MachineRows.floors,
      Field("step_count", "Step Count", "steps", .whenClear(0), .uint16),
      MachineRows.stepsPerMinute(bit: 1), MachineRows.averageStepRate(bit: 2),
      MachineRows.positiveElevationGain(bit: 3),
    ] + MachineRows.energy(bit: 4) + MachineRows.last(from: 5))

  /// Stair Climber Data (2AD0, Fitness Machine Service 1.0.1 section 4.7).
  public static let stairClimberData = CharacteristicLayout(
    0x2AD0, flagOctets: 2, definedFlags: 0x03FF,
    [
      MachineRows.moreData, MachineRows.floors, MachineRows.stepsPerMinute(bit: 1),
      MachineRows.averageStepRate(bit: 2), MachineRows.positiveElevationGain(bit: 3),
      MachineRows.strideCount(bit: 4, .one),
    ] + MachineRows.energy(bit: 5) + MachineRows.last(from: 6))
}

/// A Step Climber Data notification (2ACF, Fitness Machine Service 1.0.1 section 4.6).
public struct StepClimberData: FieldRecord {
  /// The rows of the table, in wire order.
  public enum Row: Int, CaseIterable, Sendable {
    case moreData, floors, stepCount, stepsPerMinute, averageStepRate, positiveElevationGain
    case totalEnergy, energyPerHour, energyPerMinute
    case heartRate, metabolicEquivalent, elapsedTime, remainingTime
  }

  public static var layout: CharacteristicLayout { .stepClimberData }
  public var storage: FieldStorage

  public init(storage: FieldStorage) { self.storage = storage }
}

/// A Stair Climber Data notification (2AD0, Fitness Machine Service 1.0.1 section 4.7).
public struct StairClimberData: FieldRecord {
  /// The rows of the table, in wire order.
  public enum Row: Int, CaseIterable, Sendable {
    case moreData, floors, stepsPerMinute, averageStepRate, positiveElevationGain, strideCount
    case totalEnergy, energyPerHour, energyPerMinute
    case heartRate, metabolicEquivalent, elapsedTime, remainingTime
  }

  public static var layout: CharacteristicLayout { .stairClimberData }
  public var storage: FieldStorage

  public init(storage: FieldStorage) { self.storage = storage }
}
