public import RulloBase

extension CharacteristicLayout {
  /// Indoor Bike Data (2AD2, Fitness Machine Service 1.0.1 section 4.9).
  public static let indoorBikeData = CharacteristicLayout(
    0x2AD2, flagOctets: 2, definedFlags: 0x1FFF,
    [MachineRows.moreData, MachineRows.instantaneousSpeed, MachineRows.averageSpeed(bit: 1)]
      + [
        Field(
          "instantaneous_cadence_rpm", "Instantaneous Cadence", "cadence", .whenSet(2), .uint16,
          .half, "rpm"),
        Field(
          "average_cadence_rpm", "Average Cadence", "average cadence", .whenSet(3), .uint16, .half,
          "rpm"),
        MachineRows.totalDistance(bit: 4),
      ]
      + MachineRows.resistance(bit: 5)
      + [MachineRows.power(bit: 6), MachineRows.averagePower(bit: 7)]
      + MachineRows.energy(bit: 8) + MachineRows.last(from: 9))
}

/// An Indoor Bike Data notification (2AD2, Fitness Machine Service 1.0.1 section 4.9).
///
/// A new one has a speed of 0 and nothing else; setting a field sets its flag.
public struct IndoorBikeData: FieldRecord {
  /// The rows of the table, in wire order.
  public enum Row: Int, CaseIterable, Sendable {
    case moreData, instantaneousSpeed, averageSpeed, instantaneousCadence, averageCadence
    case totalDistance, resistanceLevel, resistanceEncoding, instantaneousPower, averagePower
    case totalEnergy, energyPerHour, energyPerMinute
    case heartRate, metabolicEquivalent, elapsedTime, remainingTime
  }

  public static var layout: CharacteristicLayout { .indoorBikeData }
  public var storage: FieldStorage

  public init(storage: FieldStorage) { self.storage = storage }

  /// In km/h, in steps of 0.01; absent when *More Data* is set.
  public var instantaneousSpeed: ExactDecimal? {
    get { self[.instantaneousSpeed] }
    set { self[.instantaneousSpeed] = newValue }
  }

  /// In km/h, in steps of 0.01.
  public var averageSpeed: ExactDecimal? {
    get { self[.averageSpeed] }
    set { self[.averageSpeed] = newValue }
  }

  /// In revolutions per minute, in steps of 0.5.
  public var instantaneousCadence: ExactDecimal? {
    get { self[.instantaneousCadence] }
    set { self[.instantaneousCadence] = newValue }
  }

  /// In revolutions per minute, in steps of 0.5.
  public var averageCadence: ExactDecimal? {
    get { self[.averageCadence] }
    set { self[.averageCadence] = newValue }
  }

  /// In metres, 24 bits.
  public var totalDistance: ExactDecimal? {
    get { self[.totalDistance] }
    set { self[.totalDistance] = newValue }
  }

  /// The number as sent; published tables disagree on its scale.
  public var resistanceLevel: ExactDecimal? {
    get { self[.resistanceLevel] }
    set { self[.resistanceLevel] = newValue }
  }

  /// In watts; negative values are allowed.
  public var instantaneousPower: ExactDecimal? {
    get { self[.instantaneousPower] }
    set { self[.instantaneousPower] = newValue }
  }

  /// In watts.
  public var averagePower: ExactDecimal? {
    get { self[.averagePower] }
    set { self[.averagePower] = newValue }
  }

  /// In kilocalories; `nil` as well where the bike sends "not available".
  public var totalEnergy: ExactDecimal? {
    get { self[.totalEnergy] }
    set { self[.totalEnergy] = newValue }
  }

  /// In beats per minute; 0 is what bikes send without a strap.
  public var heartRate: ExactDecimal? {
    get { self[.heartRate] }
    set { self[.heartRate] = newValue }
  }

  /// In seconds.
  public var elapsedTime: ExactDecimal? {
    get { self[.elapsedTime] }
    set { self[.elapsedTime] = newValue }
  }

  /// In seconds.
  public var remainingTime: ExactDecimal? {
    get { self[.remainingTime] }
    set { self[.remainingTime] = newValue }
  }
}
