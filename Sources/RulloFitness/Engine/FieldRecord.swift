public import RulloBase

/// A decoded value with the octets that it may still need, the storage of the typed values.
public struct FieldStorage: Hashable, Sendable {
  public internal(set) var value: DecodedValue

  /// The octets it was decoded from, where it has text, lists or other long fields.
  public internal(set) var source: [UInt8]

  /// The octets behind the last field.
  public internal(set) var trailing: [UInt8]

  init(value: DecodedValue = DecodedValue(), source: [UInt8] = [], trailing: [UInt8] = []) {
    self.value = value
    self.source = source
    self.trailing = trailing
  }
}

/// A value of one characteristic whose fields stand behind flags, over its field table.
public protocol FieldRecord: Hashable, Sendable {
  associatedtype Row: RawRepresentable<Int> & CaseIterable & Sendable

  static var layout: CharacteristicLayout { get }
  var storage: FieldStorage { get set }
  init(storage: FieldStorage)
}

extension FieldRecord {
  /// The shortest value: all flags 0.
  public init() {
    self.init(storage: FieldStorage(value: Self.layout.empty(flags: 0)))
  }

  /// Decodes a value that follows the table; octets behind the last field are kept.
  public init(decoding bytes: some Collection<UInt8>) throws(DecodingFailure) {
    let octets = Array(bytes)
    let value = try octets.withRawSpan { bytes throws(DecodingFailure) in
      try Self.layout.decodeStrictly(bytes)
    }
    self.init(
      storage: FieldStorage(
        value: value, source: Self.layout.hasLongFields(value) ? octets : [],
        trailing: Array(octets.dropFirst(value.consumed))))
  }

  /// Decodes what can be read; ``failure`` says what was wrong first.
  ///
  /// The octets that a fault left unread are kept as ``trailing``, so that encoding gives them back.
  public init(tolerating bytes: some Collection<UInt8>) {
    let octets = Array(bytes)
    let value = octets.withRawSpan { Self.layout.decode($0) }
    self.init(
      storage: FieldStorage(
        value: value, source: Self.layout.hasLongFields(value) ? octets : [],
        trailing: Array(octets.dropFirst(value.consumed))))
  }

  /// The first fault of a value that was decoded tolerantly; `nil` where it follows its table.
  public var failure: DecodingFailure? { Self.layout.failure(of: storage.value) }

  /// The octets of the value.
  public var encoded: [UInt8] {
    // Setters keep every integer within its octets, so that nothing is left to refuse.
    let fields = try? Self.layout.encodeFields(storage.value, source: storage.source)
    return (fields ?? []) + storage.trailing
  }

  /// The octets behind the last field.
  public var trailing: [UInt8] { storage.trailing }

  /// The field of a row: absent, not available, or a number in its unit.
  public func reading(of row: Row) -> Reading {
    Self.layout.reading(row: row.rawValue, of: storage.value)
  }

  /// The number of a row in its unit; `nil` where it is absent or not available.
  ///
  /// Setting a number makes the field present together with its group, rounded to the step of the
  /// field and kept within what its octets can carry; setting `nil` takes the whole group out.
  public subscript(row: Row) -> ExactDecimal? {
    get { reading(of: row).value }
    set { Self.layout.set(newValue, row: row.rawValue, of: &storage.value) }
  }

  /// Sets a number that must arrive as it is: one between two steps or beyond the octets throws.
  public mutating func setExactly(
    _ number: ExactDecimal, _ row: Row
  ) throws(EncodingFailure) {
    var changed = self
    changed[row] = number
    guard changed[row] == number else {
      throw Self.layout.refusal(of: number, row: row.rawValue, in: storage.value)
    }
    self = changed
  }

  /// Makes a field present and "not available"; answers whether its table has such a value.
  @discardableResult
  public mutating func setNotAvailable(_ row: Row) -> Bool {
    Self.layout.setNotAvailable(row: row.rawValue, of: &storage.value)
  }
}
