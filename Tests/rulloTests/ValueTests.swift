import Foundation
import RulloTestSupport
import Testing

/// `rullo value` on values of cases A1, of real devices and of the tables.
@Suite("value") struct ValueTests {
  private func lines(_ uuid: String, _ hex: String, code: Int32 = 0) throws -> [String] {
    let result = try RulloCommand.run("value", uuid, hex)
    #expect(result.code == code)
    return result.lines.map { line in
      line.split(separator: " ").joined(separator: " ")
    }
  }

  /// Case A1: 0x0ACA = 27.62, 0x069D = 16.93, 166/2, 92/2, 154, 20, 97, 100, 0.
  @Test("the nine fields of Indoor Bike Data") func bike() throws {
    let found = try lines("2AD2", "FE 02 CA 0A 9D 06 A6 00 5C 00 9A 00 00 14 00 61 00 64 00 00")
    for field in [
      "Instantaneous Speed 27.62 km/h", "Average Speed 16.93 km/h", "Instantaneous Cadence 83 rpm",
      "Average Cadence 46 rpm", "Total Distance 154 m", "Resistance Level 20",
      "Instantaneous Power 97 W", "Average Power 100 W", "Heart Rate 0 bpm",
    ] { #expect(found.contains(field), "\(field)") }
  }

  @Test("features are named by their bits") func features() throws {
    let found = try lines("2ACC", "03 40 00 00 0C 60 00 00")
    #expect(found.contains("bit 13 indoor bike simulation"))
    #expect(found.contains("bit 14 power measurement"))
  }

  @Test("what is cut is told with its field and offset, exit 1") func cut() throws {
    let found = try lines("2A63", "20 00", code: 1)
    #expect(found.contains { $0.contains("instantaneous_power_w") && $0.contains("offset 2") })
  }

  /// Two public tables: the length tells, and the choice is in the result.
  @Test("a treadmill's pace in two octets") func pace() throws {
    let found = try lines("2ACD", "61 00 78 00 82 00")
    #expect(found.contains("Instantaneous Pace 120 s/500 m"))
    #expect(found.contains("Layout gss uint16 pace"))
  }

  @Test("octets may be pasted with line ends or without blanks") func pasted() throws {
    let plain = try RulloCommand.run("value", "2A63", "30 00 00 00 2D 03 0F 93 2D 03 00 00 5C E3")
    #expect(plain.lines.contains { $0.hasSuffix("2467234605") })
    for hex in ["30 \n00 00 00 2D 03\n0F 93\t2D 03 00 00 5C E3", "300000002D030F932D0300005CE3"] {
      #expect(try RulloCommand.run("value", "2A63", hex).text == plain.text)
    }
  }

  @Test("a whole PDU, service data, and a service that is none") func kinds() throws {
    #expect(
      try lines("ATT", "1B 1E 00 44 00").starts(with: [
        "ATT Handle Value Notification, 5 octets", "Op Code 0x1B", "Attribute Handle 0x001E",
      ]))
    #expect(try lines("service-data:1826", "01 20 00").contains("bit 5 indoor bike"))
    let service = try RulloCommand.run("value", "1826", "01 20 00")
    #expect(service.code == 2)
    #expect(service.complaint.contains("service-data:1826"))
    let long = "00002AD2-0000-1000-8000-00805F9B34FB"
    #expect(try lines(long, "00 00 83 06").contains("Instantaneous Speed 16.67 km/h"))
  }
}
