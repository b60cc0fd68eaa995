import Foundation
import RulloTestSupport
import Testing

/// What the command prints, and that it is the same wherever its input comes from.
@Suite("output") struct OutputTests {
  static let captures = [
    "kickr-core-10hz.log", "control-denied-once.log", "bumble-session.btsnoop",
  ]

  /// Captures whose tables are the widest, by the services in them.
  static let corpus = [
    "blefun-sphero-7927-notifications.btsnoop", "btsnooper-write-command-flood.btsnoop",
    "btsnooprs-android-cmd-evt-only.btsnoop", "btsnooprs-btmon-monitor-2001.btsnoop",
    "crackle-known-ltk-ppi.pcap", "crackle-le-secure-connections.pcapng",
    "horizon74-treadmill-ftms-discovery.btsnoop",
    "kickrshiftkey-wahoo-bike-shift-dircon.pcapng",
    "lumentree-acl-only-1178-notifications.btsnoop", "mc3000-clock-before-1970.btsnoop",
    "oppoearbuds-header-only.cfa", "pogoplus-pair-fragments-clock-1970.btsnoop",
    "qdomyoszwift-carnielli-no-discovery.cfa", "qdomyoszwift-domyos-heart200andstop.btsnoop",
    "qdomyoszwift-domyos-session.btsnoop", "tesible-heart-rate-strap.pcapng",
  ]

  func expectNarrow(_ path: String) throws {
    for command in ["info", "rate"] {
      let result = try RulloCommand.run(command, path)
      #expect(result.code == 0)
      #expect(result.lines.filter { $0.count > 80 }.isEmpty)
      #expect(!result.text.contains("\u{1B}"), "no colour where no terminal is")
    }
  }

  @Test("80 columns are enough", arguments: captures) func columns(name: String) throws {
    try expectNarrow(RulloCommand.capture(name))
  }

  @Test(
    "80 columns are enough for real captures",
    .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.absence)), arguments: corpus)
  func columnsOfCorpus(name: String) throws { try expectNarrow(Corpus.folder + "/" + name) }

  @Test("help is 80 columns wide") func help() throws {
    for words in [
      ["--help"], ["info", "-h"], ["decode", "-h"], ["replay", "-h"], ["value", "-h"],
      ["rate", "-h"],
      ["diff", "-h"], ["baseline", "-h"],
    ] {
      let result = try RulloCommand.program.run(words)
      #expect(result.lines.filter { $0.count > 80 }.isEmpty)
      #expect(result.text.contains("Example"))
    }
  }

  /// Octets of each format that is read, made of the project's own captures.
  static func container(_ name: String) throws -> [UInt8] {
    let make = CaptureBytes(isBigEndian: false)
    let notification = octets("02 40 20 0B 00 07 00 04 00 1B 21 00 44 00 68 0B")
    switch name {
    case "btsnoop": return try RulloCommand.octets("bumble-session.btsnoop")
    case "log": return try RulloCommand.octets("kickr-core-10hz.log")
    case "log without a clock": return try RulloCommand.octets("control-denied-once.log")
    case "session":
      return try RulloCommand.run("decode", RulloCommand.capture("bumble-session.btsnoop")).output
    case "pcap":
      return make.pcapHeader(link: 187) + make.pcapRecord(seconds: 1, fraction: 2, notification)
    default:
      return make.section() + make.interface(187) + make.enhanced(time: 5, notification)
    }
  }

  @Test(
    "standard input says what the file says",
    arguments: ["btsnoop", "log", "log without a clock", "session", "pcap", "pcapng"])
  func standardInput(name: String) throws {
    let bytes = try Self.container(name)
    for command in [["rate", "--json"], ["info", "--json"], ["decode", "--json"], ["decode"]] {
      let piped = try RulloCommand.program.run(command + ["-"], input: bytes)
      let read = try withFolder { folder in
        let path = folder.appendingPathComponent("standard input")
        try Data(bytes).write(to: path)
        return try RulloCommand.program.run(command + [path.path])
      }
      // One write of the Bumble session does not decode, as its client meant it.
      let isFaulty = ["btsnoop", "session"].contains(name) && command[0] == "decode"
      #expect(piped.code == (isFaulty ? 1 : 0), "\(piped.complaint)")
      #expect(piped.output == read.output)
      #expect(!piped.output.isEmpty)
      #expect(piped.complaint == read.complaint)
    }
  }

  @Test(
    "a pipe, too, for every format", arguments: ["btsnoop", "log", "session", "pcap", "pcapng"])
  func pipe(name: String) throws {
    let bytes = try Self.container(name)
    let shell = try #require(Tool(named: "sh"))
    let program = RulloCommand.folder.appendingPathComponent("rullo").path
    let piped = try shell.run(["-c", "cat | '\(program)' decode --json -"], input: bytes)
    let read = try RulloCommand.run("decode", "--json", "-", input: bytes)
    #expect(piped.code == read.code)
    #expect(piped.output == read.output)
    #expect(!piped.output.isEmpty)
    #expect(piped.complaint == read.complaint)
  }

  @Test("a reader that goes away is no error") func brokenPipe() throws {
    let shell = try #require(Tool(named: "sh"))
    let program = RulloCommand.folder.appendingPathComponent("rullo").path
    let log = try RulloCommand.octets("kickr-core-10hz.log")
    // Far more than a pipe holds.
    let long = (0..<400).flatMap { _ in log }
    for command in ["decode", "decode --json"] {
      let result = try shell.run(["-c", "'\(program)' \(command) - | head -1"], input: long)
      #expect(result.lines.count == 1)
      #expect(!result.complaint.contains("rullo:"))
      #expect(!result.complaint.lowercased().contains("pipe"))
    }
  }

  @Test(
    "the same octets under every hash seed",
    arguments: captures, [["info"], ["info", "--json"], ["rate"], ["rate", "--json"], ["decode"]])
  func determinism(name: String, command: [String]) throws {
    let path = RulloCommand.capture(name)
    // Without the variable each process draws a seed of its own.
    let runs = try ["1", "", ""].map { value in
      try RulloCommand.program.run(
        command + [path],
        environment: value.isEmpty ? [:] : ["SWIFT_DETERMINISTIC_HASHING": value])
    }
    #expect(runs.allSatisfy { $0.output == runs[0].output && !$0.output.isEmpty })
  }

  /// A command of the README, and the lines that follow it there.
  struct Example: Sendable, CustomTestStringConvertible {
    let words: [String]
    let lines: [String]
    var testDescription: String { words.joined(separator: " ") }

    static let all: [Example] = {
      let text =
        (try? String(contentsOf: projectFolder.appendingPathComponent("README.md"), encoding: .utf8))
        ?? ""
      return text.components(separatedBy: "```").enumerated().compactMap { index, block in
        let lines = block.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // Several commands in a row are a walk, which is another test's.
        guard index % 2 == 1, lines.count > 2, lines[1].hasPrefix("$ scripts/rullo "),
          lines.count(where: { $0.hasPrefix("$ ") }) == 1
        else { return nil }
        return Example(words: words(lines[1].dropFirst(16)), lines: Array(lines[2...].dropLast()))
      }
    }()

    /// Words apart by blanks, save within quotation marks.
    private static func words(_ text: Substring) -> [String] {
      text.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap {
        $0 % 2 == 1 ? [String($1)] : $1.split(separator: " ").map(String.init)
      }
    }
  }

  @Test("the README shows what is printed", arguments: Example.all) func readme(example: Example)
    throws
  {
    let isElsewhere = example.words.contains { $0.hasPrefix("../shared") || $0 == "my-app.log" }
    guard !isElsewhere else { return }
    let words = example.words.map {
      $0.hasPrefix("captures/") ? RulloCommand.capture(String($0.dropFirst(9))) : $0
    }
    var rest = try RulloCommand.program.run(words).text
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    // A line of dots stands for any number of lines.
    var skips = false
    for line in example.lines {
      if line == "…" {
        skips = true
      } else if skips {
        rest = rest.drop { $0 != line }.dropFirst()
        skips = false
      } else {
        let next = rest.popFirst() ?? "the end"
        #expect(line == next)
      }
    }
  }

  @Test("the README has examples") func readme() { #expect(Example.all.count >= 3) }

  @Test(
    "real captures, too, under every hash seed",
    .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.absence)),
    arguments: [
      "btsnooper-write-command-flood.btsnoop", "horizon74-treadmill-ftms-discovery.btsnoop",
      "pogoplus-pair-fragments-clock-1970.btsnoop",
      "kickrshiftkey-wahoo-bike-shift-dircon.pcapng",
    ])
  func determinismOfCorpus(name: String) throws {
    for command in ["info", "rate", "decode"] {
      let runs = try ["1", "", ""].map { value in
        try RulloCommand.program.run(
          [command, Corpus.folder + "/" + name],
          environment: value.isEmpty ? [:] : ["SWIFT_DETERMINISTIC_HASHING": value])
      }
      #expect(runs.allSatisfy { $0.output == runs[0].output })
    }
  }
}
