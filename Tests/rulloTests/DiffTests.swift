import Foundation
import RulloTestSupport
import Testing

/// `rullo diff` and `rullo baseline` as people and programs call them.
@Suite("diff") struct DiffTests {
  static let session = RulloCommand.capture("bumble-session.btsnoop")
  static let log = RulloCommand.capture("kickr-core-10hz.log")
  static let denied = RulloCommand.capture("control-denied-once.log")

  /// The recorded session as text, with one line changed: what an update might change.
  static func changed(_ old: String, _ new: String) throws -> [UInt8] {
    let text = try RulloCommand.run("decode", session).text
    #expect(text.contains(old))
    return Array(text.replacing(old, with: new).utf8)
  }

  /// Simulation, bit 13 of the target features, cleared.
  static func withoutSimulation() throws -> [UInt8] {
    try changed("83 40 00 00 0C 20 00 00", "83 40 00 00 0C 00 00 00")
  }

  @Test("a session and itself are equal, in every format") func equal() throws {
    let text = try RulloCommand.run("decode", Self.session).output
    for (other, input) in [(Self.session, nil), ("-", text)] as [(String, [UInt8]?)] {
      let result = try RulloCommand.run("diff", Self.session, other, input: input)
      #expect(result.code == 0, "\(result.text)")
      #expect(result.text.contains("No difference was found."))
      #expect(result.text.contains("0 breaking · 0 behaviour · 0 timing · 0 information · 0 noise"))
    }
  }

  @Test("one changed fact is one finding with its rule, values and events") func finding() throws {
    let result = try RulloCommand.run(
      "diff", "--json", Self.session, "-", input: try Self.withoutSimulation())
    #expect(result.code == 1)
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
    #expect(json["schema"] as? String == "rullo.diff/1")
    for key in ["old", "new", "aligned", "findings"] { #expect(json[key] != nil, "\(key)") }
    let findings = try #require(json["findings"] as? [[String: Any]])
    let finding = try #require(findings.first)
    #expect(findings.count == 1)
    #expect(finding["rule"] as? String == "S13")
    #expect(finding["class"] as? String == "breaking")
    #expect(finding["device"] as? String == "A")
    #expect(finding["characteristic"] as? String == "1826/2ACC")
    #expect(finding["before"] as? String == "set")
    #expect(finding["after"] as? String == "clear")
    let events = try #require(finding["events"] as? [String: [Int]])
    #expect(finding["samples"] as? [String: Int] == ["old": 1, "new": 1])
    // The number leads to the value, with the octets of its packet.
    let number = try #require(events["old"]?.first)
    let event = try RulloCommand.run("decode", Self.session, "--event", "\(number)")
    #expect(event.text.contains("83 40 00 00 0C 20 00 00"))
    #expect(event.text.contains("from packet"))
  }

  /// A ride on the flat as the log's: what differs is what no profile takes from the rider.
  @Test("a real KICKR CORE and its profile agree in every field, flag and counter") func profile()
    throws
  {
    try withFolder { folder in
      func simulated(_ profile: String, _ name: String) throws -> String {
        let path = folder.appendingPathComponent(name).path
        let result = try RulloCommand.run(
          "simulate", "--profile", profile, "--duration", "60", "-o", path)
        #expect(result.code == 0, "\(result.complaint)")
        return path
      }
      let own = try RulloCommand.run(
        "diff", Self.log, try simulated("kickr-core", "own.btsnoop"))
      #expect(own.code == 0 && own.text.contains("No difference was found."), "\(own.text)")
      // The log holds ten values a stream and no discovery: that much is not compared, and said.
      for stream in ["1818/2A63", "1826/2AD2"] {
        #expect(
          own.text.contains("\(stream): 9 and 665 intervals; 30 a side are needed for a rate"))
      }
      #expect(own.text.contains("OLD holds no discovery"))
      // A profile that adds the heart rate (flag bit 9) and leaves out the torque (bit 2) is found out.
      let json = try RulloCommand.run("profile", "show", "--json", "kickr-core").text
      let other = folder.appendingPathComponent("other.json").path
      try Data(
        json.replacing("\"44 00\"", with: "\"44 02\"").replacing("\"34 00\"", with: "\"30 00\"")
          .utf8
      ).write(to: URL(fileURLWithPath: other))
      let wrong = try RulloCommand.run(
        "diff", "--json", Self.log, try simulated(other, "other.btsnoop"))
      #expect(wrong.code == 1)
      let found = try #require(
        JSONSerialization.jsonObject(with: Data(wrong.output)) as? [String: Any])
      let findings = try #require(found["findings"] as? [[String: Any]])
      #expect(
        findings.map { "\($0["rule"] ?? "") \($0["characteristic"] ?? "") \($0["field"] ?? "")" }
          == ["D03 1818/2A63 Accumulated Torque", "D04 1826/2AD2 Heart Rate"])
    }
  }

  @Test("the class decides about the exit code") func failOn() throws {
    let breaking = try Self.withoutSimulation()
    let location = try Self.changed("r  0D ", "r  00 ")
    for (input, word, code) in [
      (breaking, "breaking", Int32(1)), (breaking, "information", 1), (location, "information", 1),
      (location, "timing", 0), (location, "breaking", 0),
    ] {
      let result = try RulloCommand.run(
        "diff", Self.session, "-", "--fail-on", word, input: input)
      #expect(result.code == code, "\(word): \(result.text)")
    }
  }

  @Test("Markdown has a table a class, and nothing of strangers that means something in it")
  func markdown() throws {
    let input = try Self.changed("model Virtual Trainer 1", "model Virtual Trainer 1")
    let same = try RulloCommand.run("diff", "--markdown", Self.session, "-", input: input)
    #expect(same.text.contains("No difference was found."))
    let result = try RulloCommand.run(
      "diff", "--markdown", Self.session, "-", input: try Self.withoutSimulation())
    #expect(result.lines.contains("### Breaking"))
    #expect(result.lines.contains { $0.hasPrefix("| S13 | feature gone: A 1826/2ACC") })
    #expect(result.text.hasPrefix("## What changed\n"))
  }

  @Test("a log without a clock is compared by order, and that is said") func noClock() throws {
    let log = String(decoding: try RulloCommand.octets("control-denied-once.log"), as: UTF8.self)
    let accepted = log.replacing("80 11 05", with: "80 11 01")
    let result = try RulloCommand.run(
      "diff", "--json", Self.denied, "-", input: Array(accepted.utf8))
    #expect(result.code == 1)
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
    let findings = try #require(json["findings"] as? [[String: Any]])
    // Denied once before, accepted at once now.
    #expect(findings.map { $0["rule"] as? String } == ["C13"])
    #expect(findings.first?["op"] as? String == "set_indoor_bike_simulation")
    #expect(findings.first?["op_code"] as? Int == 0x11)
    let remarks = try #require(json["not_compared"] as? [String])
    #expect(remarks.contains { $0.hasPrefix("no clock in OLD and NEW") })
  }

  @Test("too little in common is inconclusive, never equal") func nothing() throws {
    let result = try RulloCommand.run("diff", Self.log, Self.denied)
    #expect(result.code == 3)
    #expect(result.complaint.contains("rullo diff:"))
    #expect(!result.text.contains("No difference"))
  }

  @Test(
    "wrong words are told",
    arguments: [
      (["diff", session], "missing NEW"), (["diff"], "missing OLD"),
      (["diff", session, session, session], "unexpected"), (["diff", "-", "-"], "standard input"),
      (["diff", session, session, "--fail-on", "bad"], "breaking, behaviour"),
      (["diff", session, session, "--json", "--markdown"], "exclude"),
      (["diff", session, "nowhere.log"], "nowhere.log"),
      (["diff", session, session, "--baseline", log], "no baseline"),
      (["diff", session, session, "--transcript", "t"], "--same-stimuli"),
      (["baseline", session, session], "--output"),
      (["baseline", session, "-o", "-"], "at least two"),
    ])
  func usage(words: [String], message: String) throws {
    let result = try RulloCommand.program.run(words)
    #expect(result.code == 2)
    #expect(result.complaint.contains(message), "\(result.complaint)")
  }

  @Test("a baseline is learned, written and used") func baseline() throws {
    try withFolder { folder in
      let path = folder.appendingPathComponent("kickr.baseline.json").path
      let changed = folder.appendingPathComponent("changed.session.txt").path
      try Data(try Self.changed("r  0D ", "r  00 ")).write(to: URL(fileURLWithPath: changed))
      let learned = try RulloCommand.run("baseline", Self.session, changed, "-o", path)
      #expect(learned.code == 0, "\(learned.complaint)")
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.contains(#""schema":"rullo.baseline/1""#))
      let result = try RulloCommand.run("diff", Self.session, changed, "--baseline", path)
      #expect(result.code == 0)
      #expect(result.text.contains("1 noise"))
      #expect(result.text.contains("both were seen in 2 recordings of one firmware"))
      let strict = try RulloCommand.run(
        "diff", Self.session, changed, "--baseline", path, "--fail-on", "noise")
      #expect(strict.code == 1)
    }
  }

  @Test("one app is replayed against two devices") func sameStimuli() throws {
    try withFolder { folder in
      let path = folder.appendingPathComponent("conversation.session.txt").path
      let same = try RulloCommand.run(
        "diff", "--same-stimuli", Self.session, Self.session, "--transcript", path)
      #expect(same.code == 0, "\(same.text)")
      #expect(same.text.contains("differs; the two never part"))
      let transcript = try RulloCommand.run("decode", path)
      #expect(transcript.text.contains("80 11 01"))
      // The first target power is refused by the other device.
      let refused = try Self.changed("80 05 01 ", "80 05 02 ")
      let result = try RulloCommand.run(
        "diff", "--json", "--same-stimuli", Self.session, "-", input: refused)
      #expect(result.code == 1)
      let json = try #require(
        JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
      let stimuli = try #require(json["same_stimuli"] as? [String: Any])
      #expect(stimuli["made"] as? Int == stimuli["requests"] as? Int)
      let difference = try #require(stimuli["first_difference"] as? [String: Any])
      #expect(difference["rule"] as? String == "C01")
    }
  }

  @Test("80 columns, and the same octets under every hash seed") func output() throws {
    let input = try Self.withoutSimulation()
    for words in [["diff"], ["diff", "--json"], ["diff", "--markdown"]] {
      let runs = try ["1", "", ""].map { value in
        try RulloCommand.program.run(
          words + [Self.session, "-"], input: input,
          environment: value.isEmpty ? [:] : ["SWIFT_DETERMINISTIC_HASHING": value])
      }
      #expect(runs.allSatisfy { $0.output == runs[0].output && !$0.output.isEmpty })
      if words == ["diff"] { #expect(runs[0].lines.allSatisfy { $0.count <= 80 }) }
    }
  }
}
