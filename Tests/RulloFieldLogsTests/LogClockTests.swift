import RulloBase
import RulloBluetooth
import RulloRecordings
import Testing

@testable import RulloFieldLogs

@Suite("Clocks of the app log")
struct LogClockTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let stamps: [String]
    /// Milliseconds since the first line; `nil` for a line without a time.
    let times: [Int64?]
    var kind = Clock.Kind.timeOfDay
    var resolution: Int64 = 1_000_000
    /// Seconds of the start.
    var start: Int64 = 65_913
    var notes: [Note.Kind] = []
    var testDescription: String { name }
  }

  // Second 65,913 of a day is 18:18:33; 2026-08-20 is day 20,685 since 1970-01-01.
  static let date: Int64 = 20_685 * 86_400 + 65_913

  static let rows = [
    Row(name: "equal stamps", stamps: ["18:18:33.157", "18:18:33.157"], times: [0, 0]),
    Row(
      name: "no fraction", stamps: ["18:18:33", "18:18:35"], times: [0, 2_000],
      resolution: 1_000_000_000),
    Row(
      name: "comma and microseconds", stamps: ["18:18:33,157000", "18:18:33,158000"],
      times: [0, 1], resolution: 1_000),
    Row(
      name: "finer than a nanosecond", stamps: ["18:18:33.1570000000", "18:18:33.1580000009"],
      times: [0, 1], resolution: 1),
    Row(
      name: "midnight", stamps: ["23:59:59.900", "00:00:00.100", "00:00:00.200"],
      times: [0, 200, 300], start: 86_399),
    Row(
      name: "two midnights",
      stamps: ["18:18:33.000", "06:18:32.000", "18:18:32.000", "06:00:00.000"],
      times: [0, 43_199_000, 86_399_000, 128_487_000]),
    Row(
      name: "a step back", stamps: ["18:18:33.157", "18:18:33.100", "18:18:33.200"],
      times: [0, -57, 43], notes: [.timeStep]),
    Row(
      name: "a step back over midnight", stamps: ["00:00:00.100", "23:59:59.900", "00:00:00.200"],
      times: [0, -200, 100], start: 0, notes: [.timeStep]),
    Row(
      name: "ISO", stamps: ["2026-08-20T18:18:33.157Z", "2026-08-20T18:18:33.159Z"],
      times: [0, 2], kind: .absolute, start: date),
    Row(
      name: "ISO with offsets",
      stamps: [
        "2026-08-20T20:18:33.157+02:00", "2026-08-20T13:48:33.158-0430",
        "2026-08-20 20:18:33.159 +02",
      ],
      times: [0, 1, 2], kind: .absolute, start: date),
    Row(
      name: "ISO without a zone", stamps: ["2026-08-20 18:18:33,157", "2026-08-21 18:18:33,157"],
      times: [0, 86_400_000], kind: .absolute, start: date, notes: [.unknownTimeZone]),
    Row(
      name: "the first line decides", stamps: ["", "18:18:33.157"], times: [nil, nil], kind: .none,
      resolution: 0, start: 0, notes: [.contradiction]),
    Row(
      name: "a line without its clock", stamps: ["18:18:33.157", "", "18:18:33.158"],
      times: [0, nil, 1]),
    Row(
      name: "a date among times", stamps: ["18:18:33.157", "2026-08-20T18:18:33.158Z"],
      times: [0, nil], notes: [.contradiction]),
    Row(
      name: "centuries", stamps: ["0001-01-01T00:00:00.000Z", "9999-12-31T00:00:00.000Z"],
      times: [0, nil], kind: .absolute, start: -719_162 * 86_400, notes: [.timeOutOfRange]),
    Row(
      name: "leap day", stamps: ["2024-02-28T23:59:59.000Z", "2024-02-29T00:00:00.000Z"],
      times: [0, 1_000], kind: .absolute, start: 1_709_164_799),
  ]

  @Test("times count from the first line", arguments: rows) func times(row: Row) throws {
    let text = row.stamps.map { $0 + " ← 0x2AD2  44 00\n" }.joined()
    let recording = try read(text)
    #expect(recording.events.map { $0.hasTime ? $0.time / 1_000_000 : nil } == row.times)
    #expect(recording.clock.kind == row.kind)
    #expect(recording.clock.resolution == row.resolution)
    #expect(recording.clock.start.seconds == row.start)
    #expect(recording.noteKinds == row.notes)
  }

  @Test(
    "dates that do not exist are no clock",
    arguments: ["2026-02-29T18:18:33Z", "2026-13-01T18:18:33Z", "2026-00-01T18:18:33Z", "24:00:00"])
  func absurd(stamp: String) throws {
    #expect(try read(stamp + " ← 0x2AD2  44 00\n").events.isEmpty)
  }

  @Test("a generated day of one line a second passes midnight once") func day() throws {
    var text = ""
    for second in 0..<86_400 {
      let ofDay = (second + 64_800) % 86_400
      let parts = [ofDay / 3_600, ofDay / 60 % 60, ofDay % 60]
      text += parts.map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
      text += ".250 ← 0x2AD2  44 00\n"
    }
    let recording = try read(text)
    #expect(recording.notes.entries.isEmpty)
    #expect(recording.events.count == 86_400)
    #expect(recording.events.last?.time == 86_399_000_000_000)
    #expect(zip(recording.events, 0...).allSatisfy { $0.time == Int64($1) * 1_000_000_000 })
  }

  // Lines that are no exchange let their time pass, too: 5 + 100 + 7 + 50.
  @Test("steps from line to line add up over lines that are no exchange") func steps() throws {
    let json =
      #"{"name":"x","begins":"{+ms}","lines":[{"line":"< {uuid} {bytes}","direction":"from_device"}]}"#
    let format = try LogFormat(json: Array(json.utf8))
    let log = "+5 < 2AD2 44\n+100 prose\n+7 more prose\n+50 < 2AD2 44\n-30 < 2AD2 44\n"
    let recording = try read(log, as: format)
    #expect(recording.milliseconds == [0, 157, 127])
    #expect(recording.noteKinds == [.skippedLine, .timeStep])
  }

  @Test("steps with a unit, and what is rounded to seconds") func units() throws {
    let json =
      #"{"name":"x","lines":[{"line":"< {uuid} {bytes} {+time}","direction":"from_device"}]}"#
    let log = "< 2AD2 44 +0ms\n< 2AD2 44 +539ms\n< 2AD2 44 +2s\n< 2AD2 44 +1m\n"
    let recording = try read(log, as: LogFormat(json: Array(json.utf8)))
    #expect(recording.milliseconds == [0, 539, 2_539, 62_539])
    #expect(recording.notes.entries.map(\.count) == [2])
    #expect(recording.noteKinds == [.missingTime])
  }

  @Test(
    "numbers that no clock has are no times",
    arguments: [
      ("{ms}", "999999999999999999"), ("{s}", "999999999999999999"), ("{+s}", "999999999999999999"),
      ("{epoch_s}", "99999999999"), ("{us}", "9999999999999999999999"),
      ("{+time}", "+99999999999d"),
      ("{epoch_ms}", "99999999999999"), ("{s}", "1.99999999999999999999999999"),
    ])
  func absurdNumbers(slot: String, stamp: String) throws {
    let json =
      #"{"name":"x","begins":"\#(slot)","lines":[{"line":"< {uuid} {bytes}","direction":"from_device"}]}"#
    let format = try LogFormat(json: Array(json.utf8))
    for order in [["1", stamp], [stamp, "1"], [stamp, stamp, stamp]] {
      let log = order.map { "\($0) < 2AD2 44\n" }.joined()
      #expect(try read(log, as: format).events.count <= order.count)
    }
  }

  // 18:00:00.250 and 86,399 steps of one second; noon to noon in a declared format with dates.
  @Test("a generated day of a declared format passes midnight") func declaredDay() throws {
    let json =
      #"{"name":"x","begins":"[{time}]","lines":[{"line":"< {uuid} {bytes}","direction":"from_device"}]}"#
    let format = try LogFormat(json: Array(json.utf8))
    for hasDate in [false, true] {
      var text = ""
      for second in 0..<8_640 {
        let ofDay = (second * 10 + 64_800) % 86_400
        let day = second * 10 + 64_800 >= 86_400 ? "21" : "20"
        let parts = [ofDay / 3_600, ofDay / 60 % 60, ofDay % 60]
        let time = parts.map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
        text += "[\(hasDate ? "2026-08-\(day)T" : "")\(time).250\(hasDate ? "Z" : "")] < 2AD2 44\n"
      }
      let recording = try read(text, as: format)
      #expect(recording.notes.entries.isEmpty)
      #expect(zip(recording.events, 0...).allSatisfy { $0.time == Int64($1) * 10_000_000_000 })
      #expect(recording.events.count == 8_640)
    }
  }

  @Test("a declared clock that is stepped back keeps the order, and equal stamps stay equal")
  func declaredSteps() throws {
    let json =
      #"{"name":"x","begins":"[{time}]","lines":[{"line":"< {uuid} {bytes}","direction":"from_device"}]}"#
    let log = ["33.157", "33.157", "30.000", "33.200"].map { "[18:18:\($0)] < 2AD2 44\n" }.joined()
    let recording = try read(log, as: LogFormat(json: Array(json.utf8)))
    #expect(recording.milliseconds == [0, 0, -3_157, 43])
    #expect(recording.noteKinds == [.timeStep])
  }
}
