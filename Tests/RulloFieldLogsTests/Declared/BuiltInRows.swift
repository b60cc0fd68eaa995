import RulloBluetooth

/// Further lines made up in the shape of each format.
extension BuiltInFormatTests {
  static let terminals: [Row] = [
    Row(
      format: "hcidump",
      // The first declaration names 0x0021 as 2AD2; the second is the name "KICKR", which is none:
      // 0x4349 does not stand behind 0x0030.
      log: """
        HCI sniffer - Bluetooth packet analyzer ver 5.50
        device: hci0 snap_len: 1500 filter: 0xffffffffffffffff
        2026-08-20 18:18:33.130000 > ACL data: handle 64 flags 0x02 dlen 20
            ATT: Read By Type resp (0x09)
              length: 7
                handle 0x0020, value 0x10 0x21 0x00 0xd2 0x2a
                handle 0x0030, value 0x4b 0x49 0x43 0x4b 0x52
        2026-08-20 18:18:33.157000 > ACL data: handle 64 flags 0x02 dlen 11
            ATT: Handle notify (0x1b)
              handle 0x0021
              value 0x44 0x00 0x60 0x0b\u{20}
        2026-08-20 18:18:33.200000 < ACL data: handle 64 flags 0x00 dlen 8
            ATT: Write req (0x12)
              handle 0x0024 value 0x00
        2026-08-20 18:18:33.300000 > HCI Event: Disconn Complete (0x05) plen 4
              value 0x01
        """,
      events: ["1826/2AD2 notification 44 00 60 0B", "h0024 write_request 00"],
      times: [0, 43], clock: .absolute,
      notes: [
        "4 × a line that is no exchange",
        "1 × the dates name no time zone; they are taken as UTC",
      ]),
    Row(
      format: "nrf_connect_desktop",
      log: """
        11:44:36.107\tConnection parameters updated for device AA:BB:CC:DD:EE:FF: interval 200ms
        11:44:40.906\tAttribute value changed, handle: 0x26, value (0x): 44-00-60-0B
        11:44:40.911\tAttribute value written, handle: 0x28, value (0x): 00
        11:44:41.906\tAttribute value read, handle: 0x2A, value (0x): 86-50
        11:44:42.906\tAttribute value changed, handle: 0x26, value (0x): 44-0
        """,
      events: [
        "h0026 notification~ 44 00 60 0B", "h0028 write_request~ 00", "h002A read_response 86 50",
      ],
      times: [0, 5, 1_000], clock: .timeOfDay,
      notes: ["1 × a line that is no exchange", "1 × a line that was cut inside an octet"]),
    Row(
      format: "node_debug",
      // Each writer's time counts from its own last line: 100 and 150 ms behind 539 are 789; the
      // other writer begins where the log is by then and goes on by 60.
      log: """
          ftms:bike connected +0ms
          ftms:bike Indoor Bike Data notification <Buffer 44 00 60 0b> +539ms
          ftms:ctl write Control Point <Buffer 00> +0ms
          ftms:bike still here +100ms
          ftms:bike Indoor Bike Data notification <Buffer 44 00 68 0b> +150ms
          ftms:ctl received 2ad9 <Buffer 80 00 01> +60ms
          ftms:bike Indoor Bike Data notification <Buffer 44 00 60 0b ... 12 more bytes> +10ms
        """,
      events: [
        "1826/2AD2 notification~ 44 00 60 0B", "1826/2AD9 write_request~ 00",
        "1826/2AD2 notification~ 44 00 68 0B", "1826/2AD9 indication~ 80 00 01",
      ],
      times: [0, 0, 250, 60], clock: .elapsed),
  ]

  static let packets: [Row] = [
    Row(
      format: "hcidump_raw",
      // A search for characteristics and its answer, then two values, one as -R and one as -x prints.
      log: """
        HCI sniffer - Bluetooth packet analyzer ver 5.50
        2026-08-20 18:18:33.100000 < 02 40 00 0B 00 07 00 04 00 08 10 00 22 00 03 28
        2026-08-20 18:18:33.130000 > 02 40 20 0D 00 09 00 04 00 09 07 20 00 10 21 00 D2
          2A
        2026-08-20 18:18:33.157000 > 02 40 20 0F 00 0B 00 04 00 1B 21 00 44 00 60 0B A0 00 8B
          00
        2026-08-20 18:18:33.250000 > ACL data: handle 64 flags 0x02 dlen 15
          0B 00 04 00 1B 21 00 44 00 68 0B A0 00 8C 00
        2026-08-20 18:18:33.350000 > 02 40 20 0F 00 0B 00 04 00 1B 21 00 44 00 60 0B
        """,
      events: [
        "2AD2 notification 44 00 60 0B A0 00 8B 00", "2AD2 notification 44 00 68 0B A0 00 8C 00",
      ],
      times: [0, 93], clock: .absolute,
      notes: [
        "1 × a line that is no exchange",
        "1 × the dates name no time zone; they are taken as UTC",
        "1 × octets that do not fit the length beside them",
      ]),
    Row(
      format: "packetlogger_raw",
      log: """
        Aug 20 18:18:33.100  ATT Send         0x0041  AA:BB:CC:DD:EE:FF  Read By Type Request - UUID:2803  41 00 0B 00 07 00 04 00 08 10 00 22 00 03 28
        Aug 20 18:18:33.130  ATT Receive      0x0041  AA:BB:CC:DD:EE:FF  Read By Type Response  41 20 0D 00 09 00 04 00 09 07 20 00 10 21 00 D2 2A
        Aug 20 18:18:33.157  ATT Receive      0x0041  AA:BB:CC:DD:EE:FF  Handle Value Notification - Handle:0x0021 - Value: 4400 60  41 20 0A 00 06 00 04 00 1B 21 00 44 00 60
        Aug 20 18:18:33.257  ATT Receive      0x0041  AA:BB:CC:DD:EE:FF  Handle Value Notification - Handle:0x0021 - Value: 4400 60  41 20 0A 00 06 00
        """,
      events: ["2AD2 notification 44 00 60"], times: [0], clock: .timeOfDay,
      notes: ["1 × octets that do not fit the length beside them"]),
    Row(
      format: "packetlogger_l2cap",
      log: """
        Aug 20 18:18:33.157  ATT Receive      0x0041  My bike  Handle Value Notification - Handle:0x0021 - Value: 4400 600B
        Aug 20 18:18:33.157  L2CAP Receive    0x0041  My bike  Channel ID: 0x0004  Length: 0x0007 (07) [ 1B 21 00 44 00 60 0B ]
        \tL2CAP Payload:
        \t00000000: 1B21 0044 0060 0B                        .!.D.`.
        Aug 20 18:18:33.200  L2CAP Send       0x0041  My bike  Channel ID: 0x0004  Length: 0x0004 (04) [ 12 24 00 00 ]
        """,
      events: ["h0021 notification 44 00 60 0B", "h0024 write_request 00"],
      times: [0, 43], clock: .timeOfDay,
      notes: [
        "3 × a line that is no exchange",
        "1 × handle h0021 has no name: no discovery before it in the capture",
        "1 × handle h0024 has no name: no discovery before it in the capture",
      ]),
    Row(
      format: "packetlogger_text",
      log: """
        Aug 20 18:18:33.157  ATT Receive      0x0041  AA:BB:CC:DD:EE:FF  Handle Value Notification - Handle:0x0021 - Value: 4400 600B A0
        \tOpcode: 0x1B
        Aug 20 18:18:33.190  ATT Receive      0x0041  AA:BB:CC:DD:EE:FF  Handle Value Notification - Handle:0x0021 - Value: 4400 600B A0…
        Aug 20 18:18:33.200  ATT Send         0x0041  AA:BB:CC:DD:EE:FF  Write Request - Handle:0x0024 - 2AD9 - Value: 00
        """,
      events: ["h0021 notification 44 00 60 0B A0", "1826/2AD9 write_request 00"],
      times: [0, 43], clock: .timeOfDay,
      notes: [
        "1 × a line that is no exchange", "1 × a value whose middle the log leaves out",
      ]),
    Row(
      format: "nimble",
      // The ticks of the second column are microseconds: 90 ms between the two values.
      log: """
        001380 [ts=10781200ssb, mod=4 level=0] ble_hs_hci_acl_tx(): 0x01 0x00 0x0b 0x00 0x07 0x00 0x04 0x00 0x08 0x10 0x00 0x22 0x00 0x03 0x28\u{20}
        001381 [ts=10789012ssb, mod=4 level=0] Number of Completed Packets: num_handles=1
        001384 [ts=10812448ssb, mod=4 level=0] ble_hs_hci_evt_acl_process(): conn_handle=1 pb=2 len=13 data=0x09 0x00 0x04 0x00 0x09 0x07 0x20 0x00 0x10 0x21 0x00 0xd2 0x2a\u{20}
        001390 [ts=10902448ssb, mod=4 level=0] ble_hs_hci_evt_acl_process(): conn_handle=1 pb=2 len=9 data=0x05 0x00 0x04 0x00 0x1b 0x21 0x00 0x44 0x00\u{20}
        001401 [ts=10992448ssb, mod=4 level=0] ble_hs_hci_evt_acl_process(): conn_handle=1 pb=2 len=9 data=0x05 0x00 0x04 0x00 0x1b 0x21 0x00 0x45 0x00\u{20}
        """,
      events: ["2AD2 notification 44 00", "2AD2 notification 45 00"], times: [0, 90],
      clock: .elapsed, notes: ["1 × a line that is no exchange"]),
  ]
}
