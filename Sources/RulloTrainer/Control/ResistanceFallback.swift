public import RulloFitness

/// Turns a slope into a resistance level for machines that cannot simulate one.
///
/// level = round(1.5 × grade in percent × gain) + offset + 1 + rolling + wind, where
/// rolling = (crr octet − 40) × 0.05 and wind = (cw octet − 51) × 0.05: both are 0 for the
/// coefficients that apps send. 4.00 % is level 6 + 4 + 1 = 11. A level is ten steps of the wire; the
/// result is kept within the announced range and on its steps. A steeper slope never gives a lower
/// level. Source: the practice of existing bridges (devices, section 8), which take the wind from the
/// rolling octet by mistake.
public struct ResistanceFallback: Hashable, Sendable {
  /// In percent of the levels for a slope: 100 is 1.5 levels for 1 %.
  public var gainPercent: Int

  /// Levels on the flat, less one.
  public var offset: Int

  public init(gainPercent: Int = 100, offset: Int = 4) {
    self.gainPercent = min(max(gainPercent, 0), 1_000)
    self.offset = min(max(offset, -100), 100)
  }

  /// The resistance for a slope in steps of 0.1; without a range within 0 and 3276.7.
  public func resistance(
    for simulation: IndoorBikeSimulation, in range: SupportedRange? = nil
  ) -> Int16 {
    // In ten-thousandths of a level: 1.5 × 0.01 % × gain.
    let slope = Int(simulation.gradeSteps) * 150 * gainPercent / 100
    let whole = (slope.magnitude + 5_000) / 10_000
    let base = slope < 0 ? -Int(whole) : Int(whole)
    let rolling = (Int(simulation.rollingResistanceSteps) - 40) * 500
    let wind = (Int(simulation.windResistanceSteps) - 51) * 500
    let level = (base + offset + 1) * 10_000 + rolling + wind
    let tenths = level >= 0 ? (level + 500) / 1_000 : (level - 500) / 1_000
    let limits = range ?? SupportedRange(minimum: 0, maximum: Int(Int16.max), increment: 1)
    return Int16(clamping: limits.nearest(to: tenths))
  }
}
