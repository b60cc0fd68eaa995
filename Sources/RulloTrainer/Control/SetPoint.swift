public import RulloFitness

/// What an app wants a trainer to hold: a slope, a power or a resistance; the last one counts.
public enum SetPoint: Hashable, Sendable {
  /// A slope with wind and coefficients, in the steps of the wire.
  case simulation(IndoorBikeSimulation)

  /// In watts.
  case power(Int16)

  /// In steps of 0.1.
  case resistance(Int16)

  /// A slope in steps of 0.01 %, with the coefficients that apps send: Crr 0.0040, Cw 0.51 kg/m.
  public static func grade(_ hundredths: Int16) -> SetPoint {
    .simulation(
      IndoorBikeSimulation(
        windSpeedSteps: 0, gradeSteps: hundredths, rollingResistanceSteps: 0x28,
        windResistanceSteps: 0x33))
  }

  /// The request that sets it; `isNarrow` sends a resistance in one octet, as some machines want it.
  func request(isNarrow: Bool) -> FitnessMachineControlPointRequest {
    switch self {
    case .simulation(let simulation): .set(.simulation(simulation))
    case .power(let watts): .set(.power(watts))
    case .resistance(let tenths):
      .set(
        .resistanceLevel(
          isNarrow ? .uint8(UInt8(clamping: tenths)) : .sint16(tenths)))
    }
  }
}
