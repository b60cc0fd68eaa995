internal import RulloFitness

/// A row of the control point's table: what an op code needs (Fitness Machine Service 4.16.1).
struct ControlOperation: Sendable {
  let opCode: UInt8

  /// Every operation but the request for control itself.
  let needsControl: Bool

  /// The feature bit without which the op code is not supported.
  let target: FitnessMachineFeature.Targets?

  private init(
    _ opCode: UInt8, _ target: FitnessMachineFeature.Targets? = nil, needsControl: Bool = true
  ) {
    self.opCode = opCode
    self.needsControl = needsControl
    self.target = target
  }

  static let rows: [ControlOperation] = [
    ControlOperation(0x00, needsControl: false),
    ControlOperation(0x01),
    ControlOperation(0x02, .speed),
    ControlOperation(0x03, .inclination),
    ControlOperation(0x04, .resistance),
    ControlOperation(0x05, .power),
    ControlOperation(0x06, .heartRate),
    ControlOperation(0x07),
    ControlOperation(0x08),
    ControlOperation(0x09, .expendedEnergy),
    ControlOperation(0x0A, .stepNumber),
    ControlOperation(0x0B, .strideNumber),
    ControlOperation(0x0C, .distance),
    ControlOperation(0x0D, .trainingTime),
    ControlOperation(0x0E, .timeInTwoHeartRateZones),
    ControlOperation(0x0F, .timeInThreeHeartRateZones),
    ControlOperation(0x10, .timeInFiveHeartRateZones),
    ControlOperation(0x11, .indoorBikeSimulation),
    ControlOperation(0x12, .wheelCircumference),
    ControlOperation(0x13, .spinDownControl),
    ControlOperation(0x14, .cadence),
  ]

  /// The row of an op code; `nil` for a reserved one.
  init?(_ opCode: UInt8) {
    guard Self.rows.indices.contains(Int(opCode)) else { return nil }
    self = Self.rows[Int(opCode)]
  }
}
