import RulloBase
import RulloBluetooth
import RulloRecordings
import Testing

@testable import RulloFieldLogs

/// Words beside octets.
///
/// By hand: `44 00 60 0B A0 00 8B 00` is 0x0B60 = 2912, 29.12 km/h,
/// 0x00A0 / 2 = 80 rpm, 0x008B = 139 W; `80 11 05` is "control not permitted" to op code 0x11.
@Suite("Labels and octets")
struct LabelTests {
  private static let bike = "← 0x2AD2  44 00 60 0B A0 00 8B 00   "

  @Test(
    "words that agree, or speak of something else, say nothing",
    arguments: [
      bike + "speed 29.12 km/h, cadence 80 rpm, power 139 W", bike + "139W", bike + "29 km/h",
      bike + "Power: 139 watts", bike + "29.1 KPH", bike + "hr 0", bike + "target 2.5 W/kg",
      bike + "120 bpm", bike + "KICKR 5", bike + "speed 8.09 m/s", bike + "power 50 %",
      bike + "PW(139) CD(80.00)",
      "→ 0x2AD9  11 00 00 E4 02 28 33   setIndoorBikeSimulation",
      "→ 0x2AD9  11 00 00 E4 02 28 33   Set Indoor Bike Simulation (7.4 %)",
      "← 0x2AD9  80 11 05   Control Not Permitted", "← 0x2AD9  80 11 05   denied",
      "← 0x2AD9  80 11 05   setIndoorBikeSimulation = control not permitted",
      "→ 0x2AD9  05 C8 00   set target power 200 W", "← 0xFFF1  01 02   power 200 W",
    ])
  func agreeing(line: String) throws {
    let recording = try read(line + "\n")
    #expect(recording.events.count == 1)
    #expect(recording.notes.entries.isEmpty, "\(recording.noteTexts)")
  }

  @Test(
    "words that contradict the octets are noted, and the octets kept",
    arguments: [
      bike + "power 200 W", bike + "200W", bike + "PW(200)", bike + "speed 18.09 km/h",
      bike + "power 139 W cadence 160 rpm", bike + "power: -139 W", bike + "cadence=160",
      "→ 0x2AD9  11 00 00 E4 02 28 33   setTargetPower",
      "← 0x2AD9  80 11 05   Success", "← 0x2AD9  80 11 01   setTargetPower = success",
      "→ 0x2AD9  05 C8 00   set target power 250 W",
    ])
  func contradicting(line: String) throws {
    let recording = try read("\(line)\n\(line)\n")
    #expect(recording.events.count == 2)
    #expect(
      recording.noteTexts == [
        "2 × words beside the octets that say something else; the octets count"
      ])
    #expect(recording.noteKinds == [.contradiction])
    #expect(recording.notes.entries.map(\.note.source) == [SourceReference(.line, 1)])
  }

  @Test("a line of words of its own is held against the value before it") func ownLine() throws {
    let log = """
      I\t19:36:02.280\tNotification received from 2ad2, value: (0x) 44-00-60-0B-A0-00-8B-00
      A\t19:36:02.281\t"29.12 km/h, 139 W" received
      I\t19:36:03.280\tNotification received from 2ad2, value: (0x) 44-00-60-0B-A0-00-8B-00
      A\t19:36:03.281\t"29.12 km/h, 200 W" received
      """
    let recording = try read(log, as: builtIn("nrf_connect_android"))
    #expect(
      recording.noteTexts == [
        "1 × words beside the octets that say something else; the octets count"
      ])
    #expect(recording.notes.entries.map(\.note.source) == [SourceReference(.line, 3)])
  }

  @Test("labels made to be hard are survived") func hostile() throws {
    for label in [
      String(repeating: "9", count: 40) + " W", "99999999999999.9999999 W",
      String(repeating: "1 W ", count: 200), String(repeating: "(", count: 400) + "W",
      "power " + String(repeating: ".", count: 300) + "1", "- W -1W --1 W",
    ] {
      #expect(try read(Self.bike + label + "\n").events.count == 1)
    }
  }
}
