import RulloFitness
import RulloTrainer
import RulloTransport
import Testing

@Suite("connecting to a machine") struct SetupTests {
  @Test("reads, subscribes, and only then writes") func order() {
    let run = Run.ready()
    #expect(
      run.engine.log.map(\.operation.words) == [
        "connect", "read 1826/2ACC", "read 1826/2AD6", "read 1826/2AD8", "subscribe 1826/2AD9",
        "subscribe 1826/2ADA", "subscribe 1826/2AD2", "write 00", "write 07",
      ])
    #expect(run.core.state == .ready(.granted))
  }

  @Test("ranges that the features do not announce are not read") func fewerReads() {
    var machine = ScriptedMachine()
    // Kettler bridge (devices, section 7): power and simulation, no resistance.
    machine.values[CharacteristicIdentity(0x2ACC, service: 0x1826)] = [
      0x02, 0x44, 0, 0, 0x08, 0x20, 0, 0,
    ]
    let run = Run.ready(machine)
    #expect(!run.engine.log.contains { $0.operation.words == "read 1826/2AD6" })
    #expect(run.engine.log.contains { $0.operation.words == "read 1826/2AD8" })
  }

  @Test("a machine that hides its features is used all the same, and that is said")
  func unreadable() {
    var machine = ScriptedMachine()
    machine.values = [:]
    var run = Run.ready(machine)
    let features = CharacteristicIdentity(0x2ACC, service: 0x1826)
    #expect(run.happened.contains(.irregularity(.unreadable(features, .refused(code: 0x0A)))))
    run.send(.grade(740))
    run.wait(milliseconds: 200)
    // 7.40 % is 0x02E4 hundredths.
    #expect(run.commands == [[0x11, 0, 0, 0xE4, 0x02, 0x28, 0x33]])
  }

  @Test("without a control point data still flow, and commands are refused") func noControl() {
    var machine = ScriptedMachine()
    machine.refusesSubscription = [ScriptedMachine.controlPoint]
    var run = Run(machine)
    run.connect()
    run.send(.power(200))
    run.wait(milliseconds: 500)
    #expect(run.core.state == .ready(.unavailable))
    #expect(run.happened.contains(.refused(.power(200), .noControlPoint)))
    #expect(run.engine.writes.isEmpty)
    #expect(run.engine.log.last?.operation.words == "subscribe 1826/2AD2")
    run.send(.power(210))
    #expect(run.happened.last == .refused(.power(210), .noControlPoint))
  }

  @Test("a refused connection is tried again after 1, 2, 4 seconds") func backOff() {
    var machine = ScriptedMachine()
    machine.refusedConnections = 3
    var run = Run(machine)
    run.connect()
    run.wait(milliseconds: 10_000)
    let times = run.engine.log.filter { $0.operation.words == "connect" }.map(\.time)
    // Each attempt takes 10 ms to be refused.
    #expect(times == [0, 1_010, 3_020, 7_030])
    #expect(run.core.state == .ready(.granted))
  }

  @Test("a set-point that comes before the machine is ready is kept") func early() {
    var run = Run(ScriptedMachine())
    run.connect()
    run.send(.power(150))
    run.wait(milliseconds: 1_000)
    #expect(run.engine.writes == [[0x00], [0x07], [0x05, 150, 0]])
    #expect(run.happened.contains(.applied(.power(150))))
  }

  @Test("nothing is kept for a machine that nobody connects to") func notConnected() {
    var run = Run(ScriptedMachine())
    run.send(.power(150))
    run.perform(.pause)
    #expect(
      run.happened == [
        .refused(.power(150), .notConnected), .failed(.pause, .notConnected),
      ])
  }
}
