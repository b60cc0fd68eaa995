public import RulloBase

/// A slope to simulate (control point op 11, status op 12), as integers in the steps of the wire.
public struct IndoorBikeSimulation: Hashable, Sendable {
  /// In steps of 0.001 m/s; head wind is positive.
  public var windSpeedSteps: Int16

  /// In steps of 0.01 %; uphill is positive.
  public var gradeSteps: Int16

  /// In steps of 0.0001.
  public var rollingResistanceSteps: UInt8

  /// In steps of 0.01 kg/m.
  public var windResistanceSteps: UInt8

  /// Crr 0.004 and Cw 0.51 kg/m are what apps send for a road bike.
  public init(
    windSpeedSteps: Int16 = 0, gradeSteps: Int16 = 0, rollingResistanceSteps: UInt8 = 40,
    windResistanceSteps: UInt8 = 51
  ) {
    self.windSpeedSteps = windSpeedSteps
    self.gradeSteps = gradeSteps
    self.rollingResistanceSteps = rollingResistanceSteps
    self.windResistanceSteps = windResistanceSteps
  }

  /// Units instead of steps, rounded to the step and kept within the octets.
  public init(
    windSpeed: ExactDecimal, grade: ExactDecimal, rollingResistance: ExactDecimal,
    windResistance: ExactDecimal
  ) {
    let rows = TargetRows.simulation
    func raw(_ row: Int, _ value: ExactDecimal) -> Int64 {
      rows[row].format.saturated(rows[row].scale.raw(of: value))
    }
    windSpeedSteps = Int16(clamping: raw(0, windSpeed))
    gradeSteps = Int16(clamping: raw(1, grade))
    rollingResistanceSteps = UInt8(clamping: raw(2, rollingResistance))
    windResistanceSteps = UInt8(clamping: raw(3, windResistance))
  }

  /// In m/s.
  public var windSpeed: ExactDecimal { value(0, Int64(windSpeedSteps)) }

  /// In percent.
  public var grade: ExactDecimal { value(1, Int64(gradeSteps)) }

  /// Without a unit.
  public var rollingResistance: ExactDecimal { value(2, Int64(rollingResistanceSteps)) }

  /// In kg/m.
  public var windResistance: ExactDecimal { value(3, Int64(windResistanceSteps)) }

  private func value(_ row: Int, _ steps: Int64) -> ExactDecimal {
    TargetRows.simulation[row].scale.value(of: steps)
  }
}
