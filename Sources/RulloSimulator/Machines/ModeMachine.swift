/// What sets the load of a bike; a newer target takes the place of a running one.
///
/// | mode | power | resistance | slope | stop | reset |
/// |---|---|---|---|---|---|
/// | any | power | resistance | simulation | none | none |
///
/// Other targets (distance, time, cadence …) leave the mode as it is (Fitness Machine Service 4.16.2).
public struct ModeMachine: Hashable, Sendable {
  public enum Mode: Hashable, Sendable, CaseIterable {
    case none, power, resistance, simulation
  }

  public enum Input: Hashable, Sendable, CaseIterable {
    case setPower, setResistance, setSimulation, setOther, stop, reset
  }

  public var mode = Mode.none

  public init() {}

  public mutating func take(_ input: Input) {
    mode =
      switch (mode, input) {
      case (_, .setPower): .power
      case (_, .setResistance): .resistance
      case (_, .setSimulation): .simulation
      case (_, .setOther): mode
      case (_, .stop): .none
      case (_, .reset): .none
      }
  }
}
