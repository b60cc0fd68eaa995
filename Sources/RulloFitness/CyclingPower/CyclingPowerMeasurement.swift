public import RulloBase

extension CharacteristicLayout {
  /// Cycling Power Measurement (2A63, Cycling Power Service 1.1 section 3.2).
  ///
  /// Both angles share three octets, least significant first: the maximum is the low twelve bits.
  public static let cyclingPowerMeasurement = CharacteristicLayout(
    0x2A63, flagOctets: 2, definedFlags: 0x1FFF,
    [
      Field(
        "instantaneous_power_w", "Instantaneous Power", "power", .always, .sint16, .one, "W"),
      Field.flag(
        "offset_compensation_indicator", "Offset Compensation Indicator",
        "offset compensation wanted", bit: 12),
      Field(
        "pedal_power_balance_pct", "Pedal Power Balance", "balance", .whenSet(0), .uint8, .half,
        "%"),
      Field.slice(
        "pedal_power_balance_reference", "Pedal Power Balance Reference", "",
        Slice(.flags, shift: 1, bits: 1), .whenSet(0),
        codes: CodeTable([Words("unknown", "reference unknown"), "left"]),
        text: .qualifier),
      Field(
        "accumulated_torque_nm", "Accumulated Torque", "torque", .whenSet(2), .uint16,
        .thirtySecond, "Nm"),
      Field.slice(
        "accumulated_torque_source", "Accumulated Torque Source", "",
        Slice(.flags, shift: 3, bits: 1), .whenSet(2), codes: CodeTable(["wheel", "crank"]),
        text: .qualifier),
      Field(
        "cumulative_wheel_revolutions", "Cumulative Wheel Revolutions", "wheel", .whenSet(4),
        .uint32, content: .revolutions(.wheel)),
      Field(
        "last_wheel_event_time_ticks2048", "Last Wheel Event Time", "", .whenSet(4), .uint16,
        content: .eventTime(.wheel, ticksPerSecond: 2048)),
      Field(
        "cumulative_crank_revolutions", "Cumulative Crank Revolutions", "crank", .whenSet(5),
        .uint16, content: .revolutions(.crank)),
      Field(
        "last_crank_event_time_ticks1024", "Last Crank Event Time", "", .whenSet(5), .uint16,
        content: .eventTime(.crank, ticksPerSecond: 1024)),
      Field(
        "maximum_force_n", "Maximum Force Magnitude", "maximum force", .whenSet(6), .sint16, .one,
        "N"),
      Field(
        "minimum_force_n", "Minimum Force Magnitude", "minimum force", .whenSet(6), .sint16, .one,
        "N"),
      Field(
        "maximum_torque_nm", "Maximum Torque Magnitude", "maximum torque", .whenSet(7), .sint16,
        .thirtySecond, "Nm"),
      Field(
        "minimum_torque_nm", "Minimum Torque Magnitude", "minimum torque", .whenSet(7), .sint16,
        .thirtySecond, "Nm"),
      Field.hidden("extreme_angles", "Extreme Angles", .whenSet(8), .uint24),
      Field(
        "maximum_angle_deg", "Maximum Angle", "maximum angle", .whenSet(8), .none, .one, "°",
        slice: Slice(.previous, shift: 0, bits: 12)),
      Field(
        "minimum_angle_deg", "Minimum Angle", "minimum angle", .whenSet(8), .none, .one, "°",
        slice: Slice(.previous, shift: 12, bits: 12)),
      Field(
        "top_dead_spot_angle_deg", "Top Dead Spot Angle", "top dead spot", .whenSet(9), .uint16,
        .one, "°"),
      Field(
        "bottom_dead_spot_angle_deg", "Bottom Dead Spot Angle", "bottom dead spot", .whenSet(10),
        .uint16, .one, "°"),
      Field(
        "accumulated_energy_kj", "Accumulated Energy", "energy", .whenSet(11), .uint16, .one, "kJ"),
    ])
}

/// A Cycling Power Measurement notification (2A63, Cycling Power Service 1.1 section 3.2).
///
/// Counters and event times are numbers as sent; times count 1/2048 s (wheel) and 1/1024 s (crank).
public struct CyclingPowerMeasurement: FieldRecord {
  /// The rows of the table, in wire order.
  public enum Row: Int, CaseIterable, Sendable {
    case instantaneousPower, offsetCompensationIndicator
    case pedalPowerBalance, pedalPowerBalanceReference
    case accumulatedTorque, accumulatedTorqueSource
    case cumulativeWheelRevolutions, lastWheelEventTime
    case cumulativeCrankRevolutions, lastCrankEventTime
    case maximumForce, minimumForce, maximumTorque, minimumTorque
    case extremeAngles, maximumAngle, minimumAngle
    case topDeadSpotAngle, bottomDeadSpotAngle, accumulatedEnergy
  }

  /// A counter together with the time of its last event.
  public struct RevolutionData: Hashable, Sendable {
    public var revolutions: UInt32

    /// In ticks: 1/2048 s for the wheel, 1/1024 s for the crank.
    public var lastEventTime: UInt16

    public init(revolutions: UInt32, lastEventTime: UInt16) {
      self.revolutions = revolutions
      self.lastEventTime = lastEventTime
    }
  }

  public static var layout: CharacteristicLayout { .cyclingPowerMeasurement }
  public var storage: FieldStorage

  public init(storage: FieldStorage) { self.storage = storage }

  /// In watts; always there.
  public var instantaneousPower: ExactDecimal {
    get { self[.instantaneousPower] ?? 0 }
    set { self[.instantaneousPower] = newValue }
  }

  /// In percent, in steps of 0.5; of the left pedal where ``isBalanceOfLeftPedal``.
  public var pedalPowerBalance: ExactDecimal? {
    get { self[.pedalPowerBalance] }
    set { self[.pedalPowerBalance] = newValue }
  }

  public var isBalanceOfLeftPedal: Bool {
    get { storage.value.flags & 1 << 1 != 0 }
    set { self[.pedalPowerBalanceReference] = newValue ? 1 : 0 }
  }

  /// In newton metres, in steps of 1/32; rolls over.
  public var accumulatedTorque: ExactDecimal? {
    get { self[.accumulatedTorque] }
    set { self[.accumulatedTorque] = newValue }
  }

  public var isTorqueFromCrank: Bool {
    get { storage.value.flags & 1 << 3 != 0 }
    set { self[.accumulatedTorqueSource] = newValue ? 1 : 0 }
  }

  /// The wheel counter; its clock ticks 2048 times a second.
  public var wheel: RevolutionData? {
    get { revolutionData(.cumulativeWheelRevolutions, .lastWheelEventTime) }
    set { set(newValue, .cumulativeWheelRevolutions, .lastWheelEventTime) }
  }

  /// The crank counter, 16 bits; its clock ticks 1024 times a second.
  public var crank: RevolutionData? {
    get { revolutionData(.cumulativeCrankRevolutions, .lastCrankEventTime) }
    set { set(newValue, .cumulativeCrankRevolutions, .lastCrankEventTime) }
  }

  /// In kilojoules.
  public var accumulatedEnergy: ExactDecimal? {
    get { self[.accumulatedEnergy] }
    set { self[.accumulatedEnergy] = newValue }
  }

  private func revolutionData(_ count: Row, _ time: Row) -> RevolutionData? {
    guard storage.value.contains(row: count.rawValue) else { return nil }
    return RevolutionData(
      revolutions: storage.value.raw(row: count.rawValue),
      lastEventTime: UInt16(truncatingIfNeeded: storage.value.raw(row: time.rawValue)))
  }

  private mutating func set(_ data: RevolutionData?, _ count: Row, _ time: Row) {
    // A counter of 16 bits rolls over instead of stopping at its largest value.
    let mask: UInt32 = count == .cumulativeCrankRevolutions ? 0xFFFF : .max
    self[count] = data.map { ExactDecimal(Int64($0.revolutions & mask)) }
    if let data { self[time] = ExactDecimal(Int64(data.lastEventTime)) }
  }
}
