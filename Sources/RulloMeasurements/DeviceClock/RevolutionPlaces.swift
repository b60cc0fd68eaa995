internal import RulloBase
internal import RulloFitness

/// Where the counters of a stream stand, looked up again only when its flags change.
struct RevolutionPlaces: Sendable {
  private let uuid: BluetoothUUID
  private let flagOctets: Int
  // The places depend on the flags alone, which change once in a session if ever.
  private var flags: UInt64?
  private var places: CyclingCounters?

  /// Answers `nil` for a characteristic without such counters.
  init?(_ uuid: BluetoothUUID) {
    guard CyclingCounters.offsets(uuid: uuid, flags: 0) != nil,
      let layout = CharacteristicLayout.layout(for: uuid)
    else { return nil }
    self.uuid = uuid
    flagOctets = layout.flagOctets
  }

  mutating func places(in value: RawSpan) -> CyclingCounters? {
    guard let flags = value.little(0, octets: flagOctets) else { return nil }
    if flags != self.flags {
      self.flags = flags
      places = CyclingCounters.offsets(uuid: uuid, flags: UInt32(truncatingIfNeeded: flags))
    }
    return places
  }
}

extension CyclingCounters.Pair {
  /// The count and the time of its last event, or `nil` in a value that is cut.
  func read(_ value: RawSpan) -> (revolutions: UInt32, time: UInt16)? {
    guard let count = value.little(revolutions, octets: revolutionOctets),
      let time = value.u16le(time)
    else { return nil }
    return (UInt32(truncatingIfNeeded: count), time)
  }
}
