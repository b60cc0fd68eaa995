import RulloSimulator
import RulloTrainer
import RulloTransport
import Testing

@Test("a slope that is never answered is given up, and the next power goes through")
func goesOnAfterSilence() async throws {
  let faults = try FaultPlan("silent 2AD9 op=0x11")
  let run = await simulate(FaultedEngine(FakeTrainer(.kickrCore), faults)) { simulation in
    let controller = TrainerController(simulation.transport, clock: simulation.clock)
    return await withTaskGroup(of: Void.self) { group in
      group.addTask { await controller.run() }
      controller.connect()
      controller.send(.grade(740))  // 7.40 %
      var ends: [TrainerEvent] = []
      for await event in controller.events {
        switch event {
        case .refused:
          ends.append(event)
          controller.send(.power(150))
        case .applied:
          ends.append(event)
          group.cancelAll()
        default: break
        }
      }
      return ends
    }
  }
  #expect(try run.value == [.refused(.grade(740), .silence), .applied(.power(150))])
  #expect(run.engine.unfired.isEmpty)
  #expect(run.isConclusive)
}
