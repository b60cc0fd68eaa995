import Foundation
import RulloFitness
import Testing

@Suite("Documentation")
struct DocumentationTests {
  @Test("has the field tables as they are") func page() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(components: "Sources", "RulloFitness", "Documentation.docc", "FieldTables.md")
    let stored = try String(contentsOf: file, encoding: .utf8)
    #expect(
      stored == FieldTablesPage.markdown,
      "out of date: rullo tables > Sources/RulloFitness/Documentation.docc/FieldTables.md")
  }

  /// Rows of the Fitness Machine and Cycling Power tables, written out by hand.
  @Test(
    "says type, unit, flag and sentinel",
    arguments: [
      "| Instantaneous Speed | `instantaneous_speed_kmh` | bit 0 = 0 | uint16 | 0.01 | km/h |  |",
      "| Energy Per Minute | `energy_per_minute_kcal` | bit 8 = 1 | uint8 | 1 | kcal | 0xFF |",
      "| Inclination | `inclination_pct` | bit 3 = 1 | sint16 | 0.1 | % | 0x7FFF |",
      "| Last Wheel Event Time | `last_wheel_event_time_ticks2048` | bit 4 = 1 | uint16, 1/2048 s |"
        + "  |  |  |",
      "### 2AD9 0x11 set indoor bike simulation", "## 2AD2 Indoor Bike Data",
      "Flags: 2 octets; bits 0 to 12 are defined, the others reserved.",
    ])
  func rows(line: String) {
    #expect(FieldTablesPage.markdown.contains(line + "\n"))
  }
}
