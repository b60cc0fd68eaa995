public import RulloBase

/// The field table of one characteristic: the only place that says how its values look.
///
/// Decoder, encoder, JSON, text for people and documentation all walk these rows.
public final class CharacteristicLayout: Sendable {
  public let uuid: BluetoothUUID

  /// The name of the characteristic in the Bluetooth assigned numbers.
  public let name: StaticString

  /// Octets of the flags in front of the fields; 0 where there are none.
  public let flagOctets: Int

  /// The flag bits that are not reserved.
  public let definedFlags: UInt32

  /// Flag bits that must not all be set in one value.
  public let exclusiveFlags: UInt32?

  /// The tables: the plain one and its variants, or one for each op code.
  public let tables: [FieldTable]

  /// How values with op codes are told apart; `nil` for a characteristic without.
  public let operations: Operations?

  /// The table to decode with, where the length does not select one.
  let preferred: Int

  /// When a tolerant decoder takes the last table instead of the preferred one.
  let variantRule: VariantRule?

  /// The plain table made ready for speed; `nil` where it is not that plain.
  let plan: FastPlan?

  /// How the length of a value tells which of two published tables it follows.
  enum VariantRule: Sendable {
    /// The value has exactly this many octets.
    case length(Int)

    /// The preferred table leaves octets over, and the other one none; no reserved bit, which
    /// might stand for those octets, is set.
    case exactFit
  }

  /// Where the op code stands, under which keys it is printed, and what unknown ones get.
  public struct Operations: Sendable {
    public let offset: Int

    /// Keys in JSON; `nil` where the number or the name is not printed.
    public let numberKey: StaticString?
    public let nameKey: StaticString?

    /// The key in errors.
    public let key: StaticString

    /// The table for each op code; the last table is for unknown ones.
    let tableOfCode: [UInt8]
    let unknown: Int
  }

  /// A characteristic whose fields are always there or stand behind flags.
  init(
    _ uuid: BluetoothUUID, flagOctets: Int = 0, definedFlags: UInt32 = 0,
    exclusiveFlags: UInt32? = nil, variants: [FieldTable] = [], preferred: Int = 0,
    variantRule: VariantRule? = nil, _ fields: [Field]
  ) {
    self.uuid = uuid
    name = AssignedNames.name(of: uuid) ?? ""
    self.flagOctets = flagOctets
    self.definedFlags = definedFlags
    self.exclusiveFlags = exclusiveFlags
    self.preferred = preferred
    self.variantRule = variantRule
    tables = [FieldTable("", fields)] + variants
    operations = nil
    let hasOnePlainTable: Bool
    if case .exactFit = variantRule {
      hasOnePlainTable = preferred == 0
    } else {
      hasOnePlainTable = variants.isEmpty
    }
    let isPlain = hasOnePlainTable && exclusiveFlags == nil
    plan = isPlain ? FastPlan(tables[0], flagOctets: flagOctets) : nil
  }

  /// A characteristic whose op code says which fields follow.
  init(
    _ uuid: BluetoothUUID, opCodeAt offset: Int = 0, key: StaticString = "op_code",
    numberKey: StaticString? = "op_code", nameKey: StaticString? = "op",
    operations: [FieldTable],
    unknown: [Field] = [
      Field("parameter_hex", "Parameter", "parameter", content: .hex)
    ]
  ) {
    self.uuid = uuid
    name = AssignedNames.name(of: uuid) ?? ""
    flagOctets = 0
    definedFlags = 0
    exclusiveFlags = nil
    preferred = 0
    variantRule = nil
    plan = nil
    tables = operations + [FieldTable("unknown", unknown)]
    var tableOfCode = [UInt8](repeating: UInt8(clamping: operations.count), count: 256)
    for (index, table) in operations.enumerated() {
      if let code = table.code { tableOfCode[Int(code)] = UInt8(clamping: index) }
    }
    self.operations = Operations(
      offset: offset, numberKey: numberKey, nameKey: nameKey, key: key, tableOfCode: tableOfCode,
      unknown: operations.count)
  }
}

extension CharacteristicLayout: CustomStringConvertible {
  /// UUID and name: `2AD2 Indoor Bike Data`.
  public var description: String { "\(uuid) \(name)" }
}
