internal import RulloBase

extension CharacteristicLayout {
  /// Treadmill Data (2ACD, Fitness Machine Service 1.0.1 section 4.4).
  ///
  /// A later public table has paces of two octets: lenient decoding takes a value for it that fits
  /// exactly there and leaves octets over here. Flag bit 13, a step count of some vendors, is in
  /// neither: its octets are trailing.
  public static let treadmillData = CharacteristicLayout(
    0x2ACD, flagOctets: 2, definedFlags: 0x1FFF, variants: [widePaceTable], variantRule: .exactFit,
    treadmillRows(pace))

  /// Treadmill Data with a pace of two octets whatever the length, to write such values.
  public static let treadmillDataWithWidePace = CharacteristicLayout(
    0x2ACD, flagOctets: 2, definedFlags: 0x1FFF, variants: [widePaceTable], preferred: 1,
    treadmillRows(pace))

  private static let widePaceTable = FieldTable("gss_uint16_pace", treadmillRows(widePace))

  private static func treadmillRows(_ pace: [Field]) -> [Field] {
    [
      MachineRows.moreData, MachineRows.instantaneousSpeed, MachineRows.averageSpeed(bit: 1),
      MachineRows.totalDistance(bit: 2),
    ] + MachineRows.inclination(bit: 3) + [
      MachineRows.positiveElevationGain(bit: 4, .tenth),
      MachineRows.negativeElevationGain(bit: 4, .tenth),
    ] + pace + MachineRows.energy(bit: 7) + MachineRows.last(from: 8) + [
      Field(
        "force_on_belt_n", "Force On Belt", "force on belt", .whenSet(12), .sint16, .one, "N",
        notAvailable: 0x7FFF),
      Field(
        "power_output_w", "Power Output", "power", .whenSet(12), .sint16, .one, "W",
        notAvailable: 0x7FFF),
    ]
  }

  private static let pace = [
    Field(
      "instantaneous_pace_km_per_min", "Instantaneous Pace", "pace", .whenSet(5), .uint8, .tenth,
      "km/min"),
    Field(
      "average_pace_km_per_min", "Average Pace", "average pace", .whenSet(6), .uint8, .tenth,
      "km/min"),
  ]

  private static let widePace = [
    Field(
      "instantaneous_pace_s_per_500m", "Instantaneous Pace", "pace", .whenSet(5), .uint16, .one,
      "s/500 m"),
    Field(
      "average_pace_s_per_500m", "Average Pace", "average pace", .whenSet(6), .uint16, .one,
      "s/500 m"),
  ]
}

/// A Treadmill Data notification (2ACD, Fitness Machine Service 1.0.1 section 4.4).
public struct TreadmillData: FieldRecord {
  /// The rows of the table, in wire order.
  public enum Row: Int, CaseIterable, Sendable {
    case moreData, instantaneousSpeed, averageSpeed, totalDistance, inclination, rampAngle
    case positiveElevationGain, negativeElevationGain, instantaneousPace, averagePace
    case totalEnergy, energyPerHour, energyPerMinute
    case heartRate, metabolicEquivalent, elapsedTime, remainingTime, forceOnBelt, powerOutput
  }

  public static var layout: CharacteristicLayout { .treadmillData }
  public var storage: FieldStorage

  public init(storage: FieldStorage) { self.storage = storage }

  /// Whether the paces are in seconds for 500 m in two octets, not in 0.1 km/min in one.
  ///
  /// Only lenient decoding tells, by the length of the value.
  public var hasWidePace: Bool { storage.value.table != 0 }
}
