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

  /// Where the magnitudes act, as flag bits 4 and 5 say it.
  public enum Direction: UInt8, CaseIterable, Sendable {
    case unknown, tangential, radial, lateral
  }

  /// The samples of one notification, the oldest first: a value has forces or torques, never both.
  public enum Magnitudes: Hashable, Sendable {
    /// In newtons.
    case forces([Int16])

    /// In steps of 1/32 newton metre.
    case torques([Int16])
  }

  /// The samples with what they begin at: the crank counter, and the angle of the first in degrees.
  ///
  /// A continuation leaves both out; without a sample their field is left out.
  public init(
    _ magnitudes: Magnitudes, direction: Direction,
    crank: CyclingPowerMeasurement.RevolutionData? = nil,
    firstCrankMeasurementAngle: UInt16? = nil
  ) {
    var flags = direction.rawValue << 4
    var fields: [UInt16] = []
    if let crank {
      flags |= 1
      fields += [UInt16(truncatingIfNeeded: crank.revolutions), crank.lastEventTime]
    }
    if let firstCrankMeasurementAngle {
      flags |= 1 << 1
      fields.append(firstCrankMeasurementAngle)
    }
    let samples: [Int16]
    switch magnitudes {
    case .forces(let forces):
      samples = forces
      if !samples.isEmpty { flags |= 1 << 2 }
    case .torques(let torques):
      samples = torques
      if !samples.isEmpty { flags |= 1 << 3 }
    }
    fields += samples.map(UInt16.init(bitPattern:))
    self.init(
      tolerating: [flags]
        + fields.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
  }

  public var direction: Direction {
    Direction(rawValue: UInt8(truncatingIfNeeded: storage.value.flags >> 4 & 0b11)) ?? .unknown
  }

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
