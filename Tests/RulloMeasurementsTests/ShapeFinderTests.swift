import RulloBase
import RulloBluetooth
import RulloMeasurements
import RulloTestSupport
import Testing

/// What values at a handle without a name look like; the confidence is worked out by hand.
@Suite("shapes of values") struct ShapeFinderTests {
  func suggestion(_ values: [[UInt8]]) -> ShapeFinder.Suggestion? {
    var summary = RecordingSummary()
    summary.begin(Clock(kind: .absolute, resolution: 1_000))
    summary.declare(Device(.link("handle 0x0001")), at: 0)
    summary.declare(Attribute(device: 0, uuid: nil, handle: 0x52), at: 0)
    for (index, value) in values.enumerated() {
      value.withRawSpan {
        summary.event(
          Event(
            .notification, .fromDevice, time: Int64(index), device: 0, attribute: 0,
            source: SourceReference(.packet, index + 1)), $0)
      }
    }
    return summary.suggestion(for: 0)
  }

  /// 2AD2 with speed, cadence and power: eight octets that only this table explains.
  static func bike(_ power: UInt8) -> [UInt8] { octets("44 00 60 0B A0 00") + [power, 0] }

  @Test("bike data is recognised, the surer the more values differ") func bike() {
    // 36 values that all fit and all differ: 36 / (36 + 4) = 90 %.
    let many = suggestion((0..<36).map { Self.bike(UInt8(100 + $0)) })
    #expect(many?.uuid == 0x2AD2)
    #expect(many?.name == "Indoor Bike Data")
    #expect(many?.confidence == 90)
    #expect(many?.fitting == 36)
    #expect(many?.rivals == 0)
    // Four that differ: 4 / 8 = 50 %, the least that is said.
    #expect(suggestion((0..<4).map { Self.bike(UInt8(100 + $0)) })?.confidence == 50)
    // One value a hundred times proves no more than once.
    #expect(suggestion([[UInt8]](repeating: Self.bike(139), count: 100)) == nil)
  }

  @Test("values that do not fit lower the confidence") func share() {
    // 36 of 40 fit, all differ: 36 / 40 × 40 / 44 = 81 %.
    let values = (0..<36).map { Self.bike(UInt8(100 + $0)) } + (0..<4).map { [0xFF, 0xFF, $0] }
    #expect(suggestion(values)?.confidence == 81)
  }

  @Test("cycling power, and a heart rate") func others() {
    // Cases B6: flags 0020, power, crank revolutions, crank event time.
    let power = (0..<12).map { octets("20 00 10 00 B3 6E") + [UInt8($0), 0xCE] }
    #expect(suggestion(power)?.uuid == 0x2A63)
    // 12 of 12: 12 / 16 = 75 %, if no other table fits.
    #expect(suggestion(power)?.confidence == 75)
    let heart = (0..<12).map { [0x10, UInt8(80 + $0), 0x00, 0x03] as [UInt8] }
    #expect(suggestion(heart)?.uuid == 0x2A37)
  }

  @Test("what is of a vendor, or absurd, is given no name") func vendors() {
    #expect(suggestion((0..<50).map { [0xF0, 0xBC, $0, 0xFF, 0x13] }) == nil)
    // 655.35 km/h.
    #expect(suggestion((0..<50).map { octets("44 00 FF FF A0 00") + [$0, 0x7F] }) == nil)
    #expect(suggestion([]) == nil)
    #expect(suggestion([[], [0x44]]) == nil)
  }

  @Test("a name that is found ends the guessing") func named() {
    var summary = RecordingSummary()
    summary.declare(Device(.link("x")), at: 0)
    summary.declare(Attribute(device: 0, uuid: nil, handle: 3), at: 0)
    summary.declare(Attribute(device: 0, uuid: 0x2AD2, handle: 3), at: 0)
    #expect(summary.suggestion(for: 0) == nil)
  }
}
