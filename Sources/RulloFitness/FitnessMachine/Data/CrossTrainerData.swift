internal import RulloBase

extension CharacteristicLayout {
  /// Cross Trainer Data (2ACE, Fitness Machine Service 1.0.1 section 4.5): flags of three octets.
  public static let crossTrainerData = CharacteristicLayout(
    0x2ACE, flagOctets: 3, definedFlags: 0xFFFF,
    [
      MachineRows.moreData, MachineRows.instantaneousSpeed, MachineRows.averageSpeed(bit: 1),
      MachineRows.totalDistance(bit: 2),
      MachineRows.stepsPerMinute(bit: 3, notAvailable: 0xFFFF),
      MachineRows.averageStepRate(bit: 3, notAvailable: 0xFFFF),
      MachineRows.strideCount(bit: 4, .tenth),
      MachineRows.positiveElevationGain(bit: 5), MachineRows.negativeElevationGain(bit: 5),
    ] + MachineRows.inclination(bit: 6)
      + MachineRows.resistance(bit: 7, "resistance_level", .tenth)
      + [MachineRows.power(bit: 8), MachineRows.averagePower(bit: 9)]
      + MachineRows.energy(bit: 10) + MachineRows.last(from: 11) + [
        Field.slice(
          "movement_direction", "Movement Direction", "direction",
          Slice(.flags, shift: 15, bits: 1), codes: CodeTable(["forward", "backward"]))
      ])
}

/// A Cross Trainer Data notification (2ACE, Fitness Machine Service 1.0.1 section 4.5).
public struct CrossTrainerData: FieldRecord {
  /// The rows of the table, in wire order.
  public enum Row: Int, CaseIterable, Sendable {
    case moreData, instantaneousSpeed, averageSpeed, totalDistance
    case stepsPerMinute, averageStepRate, strideCount
    case positiveElevationGain, negativeElevationGain, inclination, rampAngle
    case resistanceLevel, resistanceEncoding, instantaneousPower, averagePower
    case totalEnergy, energyPerHour, energyPerMinute
    case heartRate, metabolicEquivalent, elapsedTime, remainingTime, movementDirection
  }

  public static var layout: CharacteristicLayout { .crossTrainerData }
  public var storage: FieldStorage

  public init(storage: FieldStorage) { self.storage = storage }
}
