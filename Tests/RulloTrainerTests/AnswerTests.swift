import RulloFitness
import RulloTrainer
import RulloTransport
import Testing

@Suite("answers of a machine") struct AnswerTests {
  typealias Result = FitnessMachineControlPointResponse.Result

  @Test("denied once: control is asked for and the grade sent again") func deniedOnce() {
    var machine = ScriptedMachine()
    machine.replies[0x11] = [.answer(5), .answer(1)]
    var run = Run.ready(machine)
    run.send(.grade(740))
    run.wait(milliseconds: 500)
    // The six lines of captures/control-denied-once.log, seen from the app.
    let grade: [UInt8] = [0x11, 0, 0, 0xE4, 0x02, 0x28, 0x33]
    #expect(run.commands == [grade, [0x00], grade])
    #expect(run.happened.last == .applied(.grade(740)))
    #expect(run.core.state == .ready(.granted))
  }

  @Test("denied for ever: the app is told, and nothing is written without end") func deniedAlways()
  {
    var machine = ScriptedMachine()
    machine.replies[0x11] = [.answer(5)]
    var run = Run.ready(machine)
    run.send(.grade(740))
    run.wait(milliseconds: 60_000)
    #expect(run.commands.map { $0[0] } == [0x11, 0x00, 0x11])
    #expect(run.happened.last == .refused(.grade(740), .answered(.controlNotPermitted)))
  }

  @Test("control itself refused: what waits is refused with it") func controlRefused() {
    var machine = ScriptedMachine()
    machine.replies[0x00] = [.answer(1), .answer(5)]
    machine.replies[0x05] = [.answer(5)]
    var run = Run.ready(machine)
    run.send(.power(100))
    run.perform(.pause)
    run.wait(milliseconds: 60_000)
    #expect(run.happened.contains(.refused(.power(100), .answered(.controlNotPermitted))))
    #expect(run.happened.contains(.failed(.pause, .answered(.controlNotPermitted))))
    #expect(run.core.state == .ready(.lost))
  }

  @Test("results that end a request", arguments: [2, 3, 4, 0, 6, 0xFF] as [UInt8])
  func results(code: UInt8) {
    var machine = ScriptedMachine()
    machine.replies[0x05] = [.answer(code)]
    var run = Run.ready(machine)
    run.send(.power(100))
    run.wait(milliseconds: 500)
    #expect(run.happened.last == .refused(.power(100), .answered(Result(rawValue: code))))
    #expect(run.commands.count == 1)
  }

  @Test("silence is given up after five seconds, and the next request goes out") func silence() {
    var machine = ScriptedMachine()
    machine.replies[0x11] = [.silent]
    var run = Run.ready(machine)
    run.send(.grade(100))
    run.send(.power(150))
    run.wait(milliseconds: 6_000)
    #expect(run.happened.contains(.refused(.grade(100), .silence)))
    #expect(run.engine.log.suffix(2).map(\.time) == [1_000, 6_000])
    #expect(run.commands.last == [0x05, 150, 0])
  }

  @Test("the service's own rule: silence ends the link, and the set-point comes back")
  func reconnects() {
    var policy = TrainerPolicy()
    policy.afterTimeout = .reconnect
    var machine = ScriptedMachine()
    machine.replies[0x11] = [.silent, .answer(1)]
    var run = Run.ready(machine, policy: policy)
    run.send(.grade(100))
    run.wait(milliseconds: 10_000)
    #expect(run.engine.log.count { $0.operation.words == "connect" } == 2)
    #expect(run.happened.last == .applied(.grade(100)))
  }

  @Test("a late answer is said and is not taken for another request") func late() {
    var machine = ScriptedMachine()
    machine.replies[0x11] = [.late(5_500, 1)]
    var run = Run.ready(machine)
    run.send(.grade(100))
    run.wait(milliseconds: 8_000)
    #expect(run.happened.contains(.refused(.grade(100), .silence)))
    #expect(run.happened.last == .irregularity(.lateAnswer(opCode: 0x11, .success)))
  }

  @Test("the same op code again after silence: whose answer it is cannot be told")
  func ambiguous() {
    var machine = ScriptedMachine()
    machine.replies[0x11] = [.late(5_020, 1), .answer(1)]
    var run = Run.ready(machine)
    run.send(.grade(100))
    run.wait(milliseconds: 5_000)
    run.send(.grade(200))
    run.wait(milliseconds: 1_000)
    #expect(run.happened.contains(.irregularity(.ambiguousAnswer(opCode: 0x11))))
    #expect(run.happened.contains(.applied(.grade(200))))
  }

  @Test("a wrong echo is said, and the request waits on") func wrongEcho() {
    var machine = ScriptedMachine()
    machine.replies[0x05] = [.echo(0x04, 1)]
    var run = Run.ready(machine)
    run.send(.power(100))
    run.wait(milliseconds: 5_500)
    #expect(run.happened.contains(.irregularity(.wrongEcho(expected: 0x05, found: 0x04))))
    #expect(run.happened.last == .refused(.power(100), .silence))
  }

  @Test("an indication that is no answer is said") func malformed() {
    var run = Run.ready()
    run.engine.indicate([0x80, 0x05], after: 1)
    run.engine.indicate([0x11, 0x05, 0x01], after: 2)
    run.wait(milliseconds: 10)
    #expect(
      run.happened.suffix(2) == [
        .irregularity(.malformedAnswer([0x80, 0x05])),
        .irregularity(.malformedAnswer([0x11, 0x05, 0x01])),
      ])
  }

  @Test("busy: the same request once more after 200 ms") func busy() {
    var machine = ScriptedMachine()
    machine.replies[0x05] = [.attError(0xFE), .answer(1)]
    var run = Run.ready(machine)
    run.send(.power(100))
    run.wait(milliseconds: 500)
    #expect(run.commands == [[0x05, 100, 0], [0x05, 100, 0]])
    // Refused after 5 ms.
    #expect(run.engine.log.suffix(2).map(\.time) == [1_000, 1_205])
    #expect(run.happened.last == .applied(.power(100)))
  }

  @Test("busy for ever ends after three more attempts") func busyAlways() {
    var machine = ScriptedMachine()
    machine.replies[0x05] = [.attError(0xFE)]
    var run = Run.ready(machine)
    run.send(.power(100))
    run.wait(milliseconds: 60_000)
    #expect(run.commands.count == 4)
    #expect(run.happened.last == .refused(.power(100), .error(.refused(code: 0xFE))))
  }

  @Test("indications off: subscribed once more, then the request again") func notSubscribed() {
    var machine = ScriptedMachine()
    machine.replies[0x05] = [.attError(0xFD), .answer(1)]
    var run = Run.ready(machine)
    run.send(.power(100))
    run.wait(milliseconds: 500)
    #expect(
      run.engine.log.suffix(3).map(\.operation.words) == [
        "write 05 64 00", "subscribe 1826/2AD9", "write 05 64 00",
      ])
    #expect(run.happened.last == .applied(.power(100)))
  }

  @Test("another ATT error ends the request", arguments: [0x03, 0x80, 0x0E] as [UInt8])
  func attError(code: UInt8) {
    var machine = ScriptedMachine()
    machine.replies[0x05] = [.attError(code)]
    var run = Run.ready(machine)
    run.send(.power(100))
    run.wait(milliseconds: 500)
    #expect(run.happened.last == .refused(.power(100), .error(.refused(code: code))))
  }

  @Test("status FF: control is lost, and asked for again with the next set-point")
  func controlLost() {
    var run = Run.ready()
    run.engine.notify(ScriptedMachine.status, [0xFF])
    run.wait(milliseconds: 10)
    #expect(run.core.state == .ready(.lost))
    // Nobody fights over the machine while there is nothing to say.
    run.wait(milliseconds: 10_000)
    #expect(run.commands.isEmpty)
    run.send(.power(100))
    run.wait(milliseconds: 500)
    #expect(run.commands == [[0x00], [0x05, 100, 0]])
    #expect(run.core.state == .ready(.granted))
  }

  @Test("after a reset control is asked for again") func reset() {
    var run = Run.ready()
    run.perform(.reset)
    run.send(.power(100))
    run.wait(milliseconds: 500)
    #expect(run.commands == [[0x01], [0x00], [0x05, 100, 0]])
  }
}
