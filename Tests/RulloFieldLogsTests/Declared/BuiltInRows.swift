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
    Row(
      format: "arduino_ble",
      log: """
        18:18:33.157 -> HCI COMMAND TX -> 01030C00
        18:18:33.200 -> HCI ACLDATA TX -> 0240000B0007000400081000220003 28
        18:18:33.201 -> HCI ACLDATA TX -> 0240000B000700040008100022000328
        18:18:33.230 -> HCI ACLDATA RX <- 0240200D00090004000907200010210 0D22A
        18:18:33.231 -> HCI ACLDATA RX <- 0240200D000900040009072000102100D22A
        18:18:33.257 -> HCI ACLDATA RX <- 02402009000500040 01B21004400
        18:18:33.258 -> HCI ACLDATA RX <- 0240200900050004001B21004400
        """,
      events: ["2AD2 notification 44 00"], times: [0], clock: .timeOfDay,
      notes: ["3 × a line that is no exchange"]),
  ]

  /// The same tools in other versions or moods; the rest of a row holds as above.
  static let variants: [Row] = [
    Row(
      format: "nrf_connect_ios",
      log: """
        [07:02:17.2120] Normal: Updated Value of Characteristic 2AD2 to 4400 600B A000 8B00.
        [07:02:17.2120] Application: "4400 600B A000 8B00" value received.
        [07:02:18.1120] Normal: Updated Value of Characteristic 2AD9 to 8000 0
        [07:02:18.2120] Normal: Updated Value of Characteristic 2AD9 to 8000 01.
        """,
      events: [
        "1826/2AD2 notification~ 44 00 60 0B A0 00 8B 00", "1826/2AD9 indication~ 80 00 01",
      ],
      times: [0, 1_000], clock: .timeOfDay,
      notes: ["1 × a line that is no exchange", "1 × a line that was cut inside an octet"]),
    Row(
      format: "smartspin2k",
      // The app itself says 200 W where the octets say 0x008B = 139.
      log: """
        N 89473 BLE_Common: "44 00 60 0b a0 00 8b 00 <- 0x1826 | 0x2ad2 | FTMS(IBD)[ CD(80.00) PW(139) ]"
        N 89573 BLE_Common: "44 00 60 0b a0 00 8b 00 <- 0x1826 | 0x2ad2 | FTMS(IBD)[ CD(80.00) PW(200) ]"
        N 89600 Main: "Shifter"
        """,
      events: Array(repeating: "1826/2AD2 notification~ 44 00 60 0B A0 00 8B 00", count: 2),
      times: [0, 100], clock: .elapsed,
      notes: [
        "1 × words beside the octets that say something else; the octets count",
        "1 × a line that is no exchange",
      ]),
    Row(
      format: "qz",
      log: """
        lun. sept. 12 15:34:41 2022 1662993281123 Debug: "{00002ad2-0000-1000-8000-00805f9b34fb}" 4 " << " "44 00 60 0b"
        lun. sept. 12 15:34:41 2022 1662993281223 Debug: " >> 04 8c 00 // forceResistance 14"
        """,
      events: ["1826/2AD2 notification~ 44 00 60 0B"], times: [0], clock: .absolute,
      notes: ["1 × an exchange that does not name its characteristic"]),
    Row(
      format: "serial_monitor",
      // An early version took the average speed for the cadence: 0x069D / 2 = 846.5; it is 83 rpm.
      log: """
        18:08:20.077 ->  -> Client Raw FTM Indoor Bike Data: [20] [ FE 02 CA 0A 9D 06 A6 00 5C 00 9A 00 00 14 00 61 00 64 00 00 ]
        18:08:20.077 ->  Speed: 27 KPH Instantaneous Cadence: 846 RPM Average Cadence: 83 RPM
        18:08:20.100 -> Client Control Point Response: [ 80 00 01 ]
        """,
      events: [
        "1826/2AD2 notification~ FE 02 CA 0A 9D 06 A6 00 5C 00 9A 00 00 14 00 61 00 64 00 00",
        "1826/2AD9 indication~ 80 00 01",
      ],
      times: [0, 23], clock: .timeOfDay,
      notes: ["1 × words beside the octets that say something else; the octets count"]),
    Row(
      format: "node_debug",
      log: """
        2026-08-20T18:18:33.157Z ftms:bike Indoor Bike Data notification Buffer 44-00-60-0b
        20:18:33.257 2026-08-20T18:18:33.257Z ftms:ctl write Control Point Buffer 11-00-00-fd-ff-28-33
        """,
      events: [
        "1826/2AD2 notification~ 44 00 60 0B", "1826/2AD9 write_request~ 11 00 00 FD FF 28 33",
      ],
      times: [0, 100], clock: .absolute),
    Row(
      format: "bleak",
      log: """
        2026-08-20 18:18:33.157 DEBUG (MainThread) [custom_components.bike] AA:BB:CC:DD:EE:FF: notification from 00002ad2-0000-1000-8000-00805f9b34fb: 4400600ba0008b00
        2026-08-20 18:18:33.257 DEBUG (MainThread) [custom_components.bike] Writing 00002ad9-0000-1000-8000-00805f9b34fb: bytearray(b'\\x00')
        2026-08-20 18:18:33.357 DEBUG (MainThread) [custom_components.bike] received bytearray(b'\\x80\\x00\\x01') from 2ad9
        """,
      events: [
        "1826/2AD2 notification~ 44 00 60 0B A0 00 8B 00", "1826/2AD9 write_request~ 00",
        "1826/2AD9 indication~ 80 00 01",
      ],
      times: [0, 100, 200], clock: .absolute,
      notes: ["1 × the dates name no time zone; they are taken as UTC"]),
    Row(
      format: "btmon",
      // Times of day as -t prints them; a declaration names 0x0021, and an event's data are none.
      log: """
        > ACL Data RX: Handle 64 flags 0x02 dlen 27   #5 [hci0] 18:18:33.100000
              ATT: Read By Type Response (0x09) len 22
                Attribute data length: 7
                Attribute data list: 2 entries
                Handle: 0x0020
                Value: 102100d22a
                Handle: 0x0023
                Value: 202400d92a
        > ACL Data RX: Handle 64 flags 0x02 dlen 15   #6 [hci0] 18:18:33.157000
              ATT: Handle Value Notification (0x1b) len 10
                Handle: 0x0021
                  Data: 4400680ba0009500
        > HCI Event: LE Meta Event (0x3e) plen 40     #7 [hci0] 18:18:33.200000
                Company: not a value (117)
                  Data: 420401
        < ACL Data TX: Handle 64 flags 0x00 dlen 13   #8 [hci0] 18:18:33.257000
              ATT: Prepare Write Request (0x16) len 8
                Handle: 0x0024
                Offset: 0x0000
                  Data: 00112233
        """,
      events: ["1826/2AD2 notification 44 00 68 0B A0 00 95 00"], times: [0], clock: .timeOfDay,
      notes: ["7 × a line that is no exchange"]),
  ]
}
