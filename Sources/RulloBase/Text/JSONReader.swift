/// Reads a JSON text (RFC 8259) from octets; depth is bounded, so that no input exhausts the stack.
struct JSONReader {
  private let octets: [UInt8]
  private var place = 0
  private var depth = 0

  private static let deepest = 64

  init(_ octets: [UInt8]) {
    self.octets = octets
    // Some editors put a byte order mark in front.
    if octets.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
  }

  mutating func document() throws(JSONFailure) -> JSONValue {
    let value = try value()
    skipBlanks()
    guard place == octets.count else { throw failure("something stands behind the JSON text") }
    return value
  }

  private mutating func value() throws(JSONFailure) -> JSONValue {
    skipBlanks()
    switch peek {
    case UInt8(ascii: "{"):
      return try nested { (reader) throws(JSONFailure) in try reader.object() }
    case UInt8(ascii: "["): return try nested { (reader) throws(JSONFailure) in try reader.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case .some(0x2D), .some(0x30...0x39): return .number(try number())
    case nil: throw failure("the text ends where a value should stand")
    default: throw failure("no value begins here")
    }
  }

  private mutating func nested(
    _ body: (inout JSONReader) throws(JSONFailure) -> JSONValue
  ) throws(JSONFailure) -> JSONValue {
    guard depth < Self.deepest else { throw failure("nested deeper than \(Self.deepest)") }
    depth += 1
    place += 1
    let value = try body(&self)
    depth -= 1
    return value
  }

  private mutating func object() throws(JSONFailure) -> JSONValue {
    var members: [JSONValue.Member] = []
    skipBlanks()
    if take("}") { return .object([]) }
    repeat {
      skipBlanks()
      guard peek == UInt8(ascii: "\"") else { throw failure("a key in quotes is missing") }
      let key = try string()
      skipBlanks()
      guard take(":") else { throw failure("a colon is missing behind \"\(key)\"") }
      members.append(JSONValue.Member(key, try value()))
      skipBlanks()
    } while take(",")
    guard take("}") else { throw failure("a comma or } is missing") }
    return .object(members)
  }

  private mutating func array() throws(JSONFailure) -> JSONValue {
    var items: [JSONValue] = []
    skipBlanks()
    if take("]") { return .array([]) }
    repeat {
      items.append(try value())
      skipBlanks()
    } while take(",")
    guard take("]") else { throw failure("a comma or ] is missing") }
    return .array(items)
  }

  private mutating func string() throws(JSONFailure) -> String {
    place += 1
    var text: [UInt8] = []
    while let byte = peek {
      place += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else {
          throw failure("a string that is not UTF-8")
        }
        return string
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20: throw failure("a control character inside a string")
      default: text.append(byte)
      }
    }
    throw failure("a string without its closing quote")
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONFailure) {
    guard let byte = peek else { throw failure("a string without its closing quote") }
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var scalar = try unit()
      if 0xD800...0xDBFF ~= scalar, octets[place...].starts(with: [0x5C, 0x75]) {
        place += 2
        let low = try unit()
        guard 0xDC00...0xDFFF ~= low else { throw failure("half of a character") }
        scalar = 0x10000 + (scalar & 0x3FF) << 10 | (low & 0x3FF)
      }
      guard let character = Unicode.Scalar(scalar) else { throw failure("half of a character") }
      text.append(contentsOf: UTF8.encode(character) ?? UTF8.encodedReplacementCharacter)
    default: throw failure("an unknown escape in a string")
    }
  }

  private mutating func unit() throws(JSONFailure) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = peek.flatMap(Hex.digit) else {
        throw failure("\\u without its four digits")
      }
      unit = unit << 4 | UInt32(digit)
      place += 1
    }
    return unit
  }

  private mutating func number() throws(JSONFailure) -> String {
    let start = place
    _ = take("-")
    let whole = digits()
    guard whole > 0, whole == 1 || octets[place - whole] != 0x30 else {
      throw failure("a number that is none")
    }
    if take("."), digits() == 0 { throw failure("a number that ends with its point") }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      guard digits() > 0 else { throw failure("an exponent without digits") }
    }
    return String(decoding: octets[start..<place], as: UTF8.self)
  }

  private mutating func digits() -> Int {
    let start = place
    while let byte = peek, 0x30...0x39 ~= byte { place += 1 }
    return place - start
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(JSONFailure) -> JSONValue {
    guard octets[place...].starts(with: word.utf8) else { throw failure("no value begins here") }
    place += word.utf8.count
    return value
  }

  private var peek: UInt8? { place < octets.count ? octets[place] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek.map(UInt32.init) == character.value else { return false }
    place += 1
    return true
  }

  private mutating func skipBlanks() {
    while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
  }

  private func failure(_ expected: String) -> JSONFailure {
    JSONFailure(line: 1 + octets[..<min(place, octets.count)].count { $0 == 0x0A }, expected)
  }
}
