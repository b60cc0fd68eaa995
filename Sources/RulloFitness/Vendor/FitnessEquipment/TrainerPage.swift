internal import RulloBase

/// FE-C data page 25, specific trainer data, as integers in the steps of the wire.
public struct TrainerPage: Hashable, Sendable {
  /// Begins anew after 255.
  public var eventCount: UInt8

  /// In revolutions per minute; 255 is sent for `nil`.
  public var cadence: UInt8?

  /// In watts; begins anew after 65535.
  public var accumulatedPower: UInt16

  /// In watts; 4095 is sent for `nil`, and for what is more.
  public var power: UInt16?

  public var status: Status

  /// 0 at the target, 1 too slow, 2 too fast, 3 at the limit; four bits.
  public var limit: UInt8

  public var state: FitnessEquipmentState

  public init(
    eventCount: UInt8, cadence: UInt8?, accumulatedPower: UInt16, power: UInt16?, status: Status,
    limit: UInt8, state: FitnessEquipmentState
  ) {
    self.eventCount = eventCount
    self.cadence = cadence
    self.accumulatedPower = accumulatedPower
    self.power = power
    self.status = status
    self.limit = limit
    self.state = state
  }

  /// What the trainer asks of its rider.
  public struct Status: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let powerCalibrationWanted = Self(rawValue: 1 << 0)
    public static let resistanceCalibrationWanted = Self(rawValue: 1 << 1)
    public static let userConfigurationWanted = Self(rawValue: 1 << 2)
  }

  init(_ value: DecodedValue) {
    let (packed, last) = (value.unsigned(8), value.octet(11))
    self.init(
      eventCount: value.octet(5), cadence: value.octet(6) == 0xFF ? nil : value.octet(6),
      accumulatedPower: value.unsigned(7),
      power: packed & 0x0FFF == 0x0FFF ? nil : packed & 0x0FFF,
      status: Status(rawValue: UInt8(packed >> 12)), limit: last & 0x0F,
      state: FitnessEquipmentState(last))
  }

  var integers: [Int64] {
    let packed = min(power ?? 0x0FFF, 0x0FFF) | UInt16(status.rawValue & 0x0F) << 12
    return [
      Int64(eventCount), Int64(cadence ?? 0xFF), Int64(accumulatedPower), Int64(packed),
      Int64(limit & 0x0F | state.highBits),
    ]
  }
}
