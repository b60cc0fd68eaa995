import Foundation
import RulloTestSupport
import Testing

/// `rullo replay`: what it prints and answers, in every process the same.
@Suite("rullo replay") struct ReplayTests {
  @Test(
    "a recording against itself matches wholly",
    arguments: ["control-denied-once.log", "kickr-core-10hz.log", "bumble-session.btsnoop"])
  func itself(name: String) throws {
    let result = try RulloCommand.run("replay", RulloCommand.capture(name))
    #expect(result.code == 0)
    #expect(result.complaint == "")
    #expect(result.lines.first == "rullo-session 1")
    // Every write of these apps is one of the recording, octet by octet.
    let writes = result.lines.filter { $0.contains(" w  ") }
    #expect(writes.allSatisfy { $0.hasSuffix("match=exact") })
    // A transcript is a recording for every command, and its own replay matches.
    let again = try RulloCommand.run("replay", "-", input: result.output)
    #expect(again.code == 0)
    #expect(again.lines.dropFirst(2).dropLast(1) == result.lines.dropFirst(2).dropLast(1))
  }

  @Test("the same octets at every speed, stepped, and under every hash seed") func everywhere()
    throws
  {
    let path = RulloCommand.capture("kickr-core-10hz.log")
    let instant = try RulloCommand.run("replay", path)
    let runs = [
      try RulloCommand.run("replay", path, "--speed", "1"),
      try RulloCommand.run("replay", path, "--speed", "10"),
      try RulloCommand.run("replay", path, "--speed=50"),
      try RulloCommand.run("replay", path, "--step", input: [UInt8](repeating: 0x0A, count: 100)),
      try RulloCommand.run("replay", path, "--step"),
      try RulloCommand.run("replay", path, environment: ["SWIFT_DETERMINISTIC_HASHING": "1"]),
      try RulloCommand.run("replay", path),
    ]
    for run in runs { #expect(run.output == instant.output) }
    #expect(instant.lines.count > 20)
  }

  @Test("another device's recording answers, and what differs is told") func against() throws {
    let result = try RulloCommand.run(
      "replay", RulloCommand.capture("control-denied-once.log"), "--against",
      RulloCommand.capture("bumble-session.btsnoop"))
    #expect(result.code == 1)
    #expect(result.complaint.contains("D2"))
    #expect(result.complaint.contains("written 7.4 %"))
    let accepted = try RulloCommand.run(
      "replay", RulloCommand.capture("control-denied-once.log"), "--against",
      RulloCommand.capture("bumble-session.btsnoop"), "--policy", "D2=answer", "--policy",
      "D3=answer", "--policy=D1=answer", "--policy=D4=note", "--policy=D7=note")
    #expect(accepted.code == 0)
    #expect(accepted.text.contains("replay: off script"))
    #expect(accepted.text.contains("match=synthesised"))
  }

  @Test("wrong words are usage errors that name the way out") func usage() throws {
    let path = RulloCommand.capture("kickr-core-10hz.log")
    for (words, hint) in [
      (["--speed", "fast"], "write instant, 1, 10 or 50"), (["--policy", "D1"], "D1=answer"),
      (["--policy", "D11=fail"], "D1=answer"), (["--order", "any"], "window-8"),
      (["--anchoring", "never"], "absolute or writes"),
    ] {
      let result = try RulloCommand.program.run(["replay", path] + words)
      #expect(result.code == 2)
      #expect(result.complaint.contains(hint), "\(result.complaint)")
    }
    #expect(try RulloCommand.run("replay").code == 2)
    #expect(try RulloCommand.run("replay", "/nowhere").code == 2)
  }
}

/// A log with a wrong date in it: two years of silence that a simulated trainer would fill.
@Suite("a session of years") struct YearsTests {
  private static let log = """
    2024-08-20T18:18:30Z → 0x2AD9  00
    2024-08-20T18:18:30.05Z ← 0x2AD9  80 00 01
    2026-08-20T18:18:30Z → 0x2AD9  07
    2026-08-20T18:18:30.05Z ← 0x2AD9  80 07 01

    """

  private func run(_ words: String...) throws -> Tool.Result {
    try RulloCommand.program.run(words + ["-"], input: Array(Self.log.utf8))
  }

  @Test("is compared with a profile by what was asked in it") func compared() throws {
    try withFolder { folder in
      let file = folder.appendingPathComponent("years.log")
      try Data(Self.log.utf8).write(to: file)
      let result = try RulloCommand.run("profile", "compare", "kickr-core", file.path)
      #expect(result.text.contains("2 of 2 answers are the same"))
    }
  }

  @Test("is not replayed against a simulated trainer, unless its silences are cut") func replayed()
    throws
  {
    let whole = try run("replay", "--against", "kickr-core")
    #expect(whole.code == 2 && whole.text.isEmpty)
    #expect(whole.complaint.contains("at most 24 h are replayed"))
    let cut = try run("replay", "--against", "kickr-core", "--cap-gaps", "60")
    // Sixty seconds on, the second write stands in the transcript.
    #expect(cut.text.contains(" →A 1826/2AD9 w  07 "), "\(cut.text)")
    #expect(try run("replay").code == 0)
  }
}

/// `rullo replay` with faults, and against a simulated trainer.
@Suite("rullo replay with faults") struct ReplayFaultTests {
  func run(_ plan: String, _ words: String...) throws -> Tool.Result {
    try withFolder { folder in
      let file = folder.appendingPathComponent("plan.txt")
      try Data(plan.utf8).write(to: file)
      return try RulloCommand.program.run(
        ["replay", RulloCommand.capture("bumble-session.btsnoop"), "--faults", file.path] + words)
    }
  }

  @Test("a fault that fires is told, and what fails names how to see it again") func faults() throws
  {
    let result = try run("# slopes\ndeny-once 2AD9 op=0x05\n", "--seed", "7")
    #expect(result.code == 1)
    #expect(
      result.text.contains("replay: fault of line 2: deny 2AD9 code=0x05 op=0x05 times=1"))
    #expect(result.complaint.contains("seed 7, rullo "))
    #expect(result.complaint.contains("again: rullo replay "))
    #expect(result.complaint.contains("plan.txt --seed 7"))
  }

  @Test("a fault that never fires leaves it open") func unfired() throws {
    let result = try run("drop 2A37\n")
    #expect(result.code == 3)
    #expect(result.complaint.contains("the fault of line 1 never fired: drop 2A37"))
    #expect(result.text.contains("replay: fault of line 1 never fired"))
  }

  @Test("a plan is shrunk to the fault that fails") func shrink() throws {
    let result = try run(
      "delay 2AD2 by=0.001\ndeny-once 2AD9 op=0x05\ndrop 2A63 nth=2\n", "--shrink")
    #expect(result.code == 1)
    #expect(result.lines.last == "deny 2AD9 code=0x05 op=0x05 times=1")
    #expect(result.lines.count == 2)
  }

  @Test("a wrong plan is named by its line") func wrong() throws {
    let result = try run("\nsilnt 2AD9\n")
    #expect(result.code == 2)
    #expect(result.complaint.contains("line 2 of the faults: unknown fault 'silnt'"))
    #expect(try run("# nothing\n").code == 2)
  }

  @Test("a simulated trainer answers what the app asked") func profile() throws {
    let result = try RulloCommand.run(
      "replay", RulloCommand.capture("control-denied-once.log"), "--against", "kickr-core")
    #expect(result.code == 0)
    #expect(result.lines[1].contains("control-denied-once.log against kickr-core"))
    // Three requests, each answered in its turn.
    let control = result.lines.filter { $0.contains(" 1826/2AD9 ") }
    #expect(control.count { $0.contains(" →A ") && $0.contains(" w  ") } == 3)
    #expect(control.count { $0.contains(" i  80 ") } == 3)
  }
}
