internal import RulloFitness

extension TrainerCore {
  /// A set-point that is not sent.
  struct NotSent: Error {
    let reason: Refusal
  }

  /// The request for a set-point on this machine: with its fallback, within its ranges.
  mutating func resolve(
    _ setPoint: SetPoint
  ) -> Result<FitnessMachineControlPointRequest, NotSent> {
    switch setPoint {
    case .simulation(let simulation):
      guard capabilities.needsFallback else { return .success(request(for: setPoint)) }
      guard takes(.resistance, opCode: 0x04) else {
        return .failure(NotSent(reason: .notSupported))
      }
      let tenths = policy.fallback.resistance(for: simulation, in: capabilities.resistance)
      tell(.fallback(setPoint, resistance: tenths))
      return .success(request(for: .resistance(tenths)))
    case .power(let watts):
      guard takes(.power, opCode: 0x05) else { return .failure(NotSent(reason: .notSupported)) }
      return .success(bounded(setPoint, Int(watts), capabilities.power) { .power($0) })
    case .resistance(let tenths):
      guard takes(.resistance, opCode: 0x04) else {
        return .failure(NotSent(reason: .notSupported))
      }
      return .success(
        bounded(setPoint, Int(tenths), capabilities.resistance) { .resistance($0) })
    }
  }

  private func takes(_ target: FitnessMachineFeature.Targets, opCode: UInt8) -> Bool {
    guard !capabilities.unsupported.contains(opCode) else { return false }
    return capabilities.features?.targets.contains(target) ?? true
  }

  private func request(for setPoint: SetPoint) -> FitnessMachineControlPointRequest {
    setPoint.request(isNarrow: capabilities.isResistanceNarrow)
  }

  private mutating func bounded(
    _ setPoint: SetPoint, _ value: Int, _ range: SupportedRange?, _ make: (Int16) -> SetPoint
  ) -> FitnessMachineControlPointRequest {
    let sent = make(Int16(clamping: range?.nearest(to: value) ?? value))
    if sent != setPoint { tell(.clamped(setPoint, to: sent)) }
    return request(for: sent)
  }
}
