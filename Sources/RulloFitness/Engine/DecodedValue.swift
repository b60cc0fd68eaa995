public import RulloBase

/// A value as its field table reads it: raw integers, presence and the first fault.
///
/// Holds no references and no memory of its own. Text, lists and other long fields are kept as
/// the place where they stand, so the bytes are needed again to print or encode them.
public struct DecodedValue: Hashable, Sendable {
  /// The most rows that a table may have.
  static let rowLimit = 32

  /// The flags as sent; 0 where the characteristic has none.
  public internal(set) var flags: UInt32 = 0

  /// One bit for each row that is there.
  public internal(set) var presence: UInt32 = 0

  /// The integers as sent, sign-extended to 32 bits; offset and length of long fields.
  var raw = RawIntegers()

  /// Which table of the layout was used.
  public internal(set) var table = 0

  /// The op code as sent; 0 where the characteristic has none.
  public internal(set) var opCode: UInt8 = 0

  /// The row that was read as one octet although the table asks for two.
  public internal(set) var narrowRow: Int?

  /// Octets of the value, and how many of them the fields take.
  public internal(set) var count = 0
  public internal(set) var consumed = 0

  /// What was wrong first.
  public internal(set) var fault: Fault?

  public init() {}

  /// A fault without its words; a layout turns it into a ``DecodingFailure``.
  public struct Fault: Hashable, Sendable {
    public let kind: DecodingFailure.Kind

    /// The row of the table, or -1 for the flags or the op code.
    public let row: Int
    public let offset: Int
    public let needed: Int
    public let available: Int
  }

  /// Whether the field of a row is in the value.
  public func contains(row: Int) -> Bool {
    (0..<Self.rowLimit).contains(row) && presence & (1 << UInt32(row)) != 0
  }

  /// The integer of a row as sent; 0 where the row is not there.
  public func raw(row: Int) -> UInt32 { contains(row: row) ? raw[row] : 0 }

  /// The rows that are there and that the table has.
  func rows(of table: FieldTable) -> PresentRows {
    let count = table.fields.count
    return PresentRows(rest: count < 32 ? presence & (1 << UInt32(count) - 1) : presence)
  }

  /// Octets behind the last field; 0 where a fault ended decoding early.
  public var trailingCount: Int { fault?.kind == .truncated ? 0 : count - consumed }

  mutating func set(_ value: UInt32, row: Int) {
    guard (0..<Self.rowLimit).contains(row) else { return }
    raw[row] = value
    presence |= 1 << UInt32(row)
  }

  /// Makes a row present that has no integer of its own.
  mutating func mark(row: Int) {
    if (0..<Self.rowLimit).contains(row) { presence |= 1 << UInt32(row) }
  }

  mutating func note(
    _ kind: DecodingFailure.Kind, row: Int, at offset: Int, needed: Int = 0, available: Int = 0
  ) {
    if fault == nil {
      fault = Fault(kind: kind, row: row, offset: offset, needed: needed, available: available)
    }
  }
}
