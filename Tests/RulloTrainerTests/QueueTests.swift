import RulloFitness
import RulloTrainer
import RulloTransport
import Testing

@Suite("one procedure at a time") struct QueueTests {
  @Test("two requests close together never overlap on the air") func serial() {
    var run = Run.ready()
    run.send(.power(100))
    run.send(.power(110))
    run.perform(.pause)
    run.wait(milliseconds: 500)
    #expect(run.engine.overlaps == 0)
    #expect(run.commands == [[0x05, 100, 0], [0x05, 110, 0], [0x08, 0x02]])
    // Each is written when the answer of the one before has come, 40 ms after its write.
    let times = run.engine.log.suffix(3).map(\.time)
    #expect(times == [1_000, 1_040, 1_080])
  }

  @Test("a newer set-point replaces a waiting one, never the running one") func replaces() {
    var run = Run.ready()
    for watts in [100, 110, 120, 130] as [Int16] { run.send(.power(watts)) }
    run.wait(milliseconds: 500)
    #expect(run.commands == [[0x05, 100, 0], [0x05, 130, 0]])
    #expect(
      run.happened.filter { if case .replaced = $0 { true } else { false } } == [
        .replaced(.power(110), by: .power(120)), .replaced(.power(120), by: .power(130)),
      ])
    #expect(run.happened.suffix(2) == [.applied(.power(100)), .applied(.power(130))])
  }

  @Test("a grade replaces a waiting power: the last one counts") func otherKind() {
    var run = Run.ready()
    run.perform(.pause)
    run.send(.power(100))
    run.send(.grade(-100))
    run.wait(milliseconds: 500)
    // -1.00 % is 0xFF9C hundredths.
    #expect(run.commands == [[0x08, 0x02], [0x11, 0, 0, 0x9C, 0xFF, 0x28, 0x33]])
  }

  @Test("commands keep their order and are not replaced") func commandOrder() {
    var run = Run.ready()
    run.perform(.pause)
    run.perform(.startOrResume)
    run.perform(.stop)
    run.wait(milliseconds: 500)
    #expect(run.commands == [[0x08, 0x02], [0x07], [0x08, 0x01]])
  }

  @Test("an answer in front of the acknowledgement is taken, and still nothing overlaps")
  func answerFirst() {
    var machine = ScriptedMachine()
    machine.replies[0x05] = [.answerFirst(1)]
    var run = Run.ready(machine)
    run.send(.power(100))
    run.send(.power(110))
    run.wait(milliseconds: 500)
    #expect(run.happened.suffix(2) == [.applied(.power(100)), .applied(.power(110))])
    // The second write waits for the acknowledgement of the first, at 15 ms.
    #expect(run.engine.log.suffix(2).map(\.time) == [1_000, 1_015])
  }

  @Test("a loop of commands is refused in the end") func full() {
    var run = Run.ready()
    for _ in 0..<100 { run.perform(.pause) }
    let refused = run.happened.count { $0 == .failed(.pause, .queueFull) }
    // One runs and 64 wait.
    #expect(refused == 100 - 65)
  }
}
