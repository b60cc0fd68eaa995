internal import RulloBase
internal import RulloFitness

/// What reading a row needs, without references: it is looked at for each field of each value.
struct FieldStep: Sendable {
  enum Nature: Sendable {
    /// Goes up and down with the rider or the road.
    case measured
    /// Counts up and begins again behind its largest number.
    case counter
    /// A counter of ticks of the device's own clock.
    case eventTime(ticksPerSecond: Int64)
  }

  let row: Int
  let nature: Nature
  let isSigned: Bool
  let bits: Int

  /// "Not available" as decoded values have it, sign-extended.
  let sentinel: UInt32?

  var isCounter: Bool {
    switch nature {
    case .measured: false
    case .counter, .eventTime: true
    }
  }
}

/// A row of a field table as the facts of a stream need it: looked up once, not for each value.
struct FieldPlan: Sendable {
  let step: FieldStep
  let name: String
  let unit: String
  let key: String
  let scale: Scale

  /// Fields that stand together behind one flag; the first of them speaks for all.
  let isFirstOfGroup: Bool

  private static let counters: Set<String> = [
    "total_distance_m", "elapsed_time_s", "total_energy_kcal", "accumulated_energy_kj",
    "step_count", "stride_count_strides", "stroke_count", "floors",
  ]

  /// The rows of a layout that carry octets of their own and a number in them.
  static func rows(of layout: CharacteristicLayout) -> [FieldPlan] {
    let fields = layout.tables[0].fields
    var before: Presence?
    return fields.indices.compactMap { row in
      let field = fields[row]
      guard field.format.octets > 0 else { return nil }
      defer { before = field.presence }
      return FieldPlan(
        field, row: row, isFirst: field.presence == .always || field.presence != before)
    }
  }

  private init?(_ field: Field, row: Int, isFirst: Bool) {
    let nature: FieldStep.Nature
    switch field.content {
    case .number: nature = Self.counters.contains(field.key.description) ? .counter : .measured
    case .revolutions: nature = .counter
    case .eventTime(_, let ticks): nature = .eventTime(ticksPerSecond: Int64(ticks))
    default: return nil
    }
    name = field.name.description
    unit = field.unit.description
    key = field.key.description
    scale = field.scale
    let octets = min(field.format.octets, 4)
    step = FieldStep(
      row: row, nature: nature, isSigned: field.format.isSigned, bits: octets * 8,
      sentinel: field.notAvailable.map { raw in
        let unused = UInt32(32 - octets * 8)
        guard field.format.isSigned, unused > 0 else { return raw }
        return UInt32(bitPattern: Int32(bitPattern: raw << unused) >> unused)
      })
    isFirstOfGroup = isFirst
  }

  var row: Int { step.row }
  var isCounter: Bool { step.isCounter }

  /// Whether a rider makes the number: one who rides steadily keeps it, whatever the firmware.
  var isOfRider: Bool {
    ["speed", "cadence", "power", "pace", "rate", "energy_per", "metabolic", "force", "torque"]
      .contains { key.contains($0) } && !isCounter
  }

  /// Whether the number comes from a strap that may not be worn.
  var needsSensor: Bool { key.hasPrefix("heart_rate") }

  /// A raw number in the unit of the field, with and without its symbol.
  func text(_ raw: Int64) -> String { number(raw) + (unit.isEmpty ? "" : " " + unit) }

  func number(_ raw: Int64) -> String { "\(scale.value(of: raw))" }

  /// A number of steps in the unit of the field.
  func text(step: Int64) -> String {
    let width = ExactDecimal(
      step.multipliedReportingOverflow(by: scale.multiplier).partialValue, exponent: scale.exponent)
    return "\(width)" + (unit.isEmpty ? "" : " " + unit)
  }
}
