public import RulloBase
internal import RulloFitness

/// Cadence, speed, power and energy out of the counters of one stream of 2A63 or 2A5B.
///
/// Give it every value in order; each answer says what that value adds to the one before.
public struct CyclingDerivation: Sendable {
  /// What one value tells; `nil` where it tells nothing of the kind.
  public struct Answer: Sendable {
    public internal(set) var wheel: RevolutionStep?
    public internal(set) var crank: RevolutionStep?

    /// Mean torque and power since the event before, by the clock of the rotor that it is of.
    public internal(set) var torque: TorquePower.Result?

    /// Kilojoules that were added, by arrival.
    public internal(set) var energy: Int64?
  }

  /// What a display would show between two values, with a time-out.
  public private(set) var wheel: RotorRate?
  public private(set) var crank: RotorRate?
  public private(set) var energy: EnergyCounter?
  private var torque = TorquePower()
  private var counters: RevolutionPlaces
  private let isPower: Bool

  /// Answers `nil` for a characteristic without such counters.
  public init?(_ uuid: BluetoothUUID) {
    guard let counters = RevolutionPlaces(uuid) else { return nil }
    self.counters = counters
    isPower = uuid == 0x2A63
  }

  /// Takes one value; `arrival` is its event's time or ``Event/noTime``.
  public mutating func add(_ value: RawSpan, arrival: Int64) -> Answer {
    var answer = Answer()
    guard let places = counters.places(in: value) else { return answer }
    if let place = places.wheel, let (count, time) = place.read(value) {
      var rate = wheel ?? RotorRate(ticksPerSecond: Int64(place.ticksPerSecond), isWide: true)
      answer.wheel = rate.add(revolutions: count, time: time, arrival: arrival)
      wheel = rate
    }
    if let place = places.crank, let (count, time) = place.read(value) {
      var rate = crank ?? RotorRate(ticksPerSecond: Int64(place.ticksPerSecond), isWide: false)
      answer.crank = rate.add(revolutions: count, time: time, arrival: arrival)
      crank = rate
    }
    if isPower { addPower(value, arrival, to: &answer) }
    return answer
  }

  private mutating func addPower(_ value: RawSpan, _ arrival: Int64, to answer: inout Answer) {
    typealias Row = CyclingPowerMeasurement.Row
    let decoded = CharacteristicLayout.cyclingPowerMeasurement.decode(value)
    if decoded.contains(row: Row.accumulatedTorque.rawValue) {
      // Bit 3 of the flags says which rotor the torque belongs to.
      let step = decoded.flags & 1 << 3 != 0 ? answer.crank : answer.wheel
      if let step {
        let raw = decoded.raw(row: Row.accumulatedTorque.rawValue)
        answer.torque = torque.add(UInt16(truncatingIfNeeded: raw), step)
      }
    }
    if decoded.contains(row: Row.accumulatedEnergy.rawValue) {
      let raw = decoded.raw(row: Row.accumulatedEnergy.rawValue)
      var counter = energy ?? EnergyCounter()
      answer.energy = counter.add(UInt16(truncatingIfNeeded: raw), arrival: arrival)
      energy = counter
    }
  }
}
