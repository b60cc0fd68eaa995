import Foundation
import RulloTestSupport
import Testing

/// What programs read: the objects, their lines, and the filters.
@Suite("JSON and filters") struct JSONTests {
  typealias Object = [String: Any]

  static let ride = RulloCommand.capture("kickr-core-10hz.log")
  static let session = RulloCommand.capture("bumble-session.btsnoop")

  func objects(_ words: String...) throws -> [Object] {
    let result = try RulloCommand.program.run(words)
    #expect(result.code == 0, "\(result.complaint)")
    return try result.lines.map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? Object, "\(line)")
    }
  }

  func object(_ words: String...) throws -> Object {
    let result = try RulloCommand.program.run(words)
    return try #require(JSONSerialization.jsonObject(with: Data(result.output)) as? Object)
  }

  @Test("several files are JSON Lines, in the order of the words", arguments: ["rate", "info"])
  func lines(command: String) throws {
    let lines = try objects(command, "--json", Self.session, Self.ride)
    #expect(
      lines.map { $0["file"] as? String } == ["bumble-session.btsnoop", "kickr-core-10hz.log"])
    #expect(
      lines.map { $0["schema"] as? String } == Array(repeating: "rullo.\(command)/1", count: 2))
  }

  // The hand figures.
  @Test("the twenty lines") func rate() throws {
    let report = try object("rate", "--json", Self.ride)
    let streams = try #require(report["streams"] as? [Object])
    #expect(streams.map { $0["characteristic"] as? String } == ["2AD2", "2A63"])
    #expect(streams.map { $0["count"] as? Int } == [10, 10])
    #expect(streams.map { $0["rate_hz"] as? Double } == [11.125, 11.125])
    #expect(streams.map { ($0["fresh"] as? Object)?["count"] as? Int } == [5, 6])
    #expect(streams.map { $0["grid_ns"] as? Int } == [90_000_000, 90_000_000])
    let wheel = (streams[1]["device_clock"] as? Object)?["wheel"] as? Object
    #expect(wheel?["events"] as? Int == 4)
    #expect(wheel?["ticks"] as? Int == 2_081)
    let text = try RulloCommand.run("rate", Self.ride).text
    #expect(text.contains("11.125"))
  }

  @Test(
    "real captures have the rates of the issue",
    .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.absence)))
  func corpus() throws {
    let bike = try object(
      "rate", "--json", Corpus.folder + "/kickrshiftkey-wahoo-bike-shift-dircon.pcapng")
    let streams = try #require(bike["streams"] as? [Object]).filter {
      ["2AD2", "2A63"].contains($0["characteristic"] as? String)
    }
    #expect(streams.map { $0["count"] as? Int } == [692, 692])
    for stream in streams {
      let rate = try #require(stream["rate_hz"] as? Double)
      #expect((3.995...4.005).contains(rate))
    }
    let ball = try object(
      "rate", "--json", Corpus.folder + "/blefun-sphero-7927-notifications.btsnoop")
    let counts = try #require(ball["streams"] as? [Object]).compactMap { $0["count"] as? Int }
    #expect(counts.filter { $0 > 0 }.count == 2)
    #expect(counts.reduce(0, +) == 7_927)
  }

  struct Filter: Sendable, CustomTestStringConvertible {
    let words: [String]
    /// Numbers of the events that are left, counted by hand in the recording.
    let events: [Int]
    var testDescription: String { words.joined(separator: " ") }
  }

  // 18:18:33.157 is zero: lines 5 to 8 stand at 0.180 to 0.183 s.
  static let filters: [Filter] = [
    Filter(words: ["--from", "0.18", "--to", "0.183"], events: [5, 6, 7, 8]),
    Filter(words: ["--from=0.18", "--to=0.1829"], events: [5, 6, 7]),
    Filter(words: ["--from", "0.8"], events: [19, 20]),
    Filter(words: ["--to", "0"], events: [1]),
    Filter(words: ["--to", "0.002", "-c", "2A63"], events: [2, 4]),
    Filter(words: ["--characteristic", "1826/2AD2", "--to", "0.18"], events: [1, 3, 5]),
    Filter(words: ["-c", "2ad2", "-c", "2A63", "--to", "0.002"], events: [1, 2, 3, 4]),
    Filter(
      words: ["-c", "00002ad2-0000-1000-8000-00805f9b34fb", "--to", "0.002"], events: [1, 3]),
    Filter(words: ["--device", "A", "--to", "0.002"], events: [1, 2, 3, 4]),
    Filter(words: ["-d", "a", "--from", "0.81"], events: [20]),
    Filter(words: ["--event", "13"], events: [13]),
    Filter(words: ["-e13"], events: [13]),
  ]

  @Test("what filters leave keeps its number", arguments: filters) func filter(filter: Filter)
    throws
  {
    let result = try RulloCommand.program.run(["decode", "--json", Self.ride] + filter.words)
    #expect(result.code == 0)
    let numbers = try result.lines.map { line in
      (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Object)?["n"] as? Int
    }
    #expect(numbers == filter.events)
  }

  @Test(
    "a filter that nothing fits says what there is",
    arguments: [
      (["--device", "Z"], "no device 'Z'; it has A"),
      (["-c", "2A37"], "no characteristic '2A37'; it has 1826/2AD2, 1818/2A63"),
      (["-c", "foo"], "'foo' is no characteristic"),
      (["--from", "0.5", "--to", "0.1"], "--from is later than --to"),
    ])
  func nothing(words: [String], sentence: String) throws {
    let result = try RulloCommand.program.run(["rate", Self.ride] + words)
    #expect(result.code == 2)
    #expect(result.complaint.contains(sentence), "\(result.complaint)")
  }

  @Test("a device by its name, in every command that reads") func deviceName() throws {
    for name in ["A", "Rullo Trainer"] {
      let report = try object("rate", "--json", "--device", name, "-c", "2AD2", Self.session)
      let streams = try #require(report["streams"] as? [Object])
      #expect(streams.map { $0["count"] as? Int } == [60], "\(name)")
    }
  }

  // The octets of the record, from the app's own account: its value and its handle.
  @Test("one event comes with the octets of its record") func event() throws {
    let result = try RulloCommand.run("decode", "--event", "44", Self.session)
    #expect(result.code == 0)
    // Event 44 is the second value of 2A63, 34003C000000DCFF000000FAFAFFE8FD at handle 0x0023.
    #expect(result.text.contains("1818/2A63 n  34 00 3C 00 00 00 DC FF"))
    let dump = result.lines.filter { $0.hasPrefix("  00") }.map { $0.dropFirst(8).prefix(47) }
    #expect(dump.joined(separator: " ").contains("1B 23 00 34 00 3C 00 00"))
    #expect(result.text.contains("from packet "))
  }

  @Test("every event of a session is a line of JSON with the keys of the design") func decode()
    throws
  {
    // Its client writes one value on purpose that does not decode, hence 1.
    let result = try RulloCommand.run("decode", "--json", Self.session)
    #expect(result.code == 1)
    let events = try result.lines.map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? Object, "\(line)")
    }
    let faulty = events.filter { $0["error"] != nil && $0["kind"] as? String == "write_request" }
    #expect(faulty.map { $0["hex"] as? String } == ["0E00"])
    #expect(events.count == 196)
    let keys: Set = ["n", "time_ns", "source", "device", "direction", "kind"]
    for (index, event) in events.enumerated() {
      #expect(keys.isSubset(of: event.keys))
      #expect(event["n"] as? Int == index + 1)
    }
    // 4400A005AA003C00: 14.4 km/h, 85 rpm, 60 W.
    let fields = try #require(events[42]["fields"] as? Object)
    #expect(fields["instantaneous_speed_kmh"] as? Double == 14.4)
    #expect(fields["instantaneous_power_w"] as? Int == 60)
  }

  @Test("info says who ended the link, from the capture as from its session text") func ended()
    throws
  {
    let text = try RulloCommand.run("decode", Self.session).output
    for input in [try RulloCommand.octets("bumble-session.btsnoop"), text] {
      let result = try RulloCommand.run("info", "--json", "-", input: input)
      let report = try #require(
        JSONSerialization.jsonObject(with: Data(result.output)) as? Object)
      #expect(report["verdict_kind"] as? String == "usable")
      let device = try #require((report["devices"] as? [Object])?.first)
      #expect(device["name"] as? String == "Rullo Trainer")
      #expect(device["firmware"] as? String == "1.4.2")
      let link = try #require((device["links"] as? [Object])?.first)
      #expect(link["ended_by"] as? String == "host")
      #expect(link["mtu"] as? Int == 247)
      #expect(link["interval_ns"] as? Int == 15_000_000)
    }
  }
}
