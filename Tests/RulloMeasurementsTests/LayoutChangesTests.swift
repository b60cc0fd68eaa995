import RulloBase
import RulloBluetooth
import RulloMeasurements
import RulloTestSupport
import Testing

/// Values of cases A1 and A3 and of the tables; the flags were read off their first octets.
@Suite("Changes of the layout")
struct LayoutChangesTests {
  private enum Step {
    case value(String)
    case linkEnds
  }

  /// One stream of a device, one step a second.
  private func changes(_ uuid: BluetoothUUID, _ steps: [Step]) -> LayoutChanges? {
    var summary = RecordingSummary()
    summary.declare(Device(.unnamed(0)), at: 0)
    summary.declare(Attribute(device: 0, service: 0x1826, uuid: uuid), at: 0)
    for (index, step) in steps.enumerated() {
      let (time, source) = (Int64(index) * 1_000_000_000, SourceReference(.packet, index + 1))
      switch step {
      case .value(let hex):
        let event = Event(
          .notification, .fromDevice, time: time, device: 0, attribute: 0, source: source)
        octets(hex).withRawSpan { summary.event(event, $0) }
      case .linkEnds:
        let event = Event(.disconnect, .none, time: time, device: 0, source: source)
        octets("").withRawSpan { summary.event(event, $0) }
      }
    }
    return summary.layoutChanges(of: 0)
  }

  /// Case A1: eleven octets until the machine was started, then twenty.
  @Test("are told once, with their place and the fields") func once() throws {
    let short = Step.value("64 02 70 04 00 00 00 00 10 01 00")
    let long = Step.value("FE 02 CA 0A 9D 06 A6 00 5C 00 9A 00 00 14 00 61 00 64 00 00")
    let found = try #require(changes(0x2AD2, [short, short, long, long]))
    #expect(found.count == 1)
    #expect(found.layouts == [0x0264, 0x02FE])
    let first = try #require(found.first)
    #expect((first.before, first.after) == (0x0264, 0x02FE))
    #expect(first.time == 2_000_000_000)
    #expect(first.source == SourceReference(.packet, 3))
    // Bits 1, 3, 4 and 7 of 0x02FE that 0x0264 has not.
    #expect(
      found.fields(in: first.after, notIn: first.before)
        == ["Average Speed", "Average Cadence", "Total Distance", "Average Power"])
    #expect(found.fields(in: first.before, notIn: first.after).isEmpty)
  }

  @Test("are none where a stream keeps its layout, or has no flags") func none() {
    #expect(changes(0x2AD2, [.value("00 00 83 06"), .value("00 00 84 06")]) == nil)
    // Bit 1 says whose balance it would be, bit 13 what is compensated: no field comes or goes.
    #expect(changes(0x2A63, [.value("00 00 64 00"), .value("02 20 64 00")]) == nil)
    #expect(changes(0x2A19, [.value("64"), .value("63")]) == nil)
    #expect(changes(0x2AD2, [.value("00 00 83 06"), .value("44")]) == nil)
  }

  @Test("count a record in two notifications as one") func split() throws {
    let parts = [Step.value("45 00 A0 00 2C 01"), .value("10 08 CA 0C 5C 03 00 94 03")]
    #expect(changes(0x2AD2, parts + parts) == nil)
    let whole = Step.value("54 08 6F 05 96 00 5C 03 00 22 00 94 03")
    #expect(changes(0x2AD2, parts + [whole]) == nil)
    // The end of the link takes the first part with it: the second stands alone.
    let cut = try #require(changes(0x2AD2, parts + [parts[0], .linkEnds, parts[1]]))
    #expect(cut.count == 1)
    #expect(cut.first?.after == 0x0810)
  }

  @Test("stay bounded where a device says another one each time") func many() throws {
    // Flag bits 8 to 14 of a cross trainer, each with fields of its own: 0x00 to 0x63 in hex.
    let steps = (0..<64).map { Step.value("00 \($0 / 10)\($0 % 10) 00 00") }
    let found = try #require(changes(0x2ACE, steps))
    #expect(found.count == 63)
    #expect(found.layouts.count == 16)
  }
}
