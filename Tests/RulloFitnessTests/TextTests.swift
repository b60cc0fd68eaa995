import RulloBase
import RulloFitness
import RulloTestSupport
import Testing

@Suite("Text for people")
struct TextTests {
  /// The first four are the session format's own examples; the bytes are those of its sketch.
  @Test(
    "says what is there, what is not available and what is left over",
    arguments: [
      ("2AD2", "44 00 60 0B A0 00 8B 00", "speed 29.12 km/h · cadence 80 rpm · power 139 W"),
      (
        "2A63", "34 00 8B 00 7D A4 45 A3 00 00 B9 E9 3F 48 51 C7",
        "power 139 W · torque 1315.90625 Nm (wheel) · wheel 41797 @ 59833/2048 s"
          + " · crank 18495 @ 51025/1024 s"
      ),
      (
        "2AD9", "11 00 00 E4 02 28 33",
        "set indoor bike simulation: wind 0 m/s, grade 7.4 %, crr 0.004, cw 0.51 kg/m"
      ),
      ("2AD9", "80 11 05", "set indoor bike simulation = control not permitted"),
      ("2AD9", "80 00 01", "request control = success"),
      ("2AD9", "00", "request control"),
      ("2AD9", "05 2C 01", "set target power: 300 W"),
      ("2AD9", "04 64", "set target resistance level: 10 (uint8)"),
      ("2AD9", "08 00", "stop or pause: 0x00 (reserved)"),
      ("2AD9", "15 01 02", "op 0x15 (reserved): parameter 01 02"),
      ("2AD9", "80 15 02", "op 0x15 = op code not supported"),
      (
        "2AD9", "80 13 01 E8 03 88 13",
        "spin down control = success: low 10 km/h, high 50 km/h"
      ),
      (
        "2AD9", "11 00 00 22 01 28 33 00",
        "set indoor bike simulation: wind 0 m/s, grade 2.9 %, crr 0.004, cw 0.51 kg/m"
          + " · 1 trailing octet 00"
      ),
      (
        "2AD9", "05 2C",
        "set target power · truncated: target_power_w at offset 1 needs 2 octets, 1 left"
      ),
      ("2AD2", "44 00 00 00 00 00 00 00", "speed 0 km/h · cadence 0 rpm · power 0 W"),
      (
        "2AD2", "01 01 FF FF FF FF FF",
        "more data · energy not available · energy per hour not available"
          + " · energy per minute not available"
      ),
      (
        "2AD2", "44 80 CA 0C A0 00 2C 01 AA BB CC DD",
        "speed 32.74 km/h · cadence 80 rpm · power 300 W · reserved flags 0x8000"
          + " · 4 trailing octets AA BB CC DD"
      ),
      (
        "2AD2", "44 00 60 0B A0 00 8B",
        "speed 29.12 km/h · cadence 80 rpm"
          + " · truncated: instantaneous_power_w at offset 6 needs 2 octets, 1 left"
      ),
      (
        "2ACC", "03 40 00 00 0C 60 00 00",
        "features: average speed, cadence, power measurement"
          + " · targets: resistance, power, indoor bike simulation, wheel circumference"
          + " · simulation supported"
      ),
      ("2ACC", "00 00 00 00 00 00 00 00", "features: none · targets: none"),
      ("2ADA", "08 2C 01", "target power changed: 300 W"),
      ("2ADA", "FF", "control permission lost"),
      ("2AD6", "01 64 01", "minimum 1 · maximum 100 · increment 1 · layout gss uint8 resistance"),
      (
        "2AD9", "0E 0A 00 14 00",
        "set targeted time in two heart rate zones: fat burn 10 s, fitness 20 s"
      ),
      (
        "2A37", "16 43 72 03 8A 03",
        "heart rate 67 bpm · contact detected · rr 882/1024, 906/1024 s"
      ),
      ("2A5B", "00", "no fields"),
      (
        "2A5B", "03 00 00 00 00 10 01 21 00 C6 EB", "wheel 0 @ 272/1024 s · crank 33 @ 60358/1024 s"
      ),
      ("2A19", "59", "battery 89 %"),
      ("2A00", "4B 49 0A 4B 52 00", #"name "KI\u{0A}KR""#),
      (
        "6E40FEC3-B5A3-F393-E0A9-E50E24DCCA9E", "A4 09 4F 05 31 FF FF FF FF FF 20 03 0A",
        "target power: 200 W"
      ),
      (
        "6E40FEC3-B5A3-F393-E0A9-E50E24DCCA9E", "A4 09 4F 05 31 FF FF FF FF FF 20 03 0B",
        "target power: 200 W, checksum wrong"
      ),
      (
        "6E40FEC3-B5A3-F393-E0A9-E50E24DCCA9E", "A4 09 4F 05 99 01 02",
        "page 0x99 (reserved): data 01 02"
      ),
    ])
  func rendering(uuid: String, hex: String, text: String) throws {
    let layout = try #require(BluetoothUUID(uuid).flatMap(CharacteristicLayout.layout(for:)))
    #expect(layout.text(octets(hex)) == text)
  }
}
