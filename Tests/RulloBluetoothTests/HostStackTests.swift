import RulloBase
import RulloBluetooth
import Testing

/// Packets by hand after spec/att-gatt-l2cap, and the one right answer to each.
@Suite("host stack") struct HostStackTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let packets: String
    let events: [String]
    var notes: [Note.Kind] = []
    var testDescription: String { name }
  }

  /// LE Connection Complete: status, handle 0x0040, central, random C1:02:03:04:05:06, 30 ms.
  static let connect = "E 3E 13 01 00 40 00 00 01 06 05 04 03 02 C1 18 00 00 00 F4 01 00\n"

  /// A characteristic at handle 3, its CCCD at 4, one more at handle 6.
  static let discovery =
    connect + """
      > 08 01 00 FF FF 03 28
      < 09 07 02 00 10 03 00 D2 2A 05 00 28 06 00 D9 2A
      > 04 04 00 04 00
      < 05 01 04 00 02 29

      """

  static let connected = "A connect =24"

  static let fragments: [Row] = [
    // Cases E6: frame length 0x000F, so that an ATT PDU of 15 octets follows.
    Row(
      name: "a first fragment shorter than the L2CAP header",
      packets: connect + """
        <2 0F
        <1 00 04 00 1B 1E 00 01 02 03 04 05 06 07 08 09 0A 0B 0C
        """,
      events: [connected, "A notification h001E 01 02 03 04 05 06 07 08 09 0A 0B 0C"],
      notes: [.unknownHandle]),
    Row(
      name: "a frame in single octets",
      packets: connect + "<2 05\n<1 00\n<1 04\n<1 00\n<1 1B\n<1 1E\n<1 00\n<1 AA\n<1 BB",
      events: [connected, "A notification h001E AA BB"], notes: [.unknownHandle]),
    Row(
      name: "fragments of both directions and of two connections between each other",
      packets: connect + """
        E 3E 13 01 00 41 00 00 01 16 15 14 13 12 C1 18 00 00 00 F4 01 00
        <2 06 00 04 00 1B
        <2 @0041 06 00 04 00 1B 21
        >0 05 00 04 00 52 30
        <1 1E 00 11
        <1 @0041 00 44
        >1 00 77
        <1 12 13
        >1 78
        <1 @0041 45 46
        """,
      events: [
        connected, "B connect =24", "A notification h001E 11 12 13",
        "A write_command h0030 77 78", "B notification h0021 44 45 46",
      ],
      notes: [.unknownHandle, .unknownHandle, .unknownHandle]),
    Row(
      name: "without a direction, flag 0 starts a sent frame and flag 2 a received one",
      packets: connect + """
        ?0 04 00 04 00 52 30 00 77
        ?2 04 00 04 00 1B 1E 00 66
        ?0 05 00 04 00 52 30
        ?1 00 01 02
        ?2 05 00 04 00 1B 1E
        ?1 00 03 04
        """,
      events: [
        connected, "A write_command h0030 77", "A notification h001E 66",
        "A write_command h0030 01 02", "A notification h001E 03 04",
      ],
      notes: [.unknownHandle, .unknownHandle]),
    Row(
      name: "a frame that begins before the last one is whole: the new one counts",
      packets: connect + "<2 09 00 04 00 1B 1E\n<2 04 00 04 00 1B 1E 00 66",
      events: [connected, "A notification h001E 66"], notes: [.lostFragment, .unknownHandle]),
    Row(
      name: "a continuation without its start",
      packets: connect + "<1 00 04 00 1B\n<2 04 00 04 00 1B 1E 00 66",
      events: [connected, "A notification h001E 66"], notes: [.lostFragment, .unknownHandle]),
    Row(
      name: "a fragment that is open when the link ends is not continued after the reconnection",
      packets: connect + "<2 05 00 04 00 1B 1E\nE 05 04 00 40 00 08\n" + connect
        + "<1 00 AA BB\n<2 04 00 04 00 1B 1E 00 66",
      events: [connected, "A disconnect =8", connected, "A notification h001E 66"],
      notes: [.lostFragment, .lostFragment, .unknownHandle]),
    Row(
      name: "other channels, a BR/EDR link and chip diagnostics (E14) are no attribute traffic",
      packets: connect + """
        <2 04 00 05 00 1B 1E 00 66
        E 03 0B 00 45 00 06 05 04 03 02 01 01 00
        <2 @0045 04 00 04 00 1B 1E 00 66
        <2 @0EDC 04 00 04 00 0A 00 F0 02
        """,
      events: [connected], notes: [.chipDiagnostics]),
  ]

  static let attributes: [Row] = [
    Row(
      name: "several values in one notification (0x23)",
      packets: discovery + "< 23 03 00 02 00 AA BB 06 00 01 00 CC 09 00 00 00",
      events: [
        connected, "A notification 2AD2 AA BB", "A notification 2AD9 CC", "A notification h0009",
      ],
      notes: [.unknownHandle]),
    Row(
      name: "several values, the last cut off",
      packets: discovery + "< 23 03 00 02 00 AA BB 06 00 05 00 CC",
      events: [connected, "A notification 2AD2 AA BB"], notes: [.malformedPacket]),
    Row(
      name: "several values read with their lengths (0x20, 0x21), the last cut by the MTU",
      packets: discovery + "> 20 03 00 06 00\n< 21 02 00 AA BB 04 00 CC DD",
      events: [
        connected, "A read_request 2AD2", "A read_request 2AD9", "A read_response 2AD2 AA BB of 20",
        "A read_response 2AD9 CC DD of 20",
      ]),
    Row(
      name: "a long read: the offset of each part",
      packets: discovery + "> 0A 03 00\n< 0B 01 02\n> 0C 03 00 16 00\n< 0D 03",
      events: [
        connected, "A read_request 2AD2", "A read_response 2AD2 01 02 of 0A",
        "A read_request 2AD2 =22", "A read_response 2AD2 03 =22 of 0C",
      ]),
    Row(
      name: "a long write counts once, when it is executed",
      packets: discovery + """
        > 16 06 00 00 00 01 02
        < 17 06 00 00 00 01 02
        > 16 06 00 02 00 03
        < 17 06 00 02 00 03
        > 18 01
        < 19
        """,
      events: [connected, "A write_request 2AD9 01 02 03 of 18", "A write_response 2AD9 of 18"]),
    Row(
      name: "a long write that is cancelled never was",
      packets: discovery + "> 16 06 00 00 00 01 02\n< 17 06 00 00 00 01 02\n> 18 00\n< 19",
      events: [connected]),
    Row(
      name: "a long write that is refused",
      packets: discovery + "> 16 06 00 00 00 01 02\n< 01 16 06 00 09",
      events: [connected, "A error 2AD9 =9 of 16"]),
    Row(
      name: "a signed write ends with twelve octets of signature",
      packets: discovery + "> D2 06 00 05 96 00 01 00 00 00 11 22 33 44 55 66 77 88",
      events: [connected, "A write_command 2AD9 05 96 00"]),
    Row(
      name: "a signed write too short for its signature",
      packets: discovery + "> D2 06 00 05 96 00 01 00", events: [connected],
      notes: [.malformedPacket]),
    // Cases C6: application errors and a wrong length, tied to the write that they answer.
    Row(
      name: "errors answer their request, whatever stands between",
      packets: discovery + """
        > 12 06 00 07
        < 1B 03 00 44
        < 01 12 06 00 80
        > 12 06 00 07
        < 01 12 06 00 0D
        > 12 06 00 07
        < 13
        """,
      events: [
        connected, "A write_request 2AD9 07", "A notification 2AD2 44",
        "A error 2AD9 =128 of 12", "A write_request 2AD9 07", "A error 2AD9 =13 of 12",
        "A write_request 2AD9 07", "A write_response 2AD9 of 12",
      ]),
    Row(
      name: "the end of a discovery is no error",
      packets: discovery + "> 08 07 00 FF FF 03 28\n< 01 08 07 00 0A", events: [connected]),
    Row(
      name: "subscriptions by the bits of the descriptor",
      packets: discovery + """
        > 12 04 00 01 00
        < 13
        > 12 04 00 02 00
        < 13
        > 12 04 00 00 00
        < 13
        > 52 04 00 01 00
        """,
      events: [
        connected, "A subscribe 2AD2 01 00", "A write_response 2AD2 of 12",
        "A subscribe 2AD2 02 00", "A write_response 2AD2 of 12", "A unsubscribe 2AD2 00 00",
        "A write_response 2AD2 of 12", "A subscribe 2AD2 01 00",
      ]),
    Row(
      name: "requests of both sides at once, each with its own answer",
      packets: discovery + """
        > 0A 03 00
        < 0A 03 00
        > 0B 55
        < 0B 66
        """,
      events: [
        connected, "A read_request 2AD2", "B read_request h0003",
        "B read_response h0003 55 of 0A", "A read_response 2AD2 66 of 0A",
      ],
      notes: [.unknownHandle]),
    Row(
      name: "a response without its request, a request without its response",
      packets: discovery + "< 0B 01\n> 0A 03 00\n> 0A 06 00\n< 0B 02",
      events: [
        connected, "A read_response 01 of 0A", "A read_request 2AD2", "A read_request 2AD9",
        "A read_response 2AD9 02 of 0A",
      ],
      notes: [.unexpectedResponse, .unansweredRequest]),
    Row(
      name: "the MTU is the smaller of both offers, and 23 at least",
      packets: connect + "> 02 F7 00\n< 03 00 02\n> 02 10 00\n< 03 00 02",
      events: [connected, "A mtu =247", "A mtu =23"]),
    Row(
      name: "an undefined op code",
      packets: connect + "> 30 01 02", events: [connected], notes: [.malformedPacket]),
  ]

  /// The same up to the peer's address; enhanced ones hold two more addresses before the interval.
  static let connections: [Row] = [
    Row(
      name: "enhanced connection complete (0x0A)",
      packets: "E 3E 1F 0A 00 40 00 00 01 06 05 04 03 02 C1 "
        + String(
          repeating: "00 ", count: 12) + "0C 00 00 00 F4 01 00\n< 1B 03 00 44",
      events: ["A connect =12", "A notification h0003 44"], notes: [.unknownHandle]),
    Row(
      name: "enhanced connection complete, version 2 (0x29)",
      packets: "E 3E 22 29 00 40 00 00 01 06 05 04 03 02 C1 "
        + String(
          repeating: "00 ", count: 12) + "06 00 00 00 F4 01 00 FF FF FF\n< 1B 03 00 44",
      events: ["A connect =6", "A notification h0003 44"], notes: [.unknownHandle]),
    Row(
      name: "a connection that failed",
      packets: "E 3E 13 01 3E"
        + String(
          repeating: " 00", count: 17),
      events: []),
    Row(
      name: "a handle is another device's after the reconnection",
      packets: discovery + """
        < 1B 03 00 44
        E 05 04 00 40 00 13
        E 3E 13 01 00 40 00 00 01 16 15 14 13 12 C1 18 00 00 00 F4 01 00
        < 1B 03 00 55
        """,
      events: [
        connected, "A notification 2AD2 44", "A disconnect =19", "B connect =24",
        "B notification h0003 55",
      ],
      notes: [.unknownHandle]),
    Row(
      name: "the same device keeps its handles after the reconnection",
      packets: discovery + "< 1B 03 00 44\nE 05 04 00 40 00 08\n" + connect + "< 1B 03 00 55",
      events: [
        connected, "A notification 2AD2 44", "A disconnect =8", connected,
        "A notification 2AD2 55",
      ],
      notes: [.earlierDiscovery]),
    Row(
      name: "a new discovery after the reconnection moves the handles",
      packets: discovery + "< 1B 03 00 44\nE 05 04 00 40 00 08\n" + connect + """
        > 08 01 00 FF FF 03 28
        < 09 07 02 00 10 05 00 D2 2A
        < 1B 05 00 55
        < 1B 03 00 66
        """,
      events: [
        connected, "A notification 2AD2 44", "A disconnect =8", connected,
        "A notification 2AD2 55", "A notification h0003 66",
      ],
      notes: [.unknownHandle]),
    // Role 1: the host is the peripheral, so that the server is on its own side.
    Row(
      name: "the host as the peripheral",
      packets: "E 3E 13 01 00 40 00 01 01 06 05 04 03 02 C1 18 00 00 00 F4 01 00\n" + """
        < 12 04 00 AA
        > 13
        > 1B 04 00 BB
        """,
      events: [
        "A connect =24", "A write_request h0004 AA", "A write_response h0004 of 12",
        "A notification h0004 BB",
      ],
      notes: [.unknownHandle]),
    Row(
      name: "a disconnection that failed, and one of a connection that nobody knew",
      packets: connect + "E 05 04 02 40 00 13\nE 05 04 00 77 00 13\n< 1B 03 00 44",
      events: [connected, "A notification h0003 44"], notes: [.unknownHandle]),
  ]

  @Test("a session by hand", arguments: fragments + attributes + connections) func row(row: Row) {
    let script = HostScript(row.packets)
    #expect(script.lines == row.events)
    #expect(script.notes == row.notes, "\(script.sink.notes.map(\.text))")
  }

  @Test(
    "who ended the connection",
    arguments: [
      ("E 05 04 00 40 00 13", "peer"), ("E 05 04 00 40 00 16", "host"),
      ("E 05 04 00 40 00 08", "nobody"),
      // The host's own command decides over the reason that the controller gives.
      ("C 06 04 03 40 00 13\nE 05 04 00 40 00 13", "host"),
      ("C 06 04 03 41 00 13\nE 05 04 00 40 00 13", "peer"),
    ])
  func end(packets: String, by: String) {
    let script = HostScript(Self.connect + packets)
    #expect(script.sink.links.values.map(\.endedBy) == [by])
  }

  @Test("intervals in the order of their use") func intervals() {
    // 30 ms, then 7.5 ms twice, then 48.75 ms; another handle and a failed update change nothing.
    let script = HostScript(
      Self.connect + """
        E 3E 0A 03 00 40 00 06 00 00 00 F4 01
        E 3E 0A 03 00 40 00 06 00 00 00 F4 01
        E 3E 0A 03 00 41 00 0C 00 00 00 F4 01
        E 3E 0A 03 3B 40 00 0C 00 00 00 F4 01
        E 3E 0A 03 00 40 00 27 00 00 00 F4 01
        """)
    #expect(script.sink.links.values.map(\.intervals) == [[30_000_000, 7_500_000, 48_750_000]])
  }

  @Test("a descriptor that is discovered twice is one attribute") func rediscovery() {
    let again = "> 04 07 00 07 00\n< 05 01 07 00 01 29\n"
    let script = HostScript(Self.discovery + again + again)
    let descriptors = script.sink.attributes.values.filter { $0.uuid == 0x2901 }
    #expect(descriptors.map(\.handle) == [0x0007])
  }
}
