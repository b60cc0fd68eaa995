import RulloBase
import RulloTestSupport
import Testing

@Suite("Text")
struct TextTests {
  @Test("JSON keeps the order of keys and escapes what needs it") func json() {
    var json = JSONWriter()
    json.beginObject()
    json.key("rate_hz")
    json.number(ExactDecimal(11_125, exponent: -3))
    json.key("list")
    json.beginArray()
    json.number(-1)
    json.null()
    json.bool(true)
    json.endArray()
    json.key("text")
    json.string("a\"b\\\n\u{1}é")
    json.endObject()
    #expect(
      json.text.string == #"{"rate_hz":11.125,"list":[-1,null,true],"text":"a\"b\\\n\u0001é"}"#)
  }

  @Test(
    "hexadecimal is read in every notation people paste",
    arguments: ["44 00 60 0b", "4400600B", "44-00-60-0B", "0x44,0x00, 0x60 0x0B", "0x4400600b"])
  func hex(text: String) { #expect(Hex.bytes(text) == [0x44, 0x00, 0x60, 0x0B]) }

  @Test("hexadecimal refuses halves and other letters", arguments: ["4", "44 0", "4G", "44..1e"])
  func refusal(text: String) { #expect(Hex.bytes(text) == nil) }

  // The three values are the examples of FIPS 180-4's companion and of `printf '' | sha256sum`.
  @Test(
    "SHA-256 agrees with the standard's examples",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func digest(message: String, expected: String) {
    var sha = SHA256()
    sha.update(message.utf8)
    #expect(sha.hexDigest == expected)
  }

  @Test("numbers around every power of ten print all their digits") func digits() {
    // `String` of the standard library is the other opinion.
    var power: UInt64 = 1
    while true {
      for value in [power &- 1, power, power &+ 1, .max - power] {
        var text = TextBuffer()
        text.append(digits: value, atLeast: 1)
        #expect(text.string == String(value))
      }
      let (next, overflow) = power.multipliedReportingOverflow(by: 10)
      if overflow { break }
      power = next
    }
    var text = TextBuffer()
    text.append(digits: 7, atLeast: 9)
    text.append(Int64.min)
    #expect(text.string == "000000007-9223372036854775808")
  }
}
