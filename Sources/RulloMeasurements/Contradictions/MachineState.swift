internal import RulloBase
internal import RulloBluetooth
internal import RulloFitness

/// What one device has said of itself.
struct MachineState: Sendable {
  /// Two powers of one instant may differ this much: both are smoothed, and one is older.
  static let watts: Int64 = 25
  static let percent: Int64 = 25

  /// How far apart two values of one instant may arrive: 250 ms.
  private static let instant: Int64 = 250_000_000

  /// The circumferences that wheels of bicycles have, with room for rounding.
  static let smallest: Int64 = 1_200
  static let largest: Int64 = 2_600

  private struct Announcement: Sendable {
    let uuid: BluetoothUUID
    var bits: UInt32
    var isKnown = false
    var announcedAt = SourceReference(.packet, 0)
    var sent: UInt32 = 0
    var values = 0
    var firstValue = SourceReference(.packet, 0)
    var firstSent = [SourceReference?](repeating: nil, count: 32)
    var counts = [Int](repeating: 0, count: 32)
  }

  private var announcements: [Announcement] = []
  private var ranges: [(uuid: BluetoothUUID, minimum: Int64, maximum: Int64)] = []
  private var powers: [(uuid: BluetoothUUID, watts: Recent)] = []

  /// The speed of 2AD2 in steps of 0.01 km/h.
  private var speed: Recent?

  /// A number with the one before it: while it changes, either may be that of the other stream.
  private struct Recent: Sendable {
    var value: Int64
    var before: Int64
    var time: Int64
  }

  init() {}

  private mutating func place(of uuid: BluetoothUUID) -> Int {
    if let place = announcements.firstIndex(where: { $0.uuid == uuid }) { return place }
    announcements.append(Announcement(uuid: uuid, bits: 0))
    return announcements.count - 1
  }

  mutating func announce(_ uuid: BluetoothUUID, _ value: DecodedValue) {
    guard value.contains(row: 0) else { return }
    let place = place(of: uuid)
    announcements[place].bits = value.raw(row: 0)
    announcements[place].isKnown = true
  }

  mutating func send(_ features: UInt32, of stream: StreamState, at source: SourceReference) {
    let place = place(of: FeatureTable.announcement(of: stream.uuid))
    if announcements[place].values == 0 { announcements[place].firstValue = source }
    announcements[place].values += 1
    var rest = features
    while rest != 0 {
      let bit = rest.trailingZeroBitCount
      rest &= rest - 1
      announcements[place].counts[bit] += 1
      if announcements[place].firstSent[bit] == nil { announcements[place].firstSent[bit] = source }
    }
    announcements[place].sent |= features
  }

  /// Features that were announced and that no value carried, with the first value without.
  var neverSent: [(feature: String, source: SourceReference)] {
    announcements.filter { $0.isKnown && $0.values > 0 }.flatMap { entry in
      let bits = entry.bits & ~entry.sent & FeatureTable.fields(of: entry.uuid)
      return (0..<32).filter { bits & 1 << UInt32($0) != 0 }.map {
        ("\(Self.name(entry.uuid, $0)) in \(entry.uuid)", entry.firstValue)
      }
    }
  }

  /// Features that values carried and that were not announced.
  var notAnnounced: [(feature: String, source: SourceReference, count: Int)] {
    announcements.filter(\.isKnown).flatMap { entry in
      (0..<32).compactMap { bit in
        guard entry.sent & ~entry.bits & 1 << UInt32(bit) != 0, let source = entry.firstSent[bit]
        else { return nil }
        return ("\(Self.name(entry.uuid, bit)) in \(entry.uuid)", source, entry.counts[bit])
      }
    }
  }

  private static func name(_ uuid: BluetoothUUID, _ bit: Int) -> String {
    guard let field = CharacteristicLayout.layout(for: uuid)?.tables[0].fields.first,
      case .bitSet(let bits) = field.content, bits.names.indices.contains(bit),
      let words = bits.names[bit]
    else { return "bit \(bit)" }
    return words.text
  }

  mutating func announce(range uuid: BluetoothUUID, _ value: DecodedValue) {
    guard value.contains(row: 0), value.contains(row: 1) else { return }
    ranges.removeAll { $0.uuid == uuid }
    ranges.append((uuid, value.signed(row: 0), value.signed(row: 1)))
  }

  /// Ranges and what they limit have the same step, so that raw numbers compare.
  func isOutside(_ raw: Int64, range uuid: BluetoothUUID) -> Bool {
    guard let range = ranges.first(where: { $0.uuid == uuid }) else { return false }
    return raw < range.minimum || raw > range.maximum
  }

  /// Keeps a power and answers whether it contradicts the other characteristic's.
  mutating func compare(power watts: Int64, from uuid: BluetoothUUID, at time: Int64) -> Bool {
    let before = powers.first { $0.uuid == uuid }?.watts.value ?? watts
    powers.removeAll { $0.uuid == uuid }
    defer { powers.append((uuid, Recent(value: watts, before: before, time: time))) }
    guard let other = powers.first?.watts, abs(time &- other.time) <= Self.instant else {
      return false
    }
    return [watts, before].allSatisfy { own in
      [other.value, other.before].allSatisfy { Self.areApart(own, $0) }
    }
  }

  private static func areApart(_ left: Int64, _ right: Int64) -> Bool {
    let difference = abs(left - right)
    return difference > watts && difference * 100 > max(abs(left), abs(right)) * percent
  }

  mutating func keep(speed raw: Int64, at time: Int64) {
    speed = Recent(value: raw, before: speed?.value ?? raw, time: time)
  }

  /// Whether a wheel that turns so does not go with the speed of the same instant.
  func isContradicted(by step: RevolutionStep, at time: Int64) -> Bool {
    guard step.kind == .advanced, step.revolutions > 0, let speed,
      abs(time &- speed.time) <= Self.instant
    else { return false }
    return [speed.value, speed.before].allSatisfy { raw in
      // Slow wheels turn too seldom for a speed of this instant; 0.01 km/h are 1/360 m/s.
      guard raw >= 1_000 else { return false }
      let circumference =
        raw * 1_000 * step.ticks / (360 * step.revolutions * step.ticksPerSecond)
      return !(Self.smallest...Self.largest).contains(circumference)
    }
  }
}
