public import RulloBase

/// A data page of ANT+ FE-C as Tacx trainers carry it (6E40FEC2 and 6E40FEC3).
///
/// Numbers are integers in the steps of the wire; octets that a page does not use are sent as FF.
public enum FitnessEquipmentPage: Hashable, Sendable {
  case general(GeneralEquipmentPage)
  case trainer(TrainerPage)

  /// In steps of 0.5 %.
  case basicResistance(UInt8)

  /// In steps of 0.25 W.
  case targetPower(UInt16)

  /// Steps of 0.01 kg/m, of 1 km/h above -127, and of 0.01.
  case windResistance(coefficient: UInt8, windSpeed: UInt8, draftingFactor: UInt8)

  /// Steps of 0.01 % above -200 %, and of 0.00005.
  case trackResistance(grade: UInt16, rollingResistance: UInt8)

  /// A page without a type of its own, as sent: seven octets behind its number.
  case other(number: UInt8, octets: [UInt8])

  public var number: UInt8 {
    switch self {
    case .general: 16
    case .trainer: 25
    case .basicResistance: 48
    case .targetPower: 49
    case .windResistance: 50
    case .trackResistance: 51
    case .other(let number, _): number
    }
  }

  /// A target in watts, rounded to the step of 0.25 W and kept within what can be sent.
  public static func targetPower(watts: ExactDecimal) -> Self {
    .targetPower(UInt16(clamping: Scale(25, exponent: -2).raw(of: watts)))
  }

  /// A resistance in percent, rounded to the step of 0.5 %; no more than 100 is sent.
  public static func basicResistance(percent: ExactDecimal) -> Self {
    .basicResistance(min(200, UInt8(clamping: Scale.half.raw(of: percent))))
  }

  /// A grade in percent and a coefficient without a unit, rounded to their steps.
  public static func trackResistance(grade: ExactDecimal, rollingResistance: ExactDecimal) -> Self {
    .trackResistance(
      grade: UInt16(clamping: Scale(1, exponent: -2, zero: 20_000).raw(of: grade)),
      rollingResistance: UInt8(clamping: Scale(5, exponent: -5).raw(of: rollingResistance)))
  }

  /// The page of a frame that was decoded without a fault.
  init(_ value: DecodedValue, _ octets: [UInt8]) {
    switch value.opCode {
    case 16: self = .general(GeneralEquipmentPage(value))
    case 25: self = .trainer(TrainerPage(value))
    case 48: self = .basicResistance(value.octet(11))
    case 49: self = .targetPower(value.unsigned(10))
    case 50:
      self = .windResistance(
        coefficient: value.octet(9), windSpeed: value.octet(10), draftingFactor: value.octet(11))
    case 51: self = .trackResistance(grade: value.unsigned(9), rollingResistance: value.octet(10))
    default: self = .other(number: value.opCode, octets: Array(octets.dropFirst(5).prefix(7)))
    }
  }

  /// The integers behind the page number, in the order of the table.
  var integers: [Int64] {
    func behind(unused count: Int, _ numbers: [Int64]) -> [Int64] {
      [Int64](repeating: 0xFF, count: count) + numbers
    }
    switch self {
    case .general(let page): return page.integers
    case .trainer(let page): return page.integers
    case .basicResistance(let level): return behind(unused: 6, [Int64(level)])
    case .targetPower(let power): return behind(unused: 5, [Int64(power)])
    case .windResistance(let coefficient, let windSpeed, let draftingFactor):
      return behind(unused: 4, [Int64(coefficient), Int64(windSpeed), Int64(draftingFactor)])
    case .trackResistance(let grade, let rollingResistance):
      return behind(unused: 4, [Int64(grade), Int64(rollingResistance)])
    case .other: return []
    }
  }
}
