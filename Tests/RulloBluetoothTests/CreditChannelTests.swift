import RulloBase
import RulloBluetooth
import Testing

/// EATT by hand after spec/att-gatt-l2cap: two channels, 0050 and 0051 of the host, 0060 and 0061 of
/// the peer, asked for with signalling command 17 and granted with 18.
@Suite("credit-based channels") struct CreditChannelTests {
  static let open =
    HostStackTests.discovery + """
      >0 10 00 05 00 17 01 0C 00 27 00 40 00 40 00 05 00 50 00 51 00
      <2 10 00 05 00 18 01 0C 00 40 00 40 00 05 00 00 00 60 00 61 00

      """

  static let rows: [HostStackTests.Row] = [
    .init(
      name: "a value in two segments, the first with the length of both",
      packets: open + "<2 05 00 50 00 05 00 1B 03 00\n<2 02 00 50 00 44 00",
      events: [HostStackTests.connected, "A notification 2AD2 44 00"]),
    .init(
      name: "each channel has a request of its own",
      packets: open + """
        >0 06 00 61 00 04 00 12 06 00 AA
        >0 05 00 60 00 03 00 0A 03 00
        <2 03 00 51 00 01 00 13
        <2 04 00 50 00 02 00 0B 77
        """,
      events: [
        HostStackTests.connected, "A write_request 2AD9 AA", "A read_request 2AD2",
        "A write_response 2AD9 of 12", "A read_response 2AD2 77 of 0A",
      ]),
    .init(
      name: "several values in one notification",
      packets: open + "<2 0D 00 51 00 0B 00 23 03 00 01 00 11 06 00 01 00 22",
      events: [
        HostStackTests.connected, "A notification 2AD2 11", "A notification 2AD9 22",
      ]),
    .init(
      name: "a channel that is closed, or was refused, carries nothing",
      packets: HostStackTests.discovery + """
        >0 10 00 05 00 17 01 0C 00 27 00 40 00 40 00 05 00 50 00 51 00
        <2 10 00 05 00 18 01 0C 00 40 00 40 00 05 00 04 00 60 00 00 00
        <2 06 00 51 00 04 00 1B 03 00 44
        >0 08 00 05 00 06 02 04 00 60 00 50 00
        <2 06 00 50 00 04 00 1B 03 00 44
        """,
      events: [HostStackTests.connected]),
    .init(
      name: "channels of other services are none of ATT",
      packets: HostStackTests.discovery + """
        >0 0E 00 05 00 14 01 0A 00 80 00 50 00 40 00 40 00 05 00
        <2 0E 00 05 00 15 01 0A 00 60 00 40 00 40 00 05 00 00 00
        <2 06 00 50 00 04 00 1B 03 00 44
        """,
      events: [HostStackTests.connected]),
    .init(
      name: "the older request for one channel",
      packets: HostStackTests.discovery + """
        >0 0E 00 05 00 14 01 0A 00 27 00 50 00 40 00 40 00 05 00
        <2 0E 00 05 00 15 01 0A 00 60 00 40 00 40 00 05 00 00 00
        <2 06 00 50 00 04 00 1B 03 00 44
        """,
      events: [HostStackTests.connected, "A notification 2AD2 44"]),
    .init(
      name: "a segment longer than its data is noted, and the next one begins anew",
      packets: open + """
        <2 08 00 50 00 04 00 1B 03 00 44 55 66
        <2 06 00 50 00 04 00 1B 03 00 44
        """,
      events: [HostStackTests.connected, "A notification 2AD2 44"], notes: [.malformedPacket]),
  ]

  @Test("traffic by hand", arguments: rows) func row(row: HostStackTests.Row) {
    let script = HostScript(row.packets)
    #expect(script.lines == row.events)
    #expect(script.notes == row.notes)
  }
}
