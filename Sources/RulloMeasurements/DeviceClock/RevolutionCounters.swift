internal import RulloFitness
public import RulloBase

/// The wheel and the crank counter of one stream of 2A63 or 2A5B.
public struct RevolutionCounters: Sendable {
  public private(set) var wheel: RevolutionCounter?
  public private(set) var crank: RevolutionCounter?

  private let uuid: BluetoothUUID
  private let flagOctets: Int
  // The places depend on the flags alone, which change once in a session if ever.
  private var flags: UInt64?
  private var places: CyclingCounters?

  /// Answers `nil` for a characteristic without such counters.
  public init?(_ uuid: BluetoothUUID?) {
    guard let uuid, CyclingCounters.offsets(uuid: uuid, flags: 0) != nil,
      let layout = CharacteristicLayout.layout(for: uuid)
    else { return nil }
    self.uuid = uuid
    flagOctets = layout.flagOctets
  }

  /// Takes one value; `arrival` is its event's time.
  public mutating func add(_ value: RawSpan, arrival: Int64) {
    guard let flags = value.little(0, octets: flagOctets) else { return }
    if flags != self.flags {
      self.flags = flags
      places = CyclingCounters.offsets(uuid: uuid, flags: UInt32(truncatingIfNeeded: flags))
    }
    if let place = places?.wheel, let count = value.u32le(place.revolutions),
      let time = value.u16le(place.time)
    {
      if wheel == nil {
        wheel = RevolutionCounter(ticksPerSecond: Int64(place.ticksPerSecond), isWide: true)
      }
      wheel?.add(revolutions: count, time: time, arrival: arrival)
    }
    if let place = places?.crank, let count = value.u16le(place.revolutions),
      let time = value.u16le(place.time)
    {
      if crank == nil {
        crank = RevolutionCounter(ticksPerSecond: Int64(place.ticksPerSecond), isWide: false)
      }
      crank?.add(revolutions: UInt32(count), time: time, arrival: arrival)
    }
  }
}
