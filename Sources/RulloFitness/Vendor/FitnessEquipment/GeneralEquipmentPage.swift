internal import RulloBase

/// FE-C data page 16, general equipment data, as integers in the steps of the wire.
public struct GeneralEquipmentPage: Hashable, Sendable {
  /// 25 is a trainer.
  public var equipmentType: UInt8

  /// In steps of 0.25 s; begins anew after 255.
  public var elapsedTime: UInt8

  /// In metres; begins anew after 255.
  public var distance: UInt8

  /// In steps of 0.001 m/s; 65535 is sent for `nil`.
  public var speed: UInt16?

  /// In beats per minute; 255 is sent for `nil`.
  public var heartRate: UInt8?

  /// Four bits.
  public var capabilities: UInt8

  public var state: FitnessEquipmentState

  public init(
    equipmentType: UInt8, elapsedTime: UInt8, distance: UInt8, speed: UInt16?, heartRate: UInt8?,
    capabilities: UInt8, state: FitnessEquipmentState
  ) {
    self.equipmentType = equipmentType
    self.elapsedTime = elapsedTime
    self.distance = distance
    self.speed = speed
    self.heartRate = heartRate
    self.capabilities = capabilities
    self.state = state
  }

  init(_ value: DecodedValue) {
    self.init(
      equipmentType: value.octet(5), elapsedTime: value.octet(6), distance: value.octet(7),
      speed: value.unsigned(8) == 0xFFFF ? nil : value.unsigned(8),
      heartRate: value.octet(9) == 0xFF ? nil : value.octet(9),
      capabilities: value.octet(10) & 0x0F, state: FitnessEquipmentState(value.octet(10)))
  }

  var integers: [Int64] {
    [
      Int64(equipmentType), Int64(elapsedTime), Int64(distance), Int64(speed ?? 0xFFFF),
      Int64(heartRate ?? 0xFF), Int64(capabilities & 0x0F | state.highBits),
    ]
  }
}
