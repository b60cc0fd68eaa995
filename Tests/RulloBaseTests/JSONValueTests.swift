import RulloBase
import Testing

@Suite("JSON that people write")
struct JSONValueTests {
  // Source: RFC 8259, sections 3 to 7; the surrogate pair of section 7 is U+1D11E.
  static let texts: [(String, JSONValue)] = [
    ("null", .null), (" true ", .bool(true)), ("false", .bool(false)),
    ("-12.50e+3", .number("-12.50e+3")), ("0", .number("0")),
    (#""a\"\\\/\b\f\n\r\t\u00e9\ud834\udd1e""#, .string("a\"\\/\u{8}\u{C}\n\r\té\u{1D11E}")),
    ("[]", .array([])), ("[1, [2]]", .array([.number("1"), .array([.number("2")])])),
    ("{}", .object([])),
    ("\u{FEFF}{\"b\": 1, \"a\": null}", .object([.init("b", .number("1")), .init("a", .null)])),
  ]

  @Test("values of every kind", arguments: texts.indices) func values(index: Int) throws {
    let (text, value) = Self.texts[index]
    #expect(try JSONValue(Array(text.utf8)) == value)
  }

  @Test(
    "what is no JSON names its line",
    arguments: [
      ("", 1), ("{\n\n\"a\" 1}", 3), ("[1,]", 1), ("{\"a\":1,}", 1), ("01", 1), ("1.", 1),
      ("1e", 1), ("-", 1), ("\"\n\"", 2), ("\"\\x\"", 1), ("\"\\ud834\"", 1), ("tru", 1),
      ("[\n1\n2]", 3), ("1 2", 1), ("\"a", 1), ("{1:2}", 1),
    ])
  func faults(text: String, line: Int) {
    let failure = #expect(throws: JSONFailure.self) { try JSONValue(Array(text.utf8)) }
    #expect(failure?.line == line)
  }

  @Test("depth is bounded") func depth() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: JSONFailure.self) { try JSONValue(Array(deep.utf8)) }
    let near = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(throws: Never.self) { try JSONValue(Array(near.utf8)) }
  }

  @Test("every prefix and every changed octet is survived") func fuzz() {
    let octets = Array(#"{"a": [1.5e-3, "x\u00e9\n", true, null], "b": {}}"#.utf8)
    for length in 0..<octets.count {
      #expect(throws: JSONFailure.self) { try JSONValue(Array(octets.prefix(length))) }
    }
    for place in octets.indices {
      for octet in UInt8.min...UInt8.max {
        var changed = octets
        changed[place] = octet
        _ = try? JSONValue(changed)
      }
    }
  }
}
