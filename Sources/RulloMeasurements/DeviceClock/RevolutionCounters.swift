internal import RulloFitness
public import RulloBase

/// The wheel and the crank counter of one stream of 2A63 or 2A5B.
public struct RevolutionCounters: Sendable {
  public private(set) var wheel: RevolutionCounter?
  public private(set) var crank: RevolutionCounter?
  private var places: RevolutionPlaces

  /// Answers `nil` for a characteristic without such counters.
  public init?(_ uuid: BluetoothUUID?) {
    guard let uuid, let places = RevolutionPlaces(uuid) else { return nil }
    self.places = places
  }

  /// Takes one value; `arrival` is its event's time.
  public mutating func add(_ value: RawSpan, arrival: Int64) {
    guard let places = places.places(in: value) else { return }
    if let place = places.wheel, let (count, time) = place.read(value) {
      if wheel == nil {
        wheel = RevolutionCounter(ticksPerSecond: Int64(place.ticksPerSecond), isWide: true)
      }
      wheel?.add(revolutions: count, time: time, arrival: arrival)
    }
    if let place = places.crank, let (count, time) = place.read(value) {
      if crank == nil {
        crank = RevolutionCounter(ticksPerSecond: Int64(place.ticksPerSecond), isWide: false)
      }
      crank?.add(revolutions: count, time: time, arrival: arrival)
    }
  }
}
