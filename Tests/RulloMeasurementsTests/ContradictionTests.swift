import RulloBase
import RulloBluetooth
import RulloMeasurements
import RulloTestSupport
import Testing

/// Values made by hand from the tables; each test says what the device contradicts.
@Suite("Contradictions")
struct ContradictionTests {
  private typealias Step = (uuid: BluetoothUUID, hex: String, milliseconds: Int64)

  /// Reads of the announcing characteristics, writes of 2AD9, notifications of the rest.
  private func notes(_ steps: [Step]) -> [String] {
    var finder = ContradictionFinder()
    var device = Device(.unnamed(0))
    device.alias = "A"
    finder.declare(device, at: 0)
    var known: [BluetoothUUID] = []
    for (index, step) in steps.enumerated() {
      if !known.contains(step.uuid) {
        finder.declare(
          Attribute(device: 0, service: 0x1826, uuid: step.uuid), at: known.count)
        known.append(step.uuid)
      }
      let kind: Event.Kind =
        switch step.uuid.short {
        case 0x2ACC, 0x2A65, 0x2A5C, .some(0x2AD4...0x2AD8): .readResponse
        case 0x2AD9: .writeRequest
        default: .notification
        }
      let event = Event(
        kind, kind == .writeRequest ? .toDevice : .fromDevice, time: step.milliseconds * 1_000_000,
        device: 0, attribute: known.firstIndex(of: step.uuid) ?? -1,
        source: SourceReference(.packet, index + 1))
      octets(step.hex).withRawSpan { finder.event(event, $0) }
    }
    return finder.notes.entries.map {
      "\($0.note.kind.rawValue) \($0.count) \($0.note.source): \($0.note.text)"
    }
  }

  @Test("are none where all is well") func none() {
    #expect(
      notes([
        (0x2ACC, "02 40 00 00 0C 60 00 00", 0), (0x2AD2, "44 00 CA 0C A0 00 2C 01", 100),
        (0x2A63, "00 00 2C 01", 110), (0x2AD8, "00 00 20 03 01 00", 120),
        (0x2AD9, "05 64 00", 130),
      ]).isEmpty)
  }

  /// Case A8.
  @Test("name reserved bits and octets behind the last field, with count and first place")
  func shape() {
    let value = "44 80 CA 0C A0 00 2C 01 AA BB CC DD"
    #expect(
      notes([(0x2AD2, "00 00 CA 0C", 0), (0x2AD2, value, 1), (0x2AD2, value, 2)]) == [
        "reserved_bits 2 packet 2: A 1826/2AD2: reserved flags set, bit 15",
        "trailing_octets 2 packet 2: A 1826/2AD2: octets behind the last field",
      ])
    #expect(
      notes([(0x2ACC, "00 00 02 80 00 00 00 00", 0)]) == [
        "reserved_bits 1 packet 1: A 1826/2ACC: reserved bits set, bits 17, 31"
      ])
  }

  /// Features 0x4003 are average speed, cadence, power; flags 0x0244 cadence, power, heart rate.
  @Test("name features announced and never sent, and sent and not announced") func features() {
    #expect(
      notes([
        (0x2ACC, "03 40 00 00 00 00 00 00", 0), (0x2AD2, "44 02 9C 09 5C 00 4F 00 50", 1),
        (0x2AD2, "44 02 9C 09 5C 00 4F 00 50", 2),
      ]) == [
        "contradiction 1 packet 2: A: announces average speed in 2ACC and never sends it",
        "contradiction 2 packet 2: A: sends heart rate measurement in 2ACC and does not announce it",
      ])
  }

  /// 2A65 bits 2 and 3 are wheel and crank; 2A63 flags 0x20 are crank data, 0x0800 energy.
  @Test("do so for the power sensor too") func powerFeatures() {
    #expect(
      notes([(0x2A65, "0C 00 00 00", 0), (0x2A63, "20 08 64 00 01 00 00 04 09 00", 1)]) == [
        "contradiction 1 packet 2: A: announces wheel revolution data in 2A65 and never sends it",
        "contradiction 1 packet 2: A: sends accumulated energy in 2A65 and does not announce it",
      ])
  }

  @Test("say nothing where the device announced nothing") func unannounced() {
    #expect(notes([(0x2AD2, "44 02 9C 09 5C 00 4F 00 50", 0)]).isEmpty)
  }

  /// 300 W against 100 W; within 250 ms, not a second later.
  @Test("name two powers of one instant") func powers() {
    let bike: Step = (0x2AD2, "44 00 CA 0C A0 00 2C 01", 0)
    #expect(
      notes([bike, (0x2A63, "00 00 64 00", 250)]) == [
        "contradiction 1 packet 2: A 1826/2A63: power differs from that of the other power"
          + " characteristic by more than 25 W and 25 % at the same time"
      ])
    #expect(notes([bike, (0x2A63, "00 00 64 00", 251)]).isEmpty)
    // 300 W against 280 W is smoothing.
    #expect(notes([bike, (0x2A63, "00 00 18 01", 10)]).isEmpty)
  }

  /// While a number changes, either of the last two may be that of the other stream.
  @Test("let a changing power pass") func change() {
    #expect(
      notes([
        (0x2AD2, "44 00 CA 0C A0 00 64 00", 0), (0x2AD2, "44 00 CA 0C A0 00 2C 01", 250),
        (0x2A63, "00 00 64 00", 260),
      ]).isEmpty)
  }

  /// 32.74 km/h are 9.094 m/s: with 4 revolutions a second the wheel is 2.27 m round, with 1 it
  /// would be 9.09 m.
  @Test("name a wheel that does not go with the speed") func wheels() {
    let bike: Step = (0x2AD2, "00 00 CA 0C", 1000)
    let first: Step = (0x2A63, "10 00 2C 01 64 00 00 00 00 00", 0)
    #expect(notes([first, bike, (0x2A63, "10 00 2C 01 68 00 00 00 00 08", 1010)]).isEmpty)
    #expect(
      notes([first, bike, (0x2A63, "10 00 2C 01 65 00 00 00 00 08", 1010)]) == [
        "contradiction 1 packet 3: A 1826/2A63: wheel revolutions and the speed of 2AD2 do not go"
          + " together: the wheel would not be between 1200 and 2600 mm round"
      ])
  }

  /// Power 0 to 800 W, resistance 0 to 100 (raw), and targets beyond.
  @Test("name values outside the announced range") func ranges() {
    #expect(
      notes([
        (0x2AD8, "00 00 20 03 01 00", 0), (0x2AD6, "00 00 64 00 01 00", 1),
        (0x2AD9, "05 20 03", 2), (0x2AD9, "05 21 03", 3), (0x2AD9, "05 FF FF", 4),
        (0x2AD2, "20 00 CA 0C 65 00", 5),
      ]) == [
        "out_of_range 2 packet 4: A 1826/2AD9: set target power outside the announced range",
        "out_of_range 1 packet 6: A 1826/2AD2: resistance level outside the range of 2AD6",
      ])
  }
}
