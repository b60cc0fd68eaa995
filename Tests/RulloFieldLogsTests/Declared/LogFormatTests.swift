import RulloBase
import RulloBluetooth
import RulloRecordings
import Testing

@testable import RulloFieldLogs

@Suite("Log formats as data")
struct LogFormatTests {
  /// A description that an app's team might write.
  static let description = """
    {
      "name": "my_app", "title": "My app",
      "begins": "[{time}]",
      "directions": {"got": "from_device", "put": "to_device"},
      "attributes": {"bike": "2AD2", "bike control": "2AD9"},
      "lines": [
        {"line": "{direction} {name}: {bytes}"},
        {"line": "ble {any} notify {uuid} ({length}) {bytes} {any}", "kind": "notification"},
        {"line": "raw {uuid} {short};", "direction": "from_device"},
        {"line": "py {uuid} {python}", "direction": "from_device"},
        {"line": "js {uuid} {decimal}", "direction": "from_device"}
      ]
    }
    """

  static func format() throws -> LogFormat { try LogFormat(json: Array(description.utf8)) }

  @Test("a log is read by its description") func whole() throws {
    let log = """
      started
      [18:18:33.157] put bike control: 00
      [18:18:33.200] got bike control: 80 00 01
      [18:18:33.257]   got   bike: 44-00-60-0B
      [18:18:34.157] ble peer 4 notify 00002ad2-0000-1000-8000-00805f9b34fb (4) 4400600B speed 29
      [18:18:34.257] raw 0x2A63 20 0 19 0 b6;
      [18:18:34.357] py 2a63 bytearray(b'\\xfeq \\x98')
      [18:18:34.457] js 2A63 [68, 0, -1]
      [18:18:34.557] got nothing at all
      """
    let recording = try read(log, as: Self.format())
    #expect(
      recording.brief == [
        "1826/2AD9 write_request~ 00", "1826/2AD9 indication~ 80 00 01",
        "1826/2AD2 notification~ 44 00 60 0B", "1826/2AD2 notification 44 00 60 0B",
        "1818/2A63 notification~ 20 00 19 00 B6", "1818/2A63 notification~ FE 71 20 98",
        "1818/2A63 notification~ 44 00 FF",
      ])
    #expect(recording.milliseconds == [0, 43, 100, 1_000, 1_100, 1_200, 1_300])
    #expect(recording.noteTexts == ["2 × a line that is no exchange"])
    #expect(recording.clock.kind == .timeOfDay)
    #expect(recording.events.map(\.source.number) == Array(2...8))
  }

  // What a cut or torn line lacks is never a shorter value.
  @Test(
    "lines that are cut or unclear are skipped with their reason",
    arguments: [
      ("[10:00:00] got bike: 44 0", SkipReason.cutHex), ("[10:00:00] got bike: 440", .cutHex),
      ("[10:00:00] got bike:", .noBytes), ("[10:00:00] got bike: 0x44 00", .unclearEnd),
      ("[10:00:00] got bike: <44006", .cutHex), ("[10:00:00] raw 2A63 20 0 19", .cutHex),
      ("[10:00:00] got bike: {length = 8, bytes = 0x44000102 ... 1e1f}", .elided),
      ("[10:00:00] got bike: 44 00 ... 1E", .elided),
      ("[10:00:00] py 2A63 bytearray(b'\\xfe", .cutHex), ("got bike: 44 00", .prose),
      ("[10:00:00] ble 1 notify 2AD2 (3) 44 00 x", .wrongLength),
    ])
  func skipped(line: String, reason: SkipReason) throws {
    let recording = try read(line, as: Self.format())
    #expect(recording.events.isEmpty)
    #expect(recording.notes.entries.first?.note.text == reason.rawValue)
  }

  static let clocks: [(String, [String], [Int64?], Clock.Kind, Int64)] = [
    ("{ms}", ["692893", "692993"], [0, 100], .elapsed, 1_000_000),
    ("{s}", ["35.621960", "35.721960"], [0, 100], .elapsed, 1_000),
    ("{us}", ["1000", "101000"], [0, 100], .elapsed, 1_000),
    ("{+ms}", ["+5", "+100", "+50"], [0, 100, 150], .elapsed, 1_000_000),
    ("{+s}", ["+5", "+0.1"], [0, 100], .elapsed, 1_000_000_000),
    ("{epoch_ms}", ["1662993281123", "1662993281223"], [0, 100], .absolute, 1_000_000),
    ("{epoch_s}", ["1662993281.12", "1662993281.22"], [0, 100], .absolute, 10_000_000),
    ("{time}", ["23:59:59.950", "00:00:00.050"], [0, 100], .timeOfDay, 1_000_000),
    (
      "{time}", ["2026-08-20T23:59:59.95Z", "2026-08-21T02:00:00.05+02:00"], [0, 100], .absolute,
      10_000_000
    ),
  ]

  @Test("every clock a description can name", arguments: clocks.indices) func clock(index: Int)
    throws
  {
    let (slot, stamps, times, kind, resolution) = Self.clocks[index]
    let json =
      #"{"name":"x","begins":"\#(slot)","lines":[{"line":"< {uuid} {bytes}","direction":"from_device"}]}"#
    let format = try LogFormat(json: Array(json.utf8))
    let log = stamps.map { "\($0) < 2AD2 44 00\n" }.joined()
    let recording = try read(log, as: format)
    #expect(recording.milliseconds == times)
    #expect(recording.clock.kind == kind)
    #expect(recording.clock.resolution == resolution)
    #expect(recording.notes.entries.isEmpty)
  }

  @Test("a handle map, and exchanges of several lines") func lines() throws {
    let json = """
      {"name": "x", "lines": [
        {"line": "map {handle} = {uuid}", "part": "map"},
        {"line": "< {s}", "part": "begin", "direction": "from_device"},
        {"line": "handle {handle}", "part": "middle"},
        {"line": "data {bytes}", "part": "end", "kind": "notification"},
        {"line": "+ {bytes}", "part": "more"}
      ]}
      """
    let log = """
      data 01
      map 0x0012 = 00002ad2-0000-1000-8000-00805f9b34fb
      < 1.5
        handle 0x0012
      prose between
        data 44 00
        + 60 0B
      + A0
      < 2.5
        handle 0x0013
        data 01
      """
    let recording = try read(log, as: LogFormat(json: Array(json.utf8)))
    #expect(
      recording.brief == ["1826/2AD2 notification 44 00 60 0B A0", "h0013 notification 01"])
    #expect(recording.milliseconds == [0, 1_000])
    #expect(recording.noteTexts == ["2 × a line that is no exchange"])
    #expect(recording.events.map(\.source.number) == [3, 9])
  }

  @Test(
    "a description that is wrong says what and where",
    arguments: [
      ("[]", "a log format is an object"), ("{\"lines\":[]}", "\"name\" is missing"),
      ("{\"name\":\"x\"}", "\"lines\" is missing"), ("{", "line 1:"),
      ("{\"name\":\"x\",\"line\":[]}", "there is no key \"line\""),
      ("{\"name\":\"x\",\"lines\":[{\"line\":\"{tme} {bytes}\"}]}", "there is no slot {tme}"),
      ("{\"name\":\"x\",\"lines\":[{\"line\":\"{time\"}]}", "a { without its }"),
      (
        "{\"name\":\"x\",\"lines\":[{\"line\":\"{uuid}\"}]}", "lines[0]: an exchange has its octets"
      ),
      (
        "{\"name\":\"x\",\"lines\":[{\"line\":\"{bytes}\",\"kind\":\"shout\"}]}",
        "\"kind\" is one of"
      ),
      ("{\"name\":\"x\",\"lines\":[{\"line\":\"{bytes}\",\"uuid\":\"2A\"}]}", "a UUID is written"),
      ("{\"name\":\"x\",\"directions\":{\"a\":\"up\"}}", "directions: \"a\": a direction is"),
      (
        "{\"name\":\"x\",\"lines\":[{\"line\":\"x\",\"part\":\"begin\"}]}",
        "no rule of \"lines\" completes"
      ),
      ("{\"name\":\"x\",\"columns\":{\"speed\":\"a\"}}", "a column cannot be 'speed'"),
      ("{\"name\":\"x\",\"columns\":{\"value\":\"a\"}}", "add uuid=NAME"),
      ("{\"name\":5}", "\"name\" is no text"), ("{\"name\":\"a b\"}", "\"name\" is one word"),
      ("{\"name\":\"x\",\"title\":null}", "\"title\" is no text"),
      ("{\"name\":\"x\",\"begins\":5}", "\"begins\" is no text"),
      ("{\"name\":\"x\",\"begins\":[\"a\",3]}", "begins[1] is no text"),
      ("{\"name\":\"x\",\"lines\":5}", "\"lines\" is no list"),
      ("{\"name\":\"x\",\"lines\":[5]}", "lines[0] is no object"),
      ("{\"name\":\"x\",\"lines\":[{\"line\":5}]}", "lines[0].line is no text"),
      ("{\"name\":\"x\",\"directions\":[1]}", "\"directions\" is no object"),
      ("{\"name\":\"x\",\"attributes\":{\"\":\"2AD2\"}}", "attributes: a word is empty"),
      ("{\"name\":\"x\",\"attributes\":{\"a\":5}}", "attributes: \"a\": a UUID is written"),
      (
        "{\"name\":\"x\",\"lines\":[{\"line\":\"{bytes}\",\"packet\":\"usb\"}]}",
        "lines[0]: \"packet\" is one of h4, command, event, acl, l2cap, att"
      ),
      (
        "{\"name\":\"x\",\"lines\":[{\"line\":\"{bytes}\",\"packet\":\"h4\"},{\"line\":\"x {bytes}\"}]}",
        "lines[1]: \"packet\" is missing"
      ),
      (
        "{\"name\":\"x\",\"lines\":[{\"line\":\"{bytes}\",\"direction\":\"up\"}]}",
        "lines[0]: \"direction\": a direction is from_device or to_device"
      ),
      (
        "{\"name\":\"x\",\"columns\":{\"value\":\"a\",\"uuid\":\"b\"},\"lines\":[{\"line\":\"{bytes}\"}]}",
        "\"lines\" or \"columns\", not both"
      ),
    ])
  func faults(json: String, text: String) {
    let failure = #expect(throws: LogFormatFailure.self) { try LogFormat(json: Array(json.utf8)) }
    #expect(failure?.description.contains(text) == true, "\(failure?.description ?? "-")")
  }

  @Test("every built-in description can be read and has a name of its own") func builtIns() {
    #expect(BuiltInFormats.all.count == BuiltInFormats.texts.count)
    #expect(Set(LogChoice.names).count == LogChoice.names.count)
    #expect(BuiltInFormats.all.allSatisfy { !$0.title.isEmpty })
  }

  @Test("text in front of octets never swallows some of them") func swallowed() throws {
    let json =
      #"{"name":"x","lines":[{"line":"{any} {bytes} < {uuid}","direction":"from_device"}]}"#
    let format = try LogFormat(json: Array(json.utf8))
    #expect(try read("44 00 60 < 2AD2", as: format).events.isEmpty)
    #expect(
      try read("got 44 00 60 < 2AD2", as: format).brief == ["1826/2AD2 notification~ 44 00 60"])
  }

  @Test("a line made to be slow is given up") func hostile() throws {
    let json =
      #"{"name":"x","lines":[{"line":"{any}a{any}a{any}a{any}b {uuid} {bytes}","direction":"from_device"}]}"#
    let log = String(repeating: String(repeating: "a", count: 60_000) + "\n", count: 20)
    let recording = try read(log, as: LogFormat(json: Array(json.utf8)))
    #expect(recording.events.isEmpty)
  }
}
