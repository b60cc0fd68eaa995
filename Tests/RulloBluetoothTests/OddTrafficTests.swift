import RulloBase
import RulloBluetooth
import RulloTestSupport
import Testing

/// Traffic that a well-meant stack mistakes for values, or that costs more than it should.
@Suite("odd traffic") struct OddTrafficTests {
  // The configuration (handle 4) and the declaration (handle 2) are no values of 2AD2.
  @Test("reads of a configuration and of a declaration are not reads of the characteristic")
  func reads() {
    let script = HostScript(
      HostStackTests.discovery + """
        > 0A 04 00
        < 0B 01 00
        > 0A 02 00
        < 0B 10 03 00 D2 2A
        """)
    #expect(
      script.lines == [
        "A connect =24", "A read_request 2902", "A read_response 2902 01 00 of 0A",
        "A read_request 2803", "A read_response 2803 10 03 00 D2 2A of 0A",
      ])
  }

  @Test("the same handles of two adapters are two connections with maps of their own")
  func adapters() {
    let script = HostScript(
      HostStackTests.discovery + """
        E #1 3E 13 01 00 40 00 00 01 16 15 14 13 12 C1 18 00 00 00 F4 01 00
        < 1B 03 00 44
        < #1 1B 03 00 45
        <2 06 00 04 00 1B
        <2 #1 05 00 04 00 1B
        <1 #1 03 00 46 47
        <1 03 00 48 49 50
        E #1 05 04 00 40 00 13
        < 1B 03 00 51
        """)
    #expect(
      script.lines == [
        HostStackTests.connected, "B connect =24", "A notification 2AD2 44",
        "B notification h0003 45", "B notification h0003 46 47", "A notification 2AD2 48 49 50",
        "B disconnect =19", "A notification 2AD2 51",
      ])
  }

  @Test("handle 0 belongs to no attribute") func handleZero() {
    let script = HostScript(HostStackTests.connect + "< 1B 00 00 44\n< 1B 00 00 45\n> 52 00 00 01")
    #expect(script.lines == ["A connect =24"])
    #expect(script.notes == [.malformedPacket, .malformedPacket, .malformedPacket])
  }

  @Test("ACL data longer than its frame is read and noted") func overlong() {
    let script = HostScript(HostStackTests.connect + "<2 04 00 04 00 1B 1E 00 AA FF FF")
    #expect(script.lines == ["A connect =24", "A notification h001E AA"])
    #expect(script.notes.contains(.lostFragment))
  }

  // 4,096 characteristics are more than any server has; the rest is noted, and no work is squared.
  @Test("a flood of declarations is bounded") func flood() {
    var script = HostStackTests.connect
    for handle in stride(from: 1, to: 12_000, by: 3) {
      let value = handle + 1
      let hex = [handle, value].map { number in
        Hex.text([UInt8(number & 255), UInt8(number >> 8)], separator: " ")
      }
      script += "> 08 01 00 FF FF 03 28\n< 09 07 \(hex[0]) 10 \(hex[1]) D2 2A\n"
    }
    script += "> 08 01 00 FF FF 03 28\n< 09 07 00 F0 10 01 F0 D2 2A\n"
    #expect(HostScript(script).lines.count == 1)
  }

  @Test("times further apart than 36 years are not told") func furthest() {
    #expect(Instant(seconds: 1_152_921_504).nanoseconds(since: Instant()) != nil)
    #expect(Instant(seconds: 1_152_921_505).nanoseconds(since: Instant()) == nil)
    #expect(Instant(seconds: -1_152_921_505).nanoseconds(since: Instant()) == nil)
  }
}
