public import RulloBase

extension CharacteristicLayout {
  /// Cycling Power Vector (2A64, Cycling Power Service 1.1 section 3.5).
  ///
  /// The two arrays exclude each other, as either takes the octets up to the end.
  public static let cyclingPowerVector = CharacteristicLayout(
    0x2A64, flagOctets: 1, definedFlags: 0x3F, exclusiveFlags: 0x0C,
    [
      Field.slice(
        "measurement_direction", "Instantaneous Measurement Direction", "direction",
        Slice(.flags, shift: 4, bits: 2),
        codes: CodeTable(["unknown", "tangential", "radial", "lateral"])),
      Field(
        "cumulative_crank_revolutions", "Cumulative Crank Revolutions", "crank", .whenSet(0),
        .uint16, content: .revolutions(.crank)),
      Field(
        "last_crank_event_time_ticks1024", "Last Crank Event Time", "", .whenSet(0), .uint16,
        content: .eventTime(.crank, ticksPerSecond: 1024)),
      Field(
        "first_crank_measurement_angle_deg", "First Crank Measurement Angle", "first angle",
        .whenSet(1), .uint16, .one, "°"),
      Field(
        "force_n", "Instantaneous Force Magnitude Array", "force", .whenSet(2), .sint16, .one, "N",
        content: .list(key: "force_n_array")),
      Field(
        "torque_nm", "Instantaneous Torque Magnitude Array", "torque", .whenSet(3), .sint16,
        .thirtySecond, "Nm", content: .list(key: "torque_nm_array")),
    ])
}

/// A Cycling Power Vector notification (2A64, Cycling Power Service 1.1 section 3.5).
public struct CyclingPowerVector: FieldRecord {
  /// The rows of the table, in wire order.
  public enum Row: Int, CaseIterable, Sendable {
    case measurementDirection, cumulativeCrankRevolutions, lastCrankEventTime
    case firstCrankMeasurementAngle, force, torque
  }

  public static var layout: CharacteristicLayout { .cyclingPowerVector }
  public var storage: FieldStorage

  public init(storage: FieldStorage) { self.storage = storage }

  /// In degrees; a continuation leaves it out.
  public var firstCrankMeasurementAngle: ExactDecimal? {
    get { self[.firstCrankMeasurementAngle] }
    set { self[.firstCrankMeasurementAngle] = newValue }
  }

  /// Force magnitudes in newtons; a value has these or torques.
  public var forces: [ExactDecimal] { numbers(of: .force) }

  /// Torque magnitudes in newton metres, in steps of 1/32.
  public var torques: [ExactDecimal] { numbers(of: .torque) }
}
