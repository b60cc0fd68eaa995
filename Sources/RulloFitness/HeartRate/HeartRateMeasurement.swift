public import RulloBase

/// A Heart Rate Measurement notification (2A37, Heart Rate Service 1.0 section 3.1).
public struct HeartRateMeasurement: FieldRecord {
  /// The rows of the table, in wire order.
  public enum Row: Int, CaseIterable, Sendable {
    case heartRate, sensorContact, energyExpended, rrInterval
  }

  public static var layout: CharacteristicLayout { .heartRateMeasurement }
  public var storage: FieldStorage

  public init(storage: FieldStorage) { self.storage = storage }

  /// What the sensor says about the skin; `nil` where it cannot tell.
  public enum Contact: Hashable, Sendable { case detected, notDetected }

  /// A rate beyond 255 takes two octets; intervals count 1/1024 s, the oldest first.
  public init(
    heartRate: UInt16, contact: Contact? = nil, energyExpended: UInt16? = nil,
    rrIntervals: [UInt16] = []
  ) {
    var flags: UInt8 = heartRate > 0xFF ? 1 : 0
    if let contact { flags |= contact == .detected ? 0b110 : 0b100 }
    if energyExpended != nil { flags |= 1 << 3 }
    if !rrIntervals.isEmpty { flags |= 1 << 4 }
    func octets(_ number: UInt16) -> [UInt8] {
      [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
    }
    let rate = heartRate > 0xFF ? octets(heartRate) : [UInt8(truncatingIfNeeded: heartRate)]
    self.init(
      tolerating: [flags] + rate + (energyExpended.map(octets) ?? [])
        + rrIntervals.flatMap(octets))
  }

  /// In beats per minute; always there.
  public var heartRate: ExactDecimal { self[.heartRate] ?? 0 }

  public var contact: Contact? {
    guard storage.value.flags & 0b100 != 0 else { return nil }
    return storage.value.flags & 0b010 != 0 ? .detected : .notDetected
  }

  /// In kilojoules, since the last reset.
  public var energyExpended: ExactDecimal? { self[.energyExpended] }

  /// In ticks of 1/1024 s, the oldest first.
  public var rrIntervals: [ExactDecimal] { numbers(of: .rrInterval) }
}
