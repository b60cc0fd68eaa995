import RulloBase
import RulloBluetooth
import RulloRecordings
import Testing

@testable import RulloFieldLogs

/// Lines made up in the shape of each format (formats, "Text logs").
@Suite("Built-in log formats")
struct BuiltInFormatTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let format: String
    let log: String
    let events: [String]
    /// Milliseconds since the first event.
    var times: [Int64?] = []
    var clock = Clock.Kind.none
    var notes: [String] = []
    var testDescription: String { format }
  }

  static let all = rows + terminals + packets + variants

  static let rows: [Row] = [
    Row(
      format: "serial_monitor",
      log: """
        10:02:03.100 -> Found advertising Peripheral
        10:02:04.000 -> -> Client Rec'd Raw FTM Indoor Bike Data: [4] [ 44 00 60 0B ]
        10:02:04.020 -> Instant. Speed: 29 KPH Instantaneous Cadence: 80 RPM
        10:02:04.030 -> torn in the mid -> Client Rec'd
        10:02:05.000 -> Client sends Indoor Bike Simulation Parameters to Trainer's FTM Control Point: [ 11 00 00 22 01 28 33 00 ]
        10:02:05.047 -> -> Client Rec'd Raw FTM Control Point Response Data: [ 80 11 01 ]
        10:02:05.050 -> -> Client Rec'd Raw FTM Machine Status Data: [1] [ 04 ]
        10:02:05.060 -> -> Client Reads Raw FTM Feature bytes: [2] [ 86 50 ]
        10:02:05.070 -> -> Client Rec'd Raw FTM Indoor Bike Data: [4] [ 44 00 60
        """,
      events: [
        "1826/2AD2 notification~ 44 00 60 0B", "1826/2AD9 write_request~ 11 00 00 22 01 28 33 00",
        "1826/2AD9 indication~ 80 11 01", "1826/2ADA notification~ 04",
        "1826/2ACC read_response 86 50",
      ],
      times: [0, 1_000, 1_047, 1_050, 1_060], clock: .timeOfDay,
      notes: [
        "2 × a line that is no exchange", "1 × a line that was cut inside an octet",
      ]),
    Row(
      format: "btmon",
      log: """
        Bluetooth monitor ver 5.66
        > ACL Data RX: Handle 64 flags 0x02 dlen 15   #12 [hci0] 0.415000
              ATT: Handle Value Notification (0x1b) len 10
                Handle: 0x0021 Type: Indoor Bike Data (0x2ad2)
                  Data[8]: 4400680ba0009500
        < ACL Data TX: Handle 64 flags 0x00 dlen 10   #13 [hci0] 0.515000
              ATT: Write Request (0x12) len 3
                Handle: 0x0023
                  Data: 00
        > ACL Data RX: Handle 64 flags 0x02 dlen 9   #14 0.615000
              ATT: Handle Value Indication (0x1d) len 5
                Handle: 0x0023
                  Data[3]: 8000
        """,
      events: [
        "1826/2AD2 notification 44 00 68 0B A0 00 95 00", "h0023 write_request 00",
      ],
      times: [0, 100], clock: .elapsed,
      notes: [
        "1 × a line that is no exchange", "1 × octets that do not fit the length beside them",
      ]),
    Row(
      format: "gatttool",
      log: """
        handle: 0x0011, char properties: 0x10, char value handle: 0x0012, uuid: 00002ad2-0000-1000-8000-00805f9b34fb
        [AA:BB:CC:DD:EE:FF][LE]> char-write-req 0x0013 0100
        Characteristic value was written successfully
        Notification handle = 0x0012 value: 44 00 60 0b\u{20}
        Notification handle = 0x0015 value: 01
        """,
      events: [
        "h0013 write_request 01 00", "1826/2AD2 notification 44 00 60 0B",
        "h0015 notification 01",
      ],
      notes: ["1 × a line that is no exchange"]),
    Row(
      format: "bluetoothctl",
      log: """
        [CHG] Attribute /org/bluez/hci0/dev_AA_BB/service0010/char0012 Value:
          44 00 60 0b a0 00 8b 00                          D.`.....
        [CHG] Attribute /org/bluez/hci0/dev_AA_BB/service0010/char0012 Value:
          44 00
        """,
      events: ["h0012 notification~ 44 00 60 0B A0 00 8B 00", "h0012 notification~ 44 00"]),
    Row(
      format: "nrf_connect_android",
      log: """
        nRF Connect, 2026-08-20
        I\t19:36:02.280\tNotification received from 00002ad2-0000-1000-8000-00805f9b34fb, value: (0x) 44-00-60-0B
        A\t19:36:02.281\t"29.12 km/h" received
        A\t19:36:03.280\tData written to 00002ad9-0000-1000-8000-00805f9b34fb, value: (0x) 00
        I\t19:36:03.380\tIndication received from 00002ad9-0000-1000-8000-00805f9b34fb, value: (0x) 80-00-01, "x"
        """,
      events: [
        "1826/2AD2 notification 44 00 60 0B", "1826/2AD9 write_request~ 00",
        "1826/2AD9 indication 80 00 01",
      ],
      times: [0, 1_000, 1_100], clock: .timeOfDay, notes: ["1 × a line that is no exchange"]),
    Row(
      format: "nrf_connect_ios",
      log: """
        Updated Value of Characteristic 2AD2 to 0x4400600B
        Writing 0x00 to characteristic 2AD9
        Updated Value of Characteristic 2AD9 to 0x80-00-01.
        """,
      events: [
        "1826/2AD2 notification~ 44 00 60 0B", "1826/2AD9 write_request~ 00",
        "1826/2AD9 indication~ 80 00 01",
      ]),
    Row(
      format: "qz",
      log: """
        lun. sept. 12 15:34:41 2022 1662993281123 Debug: "{00002ad2-0000-1000-8000-00805f9b34fb}" 4 " << " "44 00 60 0b"
        Mon Sep 12 15:34:41 2022 1662993281223 Debug: uuid = "2ad9" >> "00" // control
        Mon Sep 12 15:34:41 2022 1662993281323 Debug: << "80 00 01"
        Mon Sep 12 15:34:41 2022 1662993281423 Debug: bike is there
        """,
      events: ["1826/2AD2 notification~ 44 00 60 0B", "1826/2AD9 write_request~ 00"],
      times: [0, 100], clock: .absolute,
      notes: [
        "1 × an exchange that does not name its characteristic",
        "1 × a line that is no exchange",
      ]),
    Row(
      format: "smartspin2k",
      log: """
        [692893] 44 00 60 0b <- 0x1826 | 0x2ad2
        [692993] 80 00 01 -> 0x1826 | 0x2ad9 done
        [693000] heap 120000
        """,
      events: ["1826/2AD2 notification~ 44 00 60 0B", "1826/2AD9 write_request~ 80 00 01"],
      times: [0, 100], clock: .elapsed, notes: ["1 × a line that is no exchange"]),
    Row(
      format: "smartspin2k_2021",
      log: "20 0 19 0 b6 <-- 0x2a63\n0x2a63 <-- 20 0 1a\nready\n",
      events: ["1818/2A63 notification~ 20 00 19 00 B6", "1818/2A63 notification~ 20 00 1A"],
      notes: ["1 × a line that is no exchange"]),
    Row(
      format: "bleak",
      log: """
        2026-08-20 18:18:33,157 DEBUG 00002ad2-0000-1000-8000-00805f9b34fb (Handle: 17): Indoor: bytearray(b'\\xfeq \\x98')
        2026-08-20 18:18:33,257 DEBUG 00002ad2-0000-1000-8000-00805f9b34fb (Handle: 17): bytearray(b"D\\x00")
        2026-08-20 18:18:33,357 INFO connected
        """,
      events: ["1826/2AD2 notification~ FE 71 20 98", "1826/2AD2 notification~ 44 00"],
      times: [0, 100], clock: .absolute,
      notes: [
        "1 × the dates name no time zone; they are taken as UTC",
        "1 × a line that is no exchange",
      ]),
  ]

  @Test("exchanges of each format", arguments: all) func exchanges(row: Row) throws {
    let recording = try read(row.log, as: builtIn(row.format))
    #expect(recording.brief == row.events)
    #expect(recording.clock.kind == row.clock)
    #expect(recording.noteTexts == row.notes)
    if !row.times.isEmpty { #expect(recording.milliseconds == row.times) }
  }

  @Test("each format knows its own, also with CRLF and as UTF-16", arguments: all)
  func recognition(row: Row) throws {
    let windows = row.log.replacing("\n", with: "\r\n")
    let units = [0xFEFF] + Array(row.log.utf16)
    let little = units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    for octets in [Array(row.log.utf8), Array(windows.utf8), little] {
      let best = octets.withRawSpan { LogRecognition($0).best }
      #expect(best?.name == row.format)
      #expect(try read(octets, as: builtIn(row.format)).brief == row.events)
    }
  }

  @Test("every prefix and every changed octet is survived", arguments: all)
  func fuzz(row: Row) throws {
    let octets = Array(row.log.utf8)
    let format = try builtIn(row.format)
    for length in stride(from: 0, to: octets.count, by: 3) {
      let recording = try read(Array(octets.prefix(length)), as: format)
      #expect(recording.events.count <= row.events.count)
    }
    for place in stride(from: 0, to: octets.count, by: 5) {
      var changed = octets
      changed[place] ^= 0x41
      #expect(try read(changed, as: format).events.count <= row.events.count + 1)
    }
  }
}
