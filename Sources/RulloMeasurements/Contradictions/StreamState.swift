internal import RulloBase
internal import RulloFitness

/// What is kept of one attribute between its values.
struct StreamState: Sendable {
  enum Role: Sendable {
    case measurement, features, range, controlPoint, other
  }

  let uuid: BluetoothUUID
  let layout: CharacteristicLayout
  let role: Role

  /// The bits of the feature characteristic that a flag of a measurement stands for.
  let featuresOfFlags: [(flag: UInt32, features: UInt32)]

  private var places: RevolutionPlaces?
  private var wheel: RevolutionStepper?
  private var lastFlags: UInt32?
  private var lastSent: UInt32 = 0

  /// Answers `nil` for what has no table.
  init?(_ uuid: BluetoothUUID?) {
    guard let uuid, let layout = CharacteristicLayout.layout(for: uuid) else { return nil }
    self.uuid = uuid
    self.layout = layout
    role =
      switch uuid.short {
      case .some(0x2ACD...0x2AD2), 0x2A63, 0x2A5B: .measurement
      case 0x2ACC, 0x2A65, 0x2A5C: .features
      case .some(0x2AD4...0x2AD8): .range
      case 0x2AD9: .controlPoint
      default: .other
      }
    featuresOfFlags = FeatureTable.features(of: layout)
    places = RevolutionPlaces(uuid)
  }

  /// The features that a value with these flags carries.
  mutating func sent(by flags: UInt32) -> UInt32 {
    if flags != lastFlags {
      lastFlags = flags
      lastSent = featuresOfFlags.reduce(0) { flags & $1.flag != 0 ? $0 | $1.features : $0 }
    }
    return lastSent
  }

  /// Instantaneous power in watts, of the two characteristics that a trainer sends it in.
  func power(_ value: DecodedValue) -> Int64? {
    switch uuid.short {
    case 0x2AD2:
      let row = IndoorBikeData.Row.instantaneousPower.rawValue
      return value.contains(row: row) ? value.signed(row: row) : nil
    case 0x2A63:
      let row = CyclingPowerMeasurement.Row.instantaneousPower.rawValue
      return value.contains(row: row) ? value.signed(row: row) : nil
    default: return nil
    }
  }

  mutating func wheelStep(_ value: RawSpan, arrival: Int64) -> RevolutionStep? {
    guard let place = places?.places(in: value)?.wheel, let (count, time) = place.read(value)
    else { return nil }
    var stepper =
      wheel ?? RevolutionStepper(ticksPerSecond: Int64(place.ticksPerSecond), isWide: true)
    defer { wheel = stepper }
    return stepper.add(revolutions: count, time: time, arrival: arrival)
  }
}

extension DecodedValue {
  /// The integer of a row with its sign; decoded values are sign-extended.
  func signed(row: Int) -> Int64 {
    narrowRow == row ? Int64(raw(row: row)) : Int64(Int32(bitPattern: raw(row: row)))
  }
}

/// Which feature bits the fields of a measurement belong to.
enum FeatureTable {
  /// The features of 2ACC by the keys of the fields (Fitness Machine Service 1.0.1, 4.3.1.1).
  private static let ofMachines: [(key: String, feature: UInt32)] = [
    ("average_speed", 0), ("instantaneous_cadence", 1), ("average_cadence", 1),
    ("total_distance", 2), ("inclination", 3), ("positive_elevation", 4), ("instantaneous_pace", 5),
    ("average_pace", 5), ("steps_per_minute", 6), ("step_count", 6), ("resistance_level", 7),
    ("stride_count", 8), ("total_energy", 9), ("heart_rate", 10), ("metabolic_equivalent", 11),
    ("elapsed_time", 12), ("remaining_time", 13), ("instantaneous_power", 14),
    ("average_power", 14), ("force_on_belt", 15),
  ]

  /// Flags of 2A63 and bits of 2A65 (Cycling Power Service 1.1, 3.1 and 3.2).
  private static let ofPower: [(flag: UInt32, features: UInt32)] = [
    (1 << 0, 1 << 0), (1 << 2, 1 << 1), (1 << 4, 1 << 2), (1 << 5, 1 << 3), (3 << 6, 1 << 4),
    (1 << 8, 1 << 5), (3 << 9, 1 << 6), (1 << 11, 1 << 7),
  ]

  static func features(
    of layout: CharacteristicLayout
  ) -> [(flag: UInt32, features: UInt32)] {
    switch layout.uuid.short {
    case 0x2A63: return ofPower
    case 0x2A5B: return [(1, 1), (2, 2)]
    case .some(0x2ACD...0x2AD2): break
    default: return []
    }
    return layout.tables[0].fields.compactMap { field in
      guard case .whenSet(let bit) = field.presence,
        let entry = ofMachines.first(where: { field.key.description.hasPrefix($0.key) })
      else { return nil }
      return (1 << UInt32(bit), 1 << entry.feature)
    }
  }

  /// The characteristic that announces the features of a measurement.
  static func announcement(of measurement: BluetoothUUID) -> BluetoothUUID {
    switch measurement.short {
    case 0x2A63: 0x2A65
    case 0x2A5B: 0x2A5C
    default: 0x2ACC
    }
  }

  /// Bits that a field can show; others announce settings and abilities.
  static func fields(of announcement: BluetoothUUID) -> UInt32 {
    switch announcement.short {
    case 0x2A65: 0xFF
    case 0x2A5C: 3
    default: 0xFFFF
    }
  }
}
