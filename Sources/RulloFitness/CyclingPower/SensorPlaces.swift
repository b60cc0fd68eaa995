internal import RulloBase

/// Where a speed, cadence or power sensor sits (2A5D, Cycling Power Service 1.1 section 3.3).
public struct SensorLocation: FieldRecord {
  /// The rows of the table, in wire order.
  public enum Row: Int, CaseIterable, Sendable { case sensorLocation }

  public static var layout: CharacteristicLayout { .sensorLocation }
  public var storage: FieldStorage

  public init(storage: FieldStorage) { self.storage = storage }

  /// The code as sent; 17 to 255 are reserved and survive.
  public var code: UInt8 {
    get { UInt8(truncatingIfNeeded: storage.value.raw(row: 0)) }
    set { self[.sensorLocation] = ExactDecimal(Int64(newValue)) }
  }
}

/// Where a heart rate sensor is worn (2A38, Heart Rate Service 1.0 section 3.2).
public struct BodySensorLocation: FieldRecord {
  /// The rows of the table, in wire order.
  public enum Row: Int, CaseIterable, Sendable { case bodySensorLocation }

  public static var layout: CharacteristicLayout { .bodySensorLocation }
  public var storage: FieldStorage

  public init(storage: FieldStorage) { self.storage = storage }

  /// The code as sent; 7 to 255 are reserved and survive.
  public var code: UInt8 {
    get { UInt8(truncatingIfNeeded: storage.value.raw(row: 0)) }
    set { self[.bodySensorLocation] = ExactDecimal(Int64(newValue)) }
  }
}
