import RulloFitness
import RulloTrainer
import RulloTransport
import Testing

@Suite("links that end") struct LinkTests {
  @Test("in the middle of a procedure: reconnected, prepared, and the set-point sent again")
  func midProcedure() {
    var machine = ScriptedMachine()
    machine.replies[0x11] = [.disconnects, .answer(1)]
    var run = Run.ready(machine)
    run.send(.grade(300))
    run.wait(milliseconds: 3_000)
    let grade: [UInt8] = [0x11, 0, 0, 0x2C, 0x01, 0x28, 0x33]
    #expect(run.engine.writes == [[0x00], [0x07], grade, [0x00], [0x07], grade])
    #expect(run.happened.last == .applied(.grade(300)))
    #expect(!run.happened.contains { if case .refused = $0 { true } else { false } })
    #expect(run.engine.overlaps == 0)
  }

  @Test("commands are not sent again behind the app's back") func commandsFail() {
    var machine = ScriptedMachine()
    machine.replies[0x08] = [.disconnects]
    var run = Run.ready(machine)
    run.perform(.pause)
    run.wait(milliseconds: 3_000)
    #expect(run.happened.contains(.failed(.pause, .error(.linkLost(.lost)))))
    #expect(run.engine.writes == [[0x00], [0x07], [0x08, 0x02], [0x00], [0x07]])
  }

  @Test("without reconnecting the app is told and has to connect itself") func noReconnect() {
    var policy = TrainerPolicy()
    policy.reconnects = false
    var machine = ScriptedMachine()
    machine.replies[0x11] = [.disconnects]
    var run = Run.ready(machine, policy: policy)
    run.send(.grade(300))
    run.wait(milliseconds: 3_000)
    #expect(run.core.state == .disconnected(.lost))
    #expect(run.happened.contains(.refused(.grade(300), .error(.linkLost(.lost)))))
    #expect(run.engine.log.count { $0.operation.words == "connect" } == 1)
  }

  @Test("a disconnect that the app wants stays one") func wanted() {
    var run = Run.ready()
    run.send(.power(100))
    run.disconnect()
    run.wait(milliseconds: 60_000)
    #expect(run.core.state == .disconnected(.byApp))
    #expect(run.happened.contains(.refused(.power(100), .error(.linkLost(.byApp)))))
    #expect(run.engine.log.count { $0.operation.words == "connect" } == 1)
    // What was wanted before is not sent in the next session.
    run.connect()
    run.wait(milliseconds: 1_000)
    #expect(run.engine.writes == [[0x00], [0x07], [0x05, 100, 0], [0x00], [0x07]])
  }
}
