import RulloBase
import RulloBluetooth
import RulloRecordings
import Testing

@testable import RulloFieldLogs

@Suite("App log written")
struct AppLogWriterTests {
  private func written(_ recording: Recording) -> (text: String, lines: Int, leftOut: [Int]) {
    let collected = Collected()
    var writer = AppLogWriter { collected.octets += $0.copied() }
    recording.replay(into: &writer)
    writer.finish()
    return (
      String(decoding: collected.octets, as: UTF8.self), writer.lineCount, writer.leftOut
    )
  }

  @Test("what was read is written again to the octet, labels apart") func again() throws {
    let octets = try AppLogTests.capture("kickr-core-10hz.log")
    let result = written(try read(octets))
    #expect(result.text == String(decoding: octets, as: UTF8.self))
    #expect(result.lines == 20)
  }

  @Test("a log without a clock stays without one, and keeps both digests") func clockless() throws {
    let recording = try read(AppLogTests.capture("control-denied-once.log"))
    let result = written(recording)
    #expect(result.text.hasPrefix("→ 0x2AD9  11 00 00 E4 02 28 33\n← 0x2AD9  80 11 05\n"))
    #expect(try read(result.text).digests == recording.digests)
  }

  // 23:59:59.999 and 2 ms later: midnight passes; a vendor UUID stands in full.
  @Test("midnight, full UUIDs and what cannot be held") func rest() throws {
    let recording = try read(
      """
      23:59:59.999 ← a026e005-0a7d-4ab3-97fa-f1500f9feb8b  01 02
      00:00:00.001 → 0x2AD9  00

      """)
    let result = written(recording)
    #expect(
      result.text == """
        23:59:59.999 ← a026e005-0a7d-4ab3-97fa-f1500f9feb8b  01 02
        00:00:00.001 → 0x2AD9  00

        """)
    #expect(try read(result.text).digests == recording.digests)
    var writer = AppLogWriter { _ in }
    let empty: [UInt8] = []
    empty.withRawSpan {
      writer.event(
        Event(.connect, .none, time: 0, device: 0, source: SourceReference(.packet, 1)), $0)
    }
    #expect(writer.leftOut[Int(Event.Kind.connect.rawValue)] == 1)
    #expect(writer.lineCount == 0)
  }

  @Test("a value without octets is said to be one, and read again as one") func none() throws {
    let recording = try read("18:18:33.157 → 0x2AD9  00\n18:18:33.257 ← 0x2AD9  0 bytes\n")
    #expect(recording.brief == ["1826/2AD9 write_request~ 00", "1826/2AD9 indication~ "])
    let result = written(recording)
    #expect(result.text.hasSuffix("18:18:33.257 ← 0x2AD9  0 bytes\n"))
    #expect(try read(result.text).digests == recording.digests)
  }
}
