/// JSON text written front to back; keys stay in the order in which they are written.
public struct JSONWriter: ~Copyable {
  public var text: TextBuffer
  @usableFromInline internal var needsComma = false

  public init(capacity: Int = 4096) { text = TextBuffer(capacity: capacity) }

  @inlinable @inline(__always)
  internal mutating func separate() {
    if needsComma { text.append(byte: 0x2C) }
    needsComma = true
  }

  @inlinable
  public mutating func beginObject() {
    separate()
    text.append(byte: 0x7B)
    needsComma = false
  }

  @inlinable
  public mutating func endObject() {
    text.append(byte: 0x7D)
    needsComma = true
  }

  @inlinable
  public mutating func beginArray() {
    separate()
    text.append(byte: 0x5B)
    needsComma = false
  }

  @inlinable
  public mutating func endArray() {
    text.append(byte: 0x5D)
    needsComma = true
  }

  /// Writes a key of an object; its value is written next.
  @inlinable
  public mutating func key(_ key: StaticString) {
    separate()
    text.append(byte: 0x22)
    text.append(key)
    text.append("\":" as StaticString)
    needsComma = false
  }

  /// Writes a key that is known only when the program runs.
  public mutating func key(dynamic key: String) {
    string(key)
    text.append(byte: 0x3A)
    needsComma = false
  }

  @inlinable
  public mutating func number(_ value: Int64) {
    separate()
    text.append(value)
  }

  @inlinable
  public mutating func number(_ value: Int) { number(Int64(value)) }

  @inlinable
  public mutating func number(_ value: ExactDecimal) {
    separate()
    text.append(value)
  }

  @inlinable
  public mutating func bool(_ value: Bool) {
    separate()
    if value { text.append("true" as StaticString) } else { text.append("false" as StaticString) }
  }

  @inlinable
  public mutating func null() {
    separate()
    text.append("null" as StaticString)
  }

  /// Writes text that needs no escaping: words of the program's own.
  @inlinable
  public mutating func word(_ value: StaticString) {
    separate()
    text.append(byte: 0x22)
    text.append(value)
    text.append(byte: 0x22)
  }

  /// Writes octets as a string of upper-case pairs.
  @inlinable
  public mutating func hex(_ bytes: RawSpan) {
    separate()
    text.append(byte: 0x22)
    text.append(hex: bytes)
    text.append(byte: 0x22)
  }

  /// Writes text that came from outside, with escapes.
  public mutating func string(_ value: some StringProtocol) {
    separate()
    text.append(byte: 0x22)
    for byte in String(value).utf8 {
      switch byte {
      case 0x22: text.append("\\\"" as StaticString)
      case 0x5C: text.append("\\\\" as StaticString)
      case 0x0A: text.append("\\n" as StaticString)
      case 0x0D: text.append("\\r" as StaticString)
      case 0x09: text.append("\\t" as StaticString)
      case 0..<0x20, 0x7F:
        text.append("\\u00" as StaticString)
        text.append(byte: Hex.character(byte >> 4))
        text.append(byte: Hex.character(byte))
      default: text.append(byte: byte)
      }
    }
    text.append(byte: 0x22)
  }

  public mutating func number(_ value: Int64?) {
    if let value { number(value) } else { null() }
  }

  public mutating func number(_ value: ExactDecimal?) {
    if let value { number(value) } else { null() }
  }

  public mutating func string(_ value: String?) {
    if let value { string(value) } else { null() }
  }

  /// Ends a line of JSON Lines, or a document.
  @inlinable
  public mutating func endLine() {
    text.append(byte: 0x0A)
    needsComma = false
  }

  /// Starts a new line inside a document, so that long lists stay readable and diff well.
  @inlinable
  public mutating func breakLine() {
    if needsComma { text.append(byte: 0x2C) }
    needsComma = false
    text.append("\n " as StaticString)
  }

  /// Writes a key with its number; `nil` is null.
  public mutating func number(_ key: StaticString, _ value: Int64?) {
    self.key(key)
    number(value)
  }

  public mutating func number(_ key: StaticString, _ value: Int) { number(key, Int64(value)) }

  public mutating func number(_ key: StaticString, _ value: ExactDecimal?) {
    self.key(key)
    number(value)
  }

  /// Writes a key with text from outside; `nil` is null.
  public mutating func string(_ key: StaticString, _ value: String?) {
    self.key(key)
    string(value)
  }

  /// Writes a key with a word of the program's own.
  public mutating func word(_ key: StaticString, _ value: StaticString) {
    self.key(key)
    word(value)
  }

  public mutating func bool(_ key: StaticString, _ value: Bool) {
    self.key(key)
    bool(value)
  }
}
