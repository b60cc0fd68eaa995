import RulloTrainer
import RulloTransport
import Synchronization
import Testing

@Suite("the client over a transport") struct ControllerTests {
  /// What an app sees of a controller in a simulated run.
  static func run(
    _ machine: ScriptedMachine, seconds: Int,
    _ body: @escaping @Sendable (TrainerController<VirtualClock>) async -> Void
  ) async throws -> (events: [TrainerEvent], machine: ScriptedMachine, isConclusive: Bool) {
    let result = await simulate(machine) { simulation in
      let controller = TrainerController(simulation.transport, clock: simulation.clock)
      return await withTaskGroup(of: [TrainerEvent].self) { group in
        group.addTask {
          await controller.run()
          return []
        }
        group.addTask {
          var events: [TrainerEvent] = []
          for await event in controller.events { events.append(event) }
          return events
        }
        group.addTask {
          await body(controller)
          return []
        }
        try? await simulation.clock.sleep(for: .seconds(seconds))
        group.cancelAll()
        var all: [TrainerEvent] = []
        for await events in group { all += events }
        return all
      }
    }
    return (try result.value, result.engine, result.isConclusive)
  }

  @Test("does what the synchronous client does") func same() async throws {
    var machine = ScriptedMachine()
    machine.replies[0x11] = [.answer(5), .answer(1)]
    let async = try await Self.run(machine, seconds: 10) { controller in
      controller.connect()
      controller.send(.grade(740))
    }
    var run = Run(machine)
    run.connect()
    run.send(.grade(740))
    run.wait(milliseconds: 10_000)
    #expect(async.isConclusive)
    #expect(async.machine.writes == run.engine.writes)
    #expect(async.events == run.happened)
    #expect(async.events.last == .applied(.grade(740)))
  }

  @Test("gives up after five seconds of virtual time") func silence() async throws {
    var machine = ScriptedMachine()
    machine.replies[0x05] = [.silent]
    let result = try await Self.run(machine, seconds: 20) { controller in
      controller.connect()
      controller.send(.power(150))
    }
    #expect(result.events.last == .refused(.power(150), .silence))
  }

  @Test("the same events every time") func repeats() async throws {
    var machine = ScriptedMachine()
    machine.replies[0x11] = [.disconnects, .answer(1)]
    let first = try await Self.run(machine, seconds: 10) { controller in
      controller.connect()
      controller.send(.grade(300))
    }
    for _ in 0..<50 {
      let next = try await Self.run(machine, seconds: 10) { controller in
        controller.connect()
        controller.send(.grade(300))
      }
      #expect(next.events == first.events)
    }
    #expect(first.events.last == .applied(.grade(300)))
  }
}
