import RulloTransport
import Testing

@Suite("fault plans as text") struct FaultPlanTests {
  /// One line of each kind, as the project writes it.
  static let lines = [
    "silent 2AD9 op=0x11", "deny 2AD9 code=0x05 op=0x11 times=2", "delay 2AD2 by=0.25",
    "drop 2AD2 nth=3", "duplicate 1826/2AD2 chance=1/4", "reorder 2AD2 window=3",
    "corrupt 2AD2 mask=00FF", "truncate 2AD2 octets=4", "wrong-echo 2AD9 echo=0x05 op=0x11",
    "unsolicited 2ADA value=FF from=12.5", "control-lost from=12", "stall 2AD2 from=10 to=20",
    "counter-jump 2A63 offset=11 octets=2 by=1000", "clock-skew ppm=200",
    "disconnect reason=0x08 from=30", "disconnect 2AD2 reason=0x13 nth=100",
    "refuse-reconnect times=2", "mtu mtu=23",
  ]

  @Test("a line reads and prints as itself", arguments: lines) func roundTrip(line: String) throws {
    let plan = try FaultPlan(line + "  # why\n\n")
    #expect(plan.faults.count == 1)
    #expect(plan.text == line + "\n")
    #expect(try FaultPlan(plan.text) == plan)
  }

  @Test("deny-once is a deny that happens once, with control not permitted") func once() throws {
    #expect(
      try FaultPlan("deny-once 2AD9 op=17").text == "deny 2AD9 code=0x05 op=0x11 times=1\n")
  }

  @Test(
    "a wrong line is named with what it should say",
    arguments: [
      ("silnt 2AD9", "unknown fault 'silnt'"), ("drop 2AD2 nth=0", "nth=0 is no number"),
      ("delay 2AD2", "needs by=SECONDS"),
      ("delay 2AD2 by=1.2.3", "by=1.2.3 is no number of seconds"),
      ("drop 2AD2 colour=red", "'drop' has no colour"),
      ("drop 2AD2 nth=1 nth=2", "nth stands twice"),
      ("corrupt 2AD2 mask=0G", "is no hexadecimal"), ("disconnect", "needs a moment"),
      ("drop 2AD2 chance=5/4", "is no share"),
      ("unsolicited value=FF at=1", "needs a characteristic"),
      ("drop what", "is no characteristic"), ("mtu mtu=22", "from 23 to 517"),
    ])
  func errors(line: String, hint: String) throws {
    let error = #expect(throws: FaultPlanError.self) { try FaultPlan("\n" + line) }
    #expect(error?.line == 2)
    #expect(error?.description.contains(hint) == true, "\(error?.description ?? "")")
  }

  @Test("a plan shrinks to the fault that matters") func shrink() throws {
    let plan = try FaultPlan(Self.lines.joined(separator: "\n"))
    var runs = 0
    let smaller = plan.shrunk { candidate in
      runs += 1
      return candidate.faults.contains { $0.line == 4 }
        && candidate.faults.contains { $0.line == 11 }
    }
    #expect(smaller.faults.map(\.line) == [4, 11])
    #expect(runs < 60)
  }
}
