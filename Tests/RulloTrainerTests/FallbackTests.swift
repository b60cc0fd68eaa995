import RulloFitness
import RulloTrainer
import RulloTransport
import Testing

@Suite("resistance instead of a slope") struct FallbackTests {
  static func slope(_ hundredths: Int16, crr: UInt8 = 0x28, cw: UInt8 = 0x33)
    -> IndoorBikeSimulation
  {
    IndoorBikeSimulation(
      windSpeedSteps: 0, gradeSteps: hundredths, rollingResistanceSteps: crr,
      windResistanceSteps: cw)
  }

  /// Grade in hundredths of a percent, coefficients, resistance in tenths, and the sum behind it.
  struct Row: Sendable, CustomTestStringConvertible {
    let slope: IndoorBikeSimulation
    let tenths: Int16
    let testDescription: String
    init(_ hundredths: Int16, crr: UInt8 = 0x28, cw: UInt8 = 0x33, _ tenths: Int16, _ sum: String) {
      slope = FallbackTests.slope(hundredths, crr: crr, cw: cw)
      self.tenths = tenths
      testDescription = sum
    }
  }

  static let rows = [
    Row(400, 110, "the worked example of devices, section 8: round(6) + 4 + 1 = 11"),
    Row(0, 50, "flat: 0 + 4 + 1 = 5"),
    Row(-200, 20, "round(-3) + 5 = 2"),
    Row(-1_000, 0, "round(-15) + 5 = -10, below the range"),
    Row(100, 70, "round(1.5) = 2, halves away from zero: 2 + 5 = 7"),
    Row(-100, 30, "round(-1.5) = -2: -2 + 5 = 3"),
    Row(400, crr: 60, 120, "rolling (60 - 40) x 0.05 = 1: 11 + 1 = 12"),
    Row(400, cw: 71, 120, "wind (71 - 51) x 0.05 = 1, from the wind octet: 11 + 1 = 12"),
    Row(400, crr: 60, cw: 31, 110, "rolling + 1, wind - 1: 11"),
  ]

  @Test("the mapping", arguments: rows) func mapping(row: Row) {
    #expect(ResistanceFallback().resistance(for: row.slope) == row.tenths)
  }

  @Test("a steeper slope never gives a lower level, on any range") func monotonic() {
    let ranges = [
      nil, SupportedRange(minimum: 10, maximum: 240, increment: 10),
      SupportedRange(minimum: 0, maximum: 100, increment: 1),
      SupportedRange(minimum: -50, maximum: 333, increment: 7),
    ]
    for range in ranges {
      for gain in [50, 100, 230] {
        let mapping = ResistanceFallback(gainPercent: gain)
        var last = Int16.min
        for hundredths in stride(from: Int16(-4_000), through: 4_000, by: 1) {
          let tenths = mapping.resistance(for: Self.slope(hundredths), in: range)
          #expect(tenths >= last)
          if let range {
            #expect((range.minimum...range.maximum).contains(Int(tenths)))
            #expect((Int(tenths) - range.minimum) % range.increment == 0)
          }
          last = tenths
        }
      }
    }
  }

  @Test("extremes do not trap") func extremes() {
    for hundredths in [Int16.min, .max] {
      for gain in [Int.min, 0, Int.max] {
        for offset in [Int.min, Int.max] {
          let mapping = ResistanceFallback(gainPercent: gain, offset: offset)
          _ = mapping.resistance(for: Self.slope(hundredths, crr: 255, cw: 0))
        }
      }
    }
  }

  /// A machine without bit 13: Hammer SpeedRaceX, targets `04 00 00 00` (devices, section 8).
  static func withoutSimulation() -> ScriptedMachine {
    var machine = ScriptedMachine()
    machine.values[CharacteristicIdentity(0x2ACC, service: 0x1826)] = [
      0x86, 0x50, 0, 0, 0x04, 0, 0, 0,
    ]
    // WLT-BK: 1 to 24 in steps of 1 (`0A 00 F0 00 0A 00`).
    machine.values[CharacteristicIdentity(0x2AD6, service: 0x1826)] = [0x0A, 0, 0xF0, 0, 0x0A, 0]
    return machine
  }

  @Test("feature bit 13 clear: a grade is sent as a level, and the app is told") func clear() {
    var run = Run.ready(Self.withoutSimulation())
    run.send(.grade(400))
    run.wait(milliseconds: 500)
    // Level 11 is 110 tenths.
    #expect(run.commands == [[0x04, 110, 0]])
    #expect(
      run.happened.suffix(2) == [
        .fallback(.grade(400), resistance: 110), .applied(.grade(400)),
      ])
  }

  @Test("a power that is not announced is not sent") func noPower() {
    var run = Run.ready(Self.withoutSimulation())
    run.send(.power(200))
    #expect(run.happened.last == .refused(.power(200), .notSupported))
    #expect(run.commands.isEmpty)
  }

  @Test("a machine that announces a slope and does not know it gets a level from then on")
  func learned() {
    var machine = ScriptedMachine()
    machine.replies[0x11] = [.answer(2)]
    var run = Run.ready(machine)
    run.send(.grade(400))
    run.wait(milliseconds: 500)
    run.send(.grade(0))
    run.wait(milliseconds: 500)
    #expect(
      run.commands == [
        [0x11, 0, 0, 0x90, 0x01, 0x28, 0x33], [0x04, 110, 0], [0x04, 50, 0],
      ])
    #expect(run.happened.contains(.applied(.grade(400))))
  }

  @Test("two octets refused: one octet from then on") func narrow() {
    var machine = Self.withoutSimulation()
    machine.replies[0x04] = [.answer(3), .answer(1)]
    var run = Run.ready(machine)
    run.send(.resistance(93))
    run.wait(milliseconds: 500)
    run.send(.resistance(110))
    run.wait(milliseconds: 500)
    // 9.3 is not on a step of 1: the nearest is 9.
    #expect(run.commands == [[0x04, 90, 0], [0x04, 90], [0x04, 110]])
    #expect(run.happened.contains(.clamped(.resistance(93), to: .resistance(90))))
  }

  @Test("a power beyond the announced range is sent as its limit") func clamped() {
    var run = Run.ready()
    // 4000 W is 0x0FA0.
    run.send(.power(5_000))
    run.wait(milliseconds: 500)
    #expect(run.commands == [[0x05, 0xA0, 0x0F]])
    #expect(run.happened.contains(.clamped(.power(5_000), to: .power(4_000))))
  }
}
