import RulloTestSupport
import Testing

@Suite("rate in plain words")
struct RateSentenceTests {
  /// Notifications of 2AD2 one second apart; an empty one is the end of the link.
  private func words(_ values: [String]) throws -> String {
    var text = "rullo-session 1\nsource   made.log · app-log · 1 ms\n"
    text += "device   A  (no name in this source)\n\n"
    for (second, value) in values.enumerated() {
      text +=
        "\(second).000000000 " + (value.isEmpty ? "=A - di  0x13\n" : "←A 1826/2AD2 n  \(value)\n")
    }
    let result = try RulloCommand.run("rate", "-", input: Array(text.utf8))
    #expect(result.code == 0)
    return result.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private let part = "45 00 A0 00 2C 01"
  private let end = "00 00 CA 0C"

  /// Two parts and an end are one record of three notifications.
  @Test("says how many records were joined of how many notifications") func joined() throws {
    let text = try words([part, part, end, end, part, end])
    #expect(text.contains("They carry 3 data records, 2 of them joined from 5 notifications."))
  }

  @Test("says that the last record is not complete") func open() throws {
    let text = try words([part, end, part])
    #expect(
      text.contains(
        "They carry 1 data record, 1 of them joined from 2 notifications; the last is not"
          + " complete."))
  }

  @Test("says what the end of a link cut") func dropped() throws {
    let text = try words([part, end, part, "", end])
    #expect(
      text.contains(
        "They carry 2 data records, 1 of them joined from 2 notifications; 1 partial one dropped"
          + " at the end of a link."))
  }

  @Test("says nothing of records where none is split") func whole() throws {
    #expect(try !words([end, end, end]).contains("They carry"))
  }

  /// Case D4: subscribed at 1 s, the last event at 4.5 s.
  @Test("says for how long a subscribed characteristic was silent") func silent() throws {
    let text = """
      rullo-session 1
      source   made.log · app-log · 1 ms
      device   A  (no name in this source)

      1.000000000 →A 1818/2A63 s  01 00
      4.500000000 ←A 1826/2AD2 n  00 00 CA 0C

      """
    let result = try RulloCommand.run("rate", "-", input: Array(text.utf8))
    let words = result.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains("subscribed, and not one notification came in the 3.5 s to the end."))
  }
}
