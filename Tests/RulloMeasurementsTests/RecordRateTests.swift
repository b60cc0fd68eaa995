import Foundation
import RulloBase
import RulloBluetooth
import RulloMeasurements
import RulloTestSupport
import Testing

@Suite("Records in rates")
struct RecordRateTests {
  /// One stream of a characteristic, values 100 ms apart; `nil` is a disconnection.
  private func report(_ uuid: BluetoothUUID, _ values: [String?]) -> RateReport {
    var meter = RateMeter()
    meter.begin(Clock(kind: .elapsed, resolution: 1000))
    meter.declare(Device(.unnamed(0)), at: 0)
    meter.declare(Attribute(device: 0, uuid: uuid), at: 0)
    for (index, value) in values.enumerated() {
      var event = Event(
        value == nil ? .disconnect : .notification, value == nil ? .none : .fromDevice,
        time: Int64(index) * 100_000_000, device: 0, attribute: value == nil ? -1 : 0,
        source: SourceReference(.packet, index + 1))
      event.number = index + 1
      octets(value ?? "").withRawSpan { meter.event(event, $0) }
    }
    return RateReport(meter, file: "made by hand", format: "test")
  }

  private let part = "45 00 A0 00 2C 01"
  private let end = "00 00 CA 0C"

  @Test("are as many as notifications where none is split") func whole() {
    let stream = report(0x2AD2, [end, end, end]).streams.first
    #expect(stream?.records?.count == 3)
    #expect(stream?.records?.rate == 10)
  }

  /// Last parts arrive at 0, 0.2 and 0.4 s: 2 intervals in 0.4 s are 5 Hz.
  @Test("count when their last part arrives") func split() {
    let stream = report(0x2AD2, [end, part, end, part, end]).streams.first
    #expect(stream?.count == 5)
    #expect(stream?.records?.count == 3)
    #expect(stream?.records?.rate == 5)
  }

  @Test("that a disconnection cuts are dropped with a note") func dropped() {
    let report = report(0x2AD2, [part, end, part, part, nil, end])
    #expect(report.streams.first?.records?.count == 2)
    #expect(report.notes.entries.map(\.note.kind) == [.partialRecord])
    #expect(report.notes.entries.first?.note.source == SourceReference(.packet, 5))
  }

  @Test("are null where the characteristic has none") func none() {
    // Bit 0 of a heart rate means its width.
    let report = report(0x2A37, ["01 50 00", "00 50"])
    #expect(report.streams.first?.records == nil)
    var json = JSONWriter()
    report.writeJSON(to: &json)
    #expect(json.text.string.contains(#""records":null"#))
  }
}
