internal import RulloBase

extension CharacteristicLayout {
  /// Rower Data (2AD1, Fitness Machine Service 1.0.1 section 4.8).
  public static let rowerData = CharacteristicLayout(
    0x2AD1, flagOctets: 2, definedFlags: 0x1FFF,
    [
      MachineRows.moreData,
      Field(
        "stroke_rate_spm", "Stroke Rate", "stroke rate", .whenClear(0), .uint8, .half, "/min"),
      Field("stroke_count", "Stroke Count", "strokes", .whenClear(0), .uint16),
      Field(
        "average_stroke_rate_spm", "Average Stroke Rate", "average stroke rate", .whenSet(1),
        .uint8, .half, "/min"),
      MachineRows.totalDistance(bit: 2),
      Field(
        "instantaneous_pace_s_per_500m", "Instantaneous Pace", "pace", .whenSet(3), .uint16, .one,
        "s/500 m"),
      Field(
        "average_pace_s_per_500m", "Average Pace", "average pace", .whenSet(4), .uint16, .one,
        "s/500 m"),
      MachineRows.power(bit: 5), MachineRows.averagePower(bit: 6),
    ] + MachineRows.resistance(bit: 7) + MachineRows.energy(bit: 8) + MachineRows.last(from: 9))
}

/// A Rower Data notification (2AD1, Fitness Machine Service 1.0.1 section 4.8).
public struct RowerData: FieldRecord {
  /// The rows of the table, in wire order.
  public enum Row: Int, CaseIterable, Sendable {
    case moreData, strokeRate, strokeCount, averageStrokeRate, totalDistance
    case instantaneousPace, averagePace, instantaneousPower, averagePower
    case resistanceLevel, resistanceEncoding, totalEnergy, energyPerHour, energyPerMinute
    case heartRate, metabolicEquivalent, elapsedTime, remainingTime
  }

  public static var layout: CharacteristicLayout { .rowerData }
  public var storage: FieldStorage

  public init(storage: FieldStorage) { self.storage = storage }
}
