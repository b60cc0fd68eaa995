/// The rows of a characteristic, of one op code, or of a variant, in wire order.
///
/// A class, so that passing a table on counts one reference instead of one for each of its parts.
public final class FieldTable: Sendable {
  /// The op code or the variant; empty for the plain table of a characteristic.
  public let words: Words

  /// The op code that selects the table.
  public let code: UInt8?

  /// Whether the first two rows are the op code asked for and the result.
  public let isResponse: Bool

  public let fields: [Field]

  /// The same rows as the decoder walks them.
  let steps: [Step]

  /// The same rows as printing walks them.
  let plainRows: [PlainRow]

  /// The row that a tolerant decoder may read as one octet.
  let tolerantRow: Int?

  /// The rows that are sets of bits.
  let bitSetRows: [Int]

  public init(
    _ words: Words = "", code: UInt8? = nil, isResponse: Bool = false, _ fields: [Field]
  ) {
    self.words = words
    self.code = code
    self.isResponse = isResponse
    // Presence and raw values of a decoded value have 32 places.
    self.fields = Array(fields.prefix(DecodedValue.rowLimit))
    let steps = self.fields.indices.map { Step(row: $0, of: fields) }
    self.steps = steps
    plainRows = zip(self.fields, steps).map { PlainRow($0, $1) }
    bitSetRows = self.fields.indices.filter {
      if case .bitSet = fields[$0].content { true } else { false }
    }
    tolerantRow = fields.firstIndex { $0.tolerance == .oneOctetInShortValue }
  }
}

/// A row reduced to what decoding needs, without references, so that walking rows counts none.
struct Step: Sendable {
  enum Action: UInt8 {
    case integer
    case code
    /// A part of other octets.
    case slice
    case list
    case rest
    case text
    case counted
    case fixed
  }

  enum Rule: UInt8 {
    case flags
    case answer
    case answerIfAny
    case withPrevious
  }

  let action: Action
  let rule: Rule
  let octets: UInt8
  let isSigned: Bool
  let acceptsOneOctet: Bool

  /// The row whose octets a slice is a part of; -1 for the flags.
  let source: Int8
  let request: UInt8
  let result: UInt8

  /// The row is there when `flags & mask == expected`.
  let mask: UInt32
  let expected: UInt32
  let widerMask: UInt32
  let maximum: UInt32

  init(row: Int, of fields: [Field]) {
    let field = fields[row]
    (rule, mask, expected, request, result) =
      switch field.presence {
      case .always: (.flags, 0, 0, 0, 0)
      case .whenSet(let bit): (.flags, 1 << UInt32(bit), 1 << UInt32(bit), 0, 0)
      case .whenClear(let bit): (.flags, 1 << UInt32(bit), 0, 0, 0)
      case .inAnswer(let request, let result): (.answer, 0, 0, request, result)
      case .inAnswerIfAny(let request, let result): (.answerIfAny, 0, 0, request, result)
      case .withPrevious: (.withPrevious, 0, 0, 0, 0)
      }
    action =
      switch field.content {
      case .text: .text
      case .hex: .rest
      case .list: .list
      case .countedHex: .counted
      case .identifier, .dateTime: .fixed
      case .code where field.format.octets > 0: .code
      default: field.format.octets > 0 ? .integer : .slice
      }
    octets = UInt8(clamping: field.format.octets)
    isSigned = field.format.isSigned
    acceptsOneOctet = field.tolerance == .oneOctetAtEnd
    widerMask = field.format.widerWhenSet.map { 1 << UInt32($0) } ?? 0
    maximum = field.maximum ?? .max
    source =
      field.slice?.source == .flags
      ? -1 : Int8(clamping: fields[..<row].lastIndex { $0.format.octets > 0 } ?? -1)
  }
}
