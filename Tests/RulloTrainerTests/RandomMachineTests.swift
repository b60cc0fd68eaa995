import RulloTrainer
import RulloTransport
import Testing

/// Machines that answer as they like: whatever they do, requests never overlap and every set-point
/// has one end.
@Suite("machines at random") struct RandomMachineTests {
  /// SplitMix64 (Steele, Lea, Flood 2014); the seed is in the test's arguments.
  struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  static func reply(_ random: inout Generator) -> ScriptedMachine.Reply {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: .silent
    case 1: .attError([0xFD, 0xFE, 0x80, 0x03].randomElement(using: &random) ?? 0xFE)
    case 2: .echo(UInt8.random(in: 0...0x14, using: &random), 1)
    case 3: .late(Int64.random(in: 1...9_000, using: &random), 1)
    case 4: .answerFirst(1)
    case 5: .disconnects
    case 6: .answer(UInt8.random(in: 0...6, using: &random))
    default: .answer(1)
    }
  }

  @Test("one end for each set-point, one procedure at a time", arguments: 0..<300 as Range<UInt64>)
  func ends(seed: UInt64) {
    var random = Generator(state: seed)
    var machine = ScriptedMachine()
    for opCode in [0x00, 0x04, 0x05, 0x07, 0x11] as [UInt8] {
      machine.replies[opCode] = (0..<6).map { _ in Self.reply(&random) } + [.answer(1)]
    }
    var run = Run(machine)
    run.connect()
    var sent: [SetPoint] = []
    for index in 0..<20 {
      let setPoint: SetPoint =
        switch Int.random(in: 0..<3, using: &random) {
        case 0: .power(Int16(100 + index))
        case 1: .grade(Int16(index))
        default: .resistance(Int16(10 + index))
        }
      sent.append(setPoint)
      run.send(setPoint)
      run.wait(milliseconds: Int64.random(in: 0...3_000, using: &random))
    }
    run.wait(milliseconds: 300_000)
    #expect(run.engine.overlaps == 0)
    for setPoint in sent {
      let ends = run.happened.count { event in
        switch event {
        case .applied(setPoint), .refused(setPoint, _), .replaced(setPoint, by: _): true
        default: false
        }
      }
      // One that was applied may be restored after a reconnect, which ends it once more.
      #expect(ends >= 1, "\(setPoint)")
    }
    // Nothing is left under way: the client is ready, or it has no control and says so.
    guard case .ready = run.core.state else {
      Issue.record("\(run.core.state)")
      return
    }
    #expect(run.core.deadline == nil)
  }
}
