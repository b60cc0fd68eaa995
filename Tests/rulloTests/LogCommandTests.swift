import Foundation
import RulloTestSupport
import Testing

/// What the command says of text logs beyond their events.
@Suite("text logs") struct LogCommandTests {
  private static func run(_ words: String..., log: String) throws -> Tool.Result {
    try RulloCommand.program.run(words + ["-"], input: Array(log.utf8))
  }

  private static let log = """
    18:18:33.157 ← 0x2AD2  44 00 60 0B A0 00 8B 00
    ride started
    18:18:33.247 ← 0x2AD2  44 00 60 0B A0 00 8B 00   power 200 W
    18:18:33.337 ← 0x2AD2  44 00 6

    """

  @Test("lines that are passed over are counted by reason, and listed where asked") func skips()
    throws
  {
    let plain = try Self.run("info", log: Self.log)
    #expect(plain.complaint.contains("note: a line that is no exchange (line 2)\n"))
    #expect(plain.complaint.contains("note: a line that was cut inside an octet (line 4)\n"))
    #expect(!plain.complaint.contains("ride started"))
    for command in ["info", "rate", "decode"] {
      let result = try Self.run(command, "--explain-skips", log: Self.log)
      #expect(result.code == 0)
      #expect(
        result.complaint.hasSuffix(
          """
          skipped: a line that is no exchange (1 line)
            2  ride started
          skipped: a line that was cut inside an octet (1 line)
            4  18:18:33.337 ← 0x2AD2  44 00 6

          """))
    }
    let none = try RulloCommand.run(
      "info", "--explain-skips", RulloCommand.capture("kickr-core-10hz.log"))
    #expect(none.complaint == "skipped: no line\n")
  }

  /// Case C2: `80` is no request, and `02` no response; both are said to be cut, with their octets.
  @Test("a control point that answers in one octet") func oneOctet() throws {
    let log = "18:00:00.000 → 0x2AD9  80\n18:00:00.050 ← 0x2AD9  02\n"
    let decoded = try Self.run("decode", log: log)
    #expect(decoded.code == 1)
    let lines = decoded.text.split(separator: "\n").filter { $0.contains("1826/2AD9") }
    #expect(
      lines.map { $0.split(separator: "·").last ?? "" } == [
        " truncated: request_op_code at offset 1 needs 1 octet, 0 left",
        " truncated: target_speed_kmh at offset 1 needs 2 octets, 0 left",
      ])
    // It answers nothing: no response is counted, no latency made up.
    let rate = try Self.run("rate", "--json", log: log)
    #expect(
      rate.text.contains(#""op_code":128,"op":"response","writes":1,"answers":{},"unanswered":1"#)
    )
  }

  @Test("a list of many lines is bounded and 80 columns wide") func longList() throws {
    let prose = (1...120).map { "\u{1B}[31m\($0) " + String(repeating: "words ", count: 40) }
    let result = try Self.run(
      "info", "--explain-skips", log: Self.log + prose.joined(separator: "\n") + "\n")
    let lines = result.complaint.split(separator: "\n")
    #expect(lines.filter { $0.count > 80 }.isEmpty)
    #expect(lines.contains("  … and 71 lines more"))
    #expect(!result.complaint.contains("\u{1B}"))
  }

  @Test("words that contradict the octets are a note, and the octets count") func contradiction()
    throws
  {
    let result = try Self.run("info", log: Self.log)
    #expect(
      result.complaint.contains(
        "note: words beside the octets that say something else; the octets count (line 3)"))
    let strict = try Self.run("decode", "--strict", log: Self.log)
    #expect(strict.code == 1)
    #expect(strict.text.contains("power 139 W") && !strict.text.contains("200 W"))
  }

  @Test("a format that does not fit is an error that names the one that does") func wrong() throws {
    let result = try Self.run("rate", "--log-format", "btmon", log: Self.log)
    #expect(result.code == 2)
    #expect(
      result.complaint.contains(
        "no line is an exchange of the log format btmon; app_log knows 50 % of them: leave"
          + " --log-format out, or write --log-format app_log"))
    let prose = try Self.run("info", "--log-format", "qz", log: "hello\n")
    #expect(prose.code == 2)
    #expect(prose.complaint.contains("--explain-skips lists the lines"))
    let unknown = try Self.run("info", "--log-format", "nonsense", log: Self.log)
    #expect(unknown.code == 2)
    #expect(unknown.complaint.contains("there is no log format 'nonsense'; there are app_log, "))
  }

  @Test("formats that are near each other are named with their scores") func close() throws {
    // Three lines of one format, two of another: 60 and 40 in a hundred.
    let log = """
      18:18:33.157 ← 0x2AD2  44 00 60 0B
      18:18:33.257 ← 0x2AD2  44 00 60 0B
      18:18:33.357 ← 0x2AD2  44 00 60 0B
      Updated Value of Characteristic 2AD2 to 0x4400600B
      Updated Value of Characteristic 2AD2 to 0x4400600B

      """
    let result = try Self.run("info", log: log)
    #expect(
      result.complaint.contains(
        "the format was close: app_log 60 %, nrf_connect_ios 40 % of the lines are known;"
          + " --log-format NAME decides"))
    let chosen = try Self.run("info", "--log-format", "nrf_connect_ios", log: log)
    #expect(chosen.text.contains("2 events"))
    #expect(!chosen.complaint.contains("close"))
  }

  // 90 ms and one step either way.
  @Test(
    "info says what each clock can and cannot tell",
    arguments: [
      ("{time}", "18:18:33.157", "one of 90 ms is 89 to 91 ms."),
      ("{time}", "18:18:33.157", "a time of day without a date."),
      ("{time}", "18:18:33", "one of 9 s is 8 to 10 s."),
      ("{time}", "2026-08-20T18:18:33.157Z", "clock: 1 ms steps bound every interval"),
      ("{time}", "2026-08-20T18:18:33.157", "No time zone is named"),
      ("{ms}", "692893", "counts from a start that the log does not name"),
      ("{s}", "35.621960", "one of 90 ms is 89.999 to 90.001 ms."),
      ("{epoch_s}", "1662993281.12", "one of 90 ms is 80 to 100 ms."),
      ("{+ms}", "+5", "one of 100 steps within 100 ms."),
      ("x", "x", "it tells the order of events, and no rate, interval or latency"),
    ])
  func clocks(slot: String, stamp: String, sentence: String) throws {
    let json =
      "{\"name\":\"x\",\"begins\":\"\(slot)\",\"lines\":[{\"line\":\"{direction} {uuid} {bytes}\"}]}"
    let result = try withFolder { folder in
      let path = folder.appendingPathComponent("x.json")
      try Data(json.utf8).write(to: path)
      return try Self.run(
        "info", "--log-format", path.path, log: "\(stamp) ← 2AD2 44\n\(stamp) ← 2AD2 44\n")
    }
    #expect(result.code == 0)
    let text = result.text.replacing("\n", with: " ")
    #expect(text.contains(sentence), "\(text)")
    #expect(result.lines.allSatisfy { $0.count <= 80 })
  }

  /// 20,000 lines from 18:10:29 on, 20.9 of them a second.
  private static let ring: String = (0..<20_000).map { index in
    let time = 65_429_000 + index * 10_000 / 209
    let parts = [time / 3_600_000, time / 60_000 % 60, time / 1_000 % 60]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }
    let milliseconds = String(String(1_000 + time % 1_000).dropFirst())
    return "\(parts.joined(separator: ":")).\(milliseconds) ← 0x2AD2  44 00 60 0B\n"
  }.joined()

  @Test("a ring of lines says for how long it holds and what is gone") func ring() throws {
    for command in ["info", "rate"] {
      let named = try Self.run(command, "--ring-lines", "20000", log: Self.ring)
      #expect(
        named.text.replacing("\n", with: " ").contains(
          "20,000 lines at 20.9 lines/s hold 16 minutes: what happened before 18:10:29 is gone"))
      let guessed = try Self.run(command, log: Self.ring)
      #expect(
        guessed.text.replacing("\n", with: " ").contains("If this was a ring of 20,000 lines, "))
      #expect(!guessed.text.contains("lines/s hold"))
    }
  }

  @Test("a table without a column says which columns there are; one of JSON is read") func tables()
    throws
  {
    let csv = "time_s;char;hex\n0.5;2AD2;44 00 60 0B\n0.75;2AD2;\"44 00 68 0B\"\n"
    let read = try Self.run(
      "decode", "--json", "--columns", "time=time_s,uuid=char,value=hex", log: csv)
    #expect(read.lines.count == 2)
    #expect(read.lines.last?.contains("\"time_ns\":250000000") == true)
    let missing = try Self.run("decode", "--columns", "time=t,uuid=char,value=hex", log: csv)
    #expect(missing.code == 2)
    #expect(missing.complaint.contains("no column 't'; its columns are time_s, char, hex"))
    let json = """
      {"at":"2026-08-20T18:18:33.157Z","uuid":"2ad2","value":[68,0,96,11],"way":"in"}
      {"at":"2026-08-20T18:18:33.257Z","uuid":"2ad9","value":"00","way":"out"}

      """
    let lines = try Self.run(
      "decode", "--json", "--columns", "time=at,uuid=uuid,value=value,direction=way", log: json)
    #expect(lines.lines.count == 2)
    #expect(lines.lines.last?.contains("\"direction\":\"to_device\"") == true)
  }

  @Test("tables as other programs write them: blanks, decimal commas, members of members, buffers")
  func oddTables() throws {
    let european = "Time ; UUID; Value\r\n0,5; 2AD2; 44 00 60 0B \r\n0,75;2AD2;44 00 68 0B\r\n"
    let read = try Self.run(
      "decode", "--json", "--columns", "time=Time,uuid=UUID,value=Value", log: european)
    #expect(read.lines.count == 2)
    #expect(read.lines.last?.contains("\"time_ns\":250000000") == true)
    let json = """
      {"event":{"at":1.5},"u":"2ad2","v":{"type":"Buffer","data":[68,0]}}
      {"event":{"at":"noon"},"u":"2ad2","v":[69,0]}

      """
    let members = try Self.run(
      "decode", "--json", "--columns", "time=event.at,uuid=u,value=v", log: json)
    #expect(members.lines.map { $0.contains("\"hex\":\"4400\"") } == [true, false])
    #expect(members.complaint.contains("note: a time in no form that is known"))
    let none = try Self.run("info", "--columns", "uuid=u,value=x", log: json)
    #expect(none.code == 2)
    #expect(none.complaint.contains("no row of the table is an exchange; --explain-skips lists"))
    let heading = try Self.run("info", "--columns", "uuid=u,value=x", log: "u,x\n")
    #expect(heading.code == 0)
    let both = try Self.run("info", "--columns", "uuid=u,value=x", "--log-format", "qz", log: json)
    #expect(both.code == 2)
    #expect(both.complaint.contains("--log-format and --columns can be given once"))
  }

  /// The section of the README, followed to the letter.
  @Test("a new user teaches Rullo a log as the README says") func readme() throws {
    let page = try String(
      contentsOf: projectFolder.appendingPathComponent("README.md"), encoding: .utf8)
    let section = try #require(page.components(separatedBy: "### Teach Rullo").last)
    let blocks = section.components(separatedBy: "```\n")
    try #require(blocks.count > 5)
    let shown = blocks[5].components(separatedBy: "\n")
    #expect(shown.first == "$ scripts/rullo decode my-app.log --log-format my-app.json")
    let result = try withFolder { folder in
      let log = folder.appendingPathComponent("my-app.log")
      let format = folder.appendingPathComponent("my-app.json")
      try Data(blocks[1].utf8).write(to: log)
      try Data(blocks[3].utf8).write(to: format)
      return try RulloCommand.run("decode", log.path, "--log-format", format.path)
    }
    #expect(result.code == 0)
    #expect(result.text.hasPrefix(shown.dropFirst().prefix { $0 != "…" }.joined(separator: "\n")))
    #expect(result.complaint == "note: a line that is no exchange (line 4)\n")
  }
}
