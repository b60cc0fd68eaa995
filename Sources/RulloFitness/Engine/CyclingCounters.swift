public import RulloBase

/// Where the counters stand in a notification of 2A63 or 2A5B with certain flags.
///
/// Computed from the field table; measuring code keeps it for each value of the flags.
@frozen public struct CyclingCounters: Hashable, Sendable {
  /// A counter and the time of its last event.
  @frozen public struct Pair: Hashable, Sendable {
    /// Offset of the count, in octets, and how many octets it takes.
    public let revolutions: Int
    public let revolutionOctets: Int

    /// Offset of the event time, an unsigned 16-bit number of ticks.
    public let time: Int
    public let ticksPerSecond: Int
  }

  public internal(set) var wheel: Pair?
  public internal(set) var crank: Pair?

  /// Octets that a value must have so that both pairs are complete.
  public internal(set) var octets = 0

  /// The places for these flags, or `nil` for a characteristic without counters.
  public static func offsets(uuid: BluetoothUUID, flags: UInt32) -> CyclingCounters? {
    guard let layout = CharacteristicLayout.layout(for: uuid) else { return nil }
    return layout.counters(flags: flags)
  }
}

extension CharacteristicLayout {
  func counters(flags: UInt32) -> CyclingCounters? {
    guard operations == nil, hasCounters else { return nil }
    var value = DecodedValue()
    value.flags = flags
    var counters = CyclingCounters()
    var offset = flagOctets
    var revolutions = (offset: 0, octets: 0)
    let table = tables[preferred]
    for row in table.fields.indices {
      let step = table.steps[row]
      guard step.action == .integer, step.isPresent(row: row, in: value, hasMore: false) else {
        continue
      }
      let octets = step.octets(row: row, in: value)
      switch table.fields[row].content {
      case .revolutions: revolutions = (offset, octets)
      case .eventTime(let rotor, let ticksPerSecond):
        let pair = CyclingCounters.Pair(
          revolutions: revolutions.offset, revolutionOctets: revolutions.octets, time: offset,
          ticksPerSecond: ticksPerSecond)
        switch rotor {
        case .wheel: counters.wheel = pair
        case .crank: counters.crank = pair
        }
        counters.octets = offset + octets
      default: break
      }
      offset += octets
    }
    return counters
  }

  private var hasCounters: Bool {
    tables[preferred].fields.contains { if case .eventTime = $0.content { true } else { false } }
  }
}
