import RulloBase
import RulloFitness
import RulloTestSupport
import Testing

/// Expected words are the names of the tables; numbers stand in cases A1 and B9 and the vectors.
@Suite("Fields in words")
struct FieldTextTests {
  private func lines(_ uuid: BluetoothUUID, _ hex: String) throws -> [String] {
    let layout = try #require(CharacteristicLayout.layout(for: uuid))
    let bytes = octets(hex)
    return bytes.withRawSpan { bytes in
      layout.fieldTexts(of: layout.decode(bytes), bytes).flatMap { field in
        ["\(field.name): \(field.text)"] + field.details
      }
    }
  }

  @Test("are one a line with their full name") func bike() throws {
    #expect(
      try lines(0x2AD2, "FE 02 CA 0A 9D 06 A6 00 5C 00 9A 00 00 14 00 61 00 64 00 00") == [
        "Instantaneous Speed: 27.62 km/h", "Average Speed: 16.93 km/h",
        "Instantaneous Cadence: 83 rpm", "Average Cadence: 46 rpm", "Total Distance: 154 m",
        "Resistance Level: 20", "Instantaneous Power: 97 W", "Average Power: 100 W",
        "Heart Rate: 0 bpm", "Flags: 0x02FE",
      ])
  }

  @Test("name every bit, reserved ones too") func bits() throws {
    #expect(
      try lines(0x2ACC, "03 40 00 00 0C 60 00 80") == [
        "Fitness Machine Features: 0x00004003", "bit  0  average speed", "bit  1  cadence",
        "bit 14  power measurement", "Target Setting Features: 0x8000600C", "bit  2  resistance",
        "bit  3  power", "bit 13  indoor bike simulation", "bit 14  wheel circumference",
        "bit 31  reserved", "Indoor Bike Simulation Parameters Supported: yes (bit 13)",
      ])
  }

  @Test("give event times in seconds as well") func times() throws {
    #expect(
      try lines(0x2A5B, "03 00 00 00 00 10 01 21 00 C6 EB") == [
        "Cumulative Wheel Revolutions: 0", "Last Wheel Event Time: 272/1024 s, 0.266 s",
        "Cumulative Crank Revolutions: 33", "Last Crank Event Time: 60358/1024 s, 58.943 s",
        "Flags: 0x03",
      ])
  }

  @Test("of operations begin with the op code") func operations() throws {
    #expect(
      try lines(0x2AD9, "11 00 00 E4 02 28 33") == [
        "Op Code: set indoor bike simulation (0x11)", "Wind Speed: 0 m/s", "Grade: 7.4 %",
        "Coefficient of Rolling Resistance: 0.004", "Wind Resistance Coefficient: 0.51 kg/m",
      ])
    #expect(
      try lines(0x2AD9, "80 05 01") == [
        "Op Code: response (0x80)", "Request Op Code: set target power (0x05)",
        "Result Code: success",
      ])
  }

  @Test("say reserved flags") func reserved() throws {
    #expect(
      try lines(0x2AD2, "44 80 CA 0C A0 00 2C 01").last == "Flags: 0x8044, reserved bit 15 set")
  }
}
