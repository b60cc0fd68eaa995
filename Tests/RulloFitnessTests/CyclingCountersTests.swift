import RulloBase
import RulloFitness
import RulloTestSupport
import Testing

@Suite("Counters")
struct CyclingCountersTests {
  typealias Pair = CyclingCounters.Pair

  /// Offsets added up by hand: flags, power (2A63 only), balance 1, torque 2, wheel 4 + 2, crank 2 + 2.
  @Test(
    "stand where the flags put them",
    arguments: [
      (0x2A63, 0x0034, (6, 10, 2048), (12, 14, 1024)),
      (0x2A63, 0x0030, (4, 8, 2048), (10, 12, 1024)),
      (0x2A63, 0x002F, nil, (7, 9, 1024)), (0x2A63, 0x0020, nil, (4, 6, 1024)),
      (0x2A63, 0x0010, (4, 8, 2048), nil), (0x2A63, 0xFFC0, nil, nil),
      (0x2A5B, 0x03, (1, 5, 1024), (7, 9, 1024)), (0x2A5B, 0x02, nil, (1, 3, 1024)),
      (0x2A5B, 0x00, nil, nil),
    ] as [(UInt16, UInt32, (Int, Int, Int)?, (Int, Int, Int)?)])
  func offsets(short: UInt16, flags: UInt32, wheel: (Int, Int, Int)?, crank: (Int, Int, Int)?)
    throws
  {
    let counters = try #require(
      CyclingCounters.offsets(uuid: BluetoothUUID(short), flags: flags))
    check(counters.wheel, wheel, octets: 4)
    check(counters.crank, crank, octets: 2)
  }

  private func check(_ pair: Pair?, _ expected: (Int, Int, Int)?, octets: Int) {
    #expect(pair?.revolutions == expected?.0)
    #expect(pair?.time == expected?.1)
    #expect(pair?.ticksPerSecond == expected?.2)
    if let pair { #expect(pair.revolutionOctets == octets) }
  }

  @Test("are only where there are event times", arguments: [0x2AD2, 0x2AD9, 0x2A19] as [UInt16])
  func none(short: UInt16) {
    #expect(CyclingCounters.offsets(uuid: BluetoothUUID(short), flags: 0xFFFF) == nil)
  }
}
