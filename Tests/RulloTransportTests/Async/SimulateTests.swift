import RulloTransport
import Testing

/// An order of things that several tasks write.
private actor Diary {
  private(set) var lines: [String] = []
  func write(_ line: String) { lines.append(line) }
}

@Suite("an app's async code in virtual time") struct SimulateTests {
  @Test("a body's calls, sleeps and streams end, and time is virtual") func body() async throws {
    let start = ContinuousClock.now
    let result = await simulate(ClockworkEngine(ticks: 50)) { run in
      try await run.transport.connect()
      var taken: [UInt8] = []
      for await value in try await run.transport.values(of: ClockworkEngine.data) {
        taken += value.bytes
      }
      try await run.clock.sleep(for: .seconds(3600))
      return (taken, run.clock.now.nanoseconds)
    }
    let (taken, now) = try result.value
    #expect(taken == Array(1...50))
    // The end comes with the 51st tick, 5.1 s after the subscription; then an hour of sleep.
    #expect(now == 5_100_000_000 + 3_600_000_000_000)
    #expect(result.isConclusive)
    // However slow the machine, the hour of sleep took none.
    #expect(ContinuousClock.now - start < .seconds(3600))
  }

  @Test("tasks of a group and actors run in one order, a thousand times over")
  func oneOrder() async throws {
    var first: [String]?
    for _ in 0..<1_000 {
      let result = await simulate(ClockworkEngine(ticks: 4)) { run in
        let diary = Diary()
        let values = try await run.transport.values(of: ClockworkEngine.data)
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { for await value in values { await diary.write("tick \(value.bytes)") } }
          for number in 1...3 {
            group.addTask {
              for _ in 1...3 {
                try await run.clock.sleep(for: .milliseconds(50 * number))
                await diary.write("\(number) woke at \(run.clock.now.nanoseconds)")
                try await run.transport.write([UInt8(number)], to: ClockworkEngine.control)
                await diary.write("\(number) answered at \(run.clock.now.nanoseconds)")
              }
            }
          }
          try await group.waitForAll()
        }
        return await diary.lines
      }
      let lines = try result.value
      #expect(result.isConclusive)
      if let first { #expect(lines == first) } else { first = lines }
    }
    #expect(first?.count == 4 + 18)
    #expect(first?.first == "1 woke at 50000000")
  }

  @Test("paced in real time, the same happens") func paced() async throws {
    func run(_ speed: Speed) async throws -> [Int64] {
      try await simulate(ClockworkEngine(ticks: 3), speed: speed) { run in
        var times: [Int64] = []
        for await _ in try await run.transport.values(of: ClockworkEngine.data) {
          times.append(run.clock.now.nanoseconds)
        }
        return times
      }.value
    }
    let instant = try await run(.instant)
    #expect(instant == [100_000_000, 200_000_000, 300_000_000])
    let start = ContinuousClock.now
    #expect(try await run(.times(4)) == instant)
    // Four ticks of 100 ms at four times the speed.
    #expect(ContinuousClock.now - start >= .milliseconds(100))
    #expect(try await run(.step { _ in }) == instant)
  }

  @Test("a body that waits for ever is a deadlock, with what it waits for") func deadlock() async {
    let start = ContinuousClock.now
    let result = await simulate(ClockworkEngine(isMute: true), grace: .seconds(600)) { run in
      try await run.transport.write([0x07], to: ClockworkEngine.control)
    }
    guard case .deadlocked(let points) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(points.map(\.description) == ["the answer to a write to 1826/2AD9 (first octet 7)"])
    // It is seen at once, not when the grace is over.
    #expect(ContinuousClock.now - start < .seconds(600))
  }

  @Test("an unstructured task that calls the transport makes the result inconclusive")
  func escape() async throws {
    // A machine with much to do may begin the task late.
    let result = await simulate(ClockworkEngine(ticks: 2), grace: .seconds(600)) { run in
      let task = Task.detached { try await run.clock.sleep(for: .milliseconds(1)) }
      try await task.value
    }
    #expect(!result.isConclusive)
    let call = WaitingPoint.sleep(until: VirtualClock.Instant(nanoseconds: 1_000_000))
    #expect(result.escapes.map(\.kind).first == .call(call))
  }

  @Test("a body that goes away and stays there is stuck after the grace, not deadlocked")
  func stuck() async {
    let result = await simulate(ClockworkEngine(), grace: .milliseconds(50)) { _ in
      try await Task.detached { try await ContinuousClock().sleep(for: .seconds(1)) }.value
    }
    guard case .stuck(let points, let grace) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(points.isEmpty)
    #expect(grace == .milliseconds(50))
    #expect(!result.isConclusive)
  }

  @Test("the main actor may be awaited while nothing else waits") func mainActor() async throws {
    let result = await simulate(ClockworkEngine(), grace: .seconds(600)) { run in
      for _ in 0..<100 {
        await MainActor.run {}
        try await run.clock.sleep(for: .seconds(1))
      }
      return run.clock.now.nanoseconds
    }
    #expect(try result.value == 100_000_000_000)
    #expect(result.isConclusive, "\(result.escapes)")
  }

  @Test("virtual time has a limit") func limit() async {
    let result = await simulate(ClockworkEngine(), limit: .seconds(10)) { run in
      for await _ in try await run.transport.values(of: ClockworkEngine.data) {}
    }
    guard case .overran(let limit) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(limit == .seconds(10))
  }

  @Test("a cancelled wait ends at once with its error") func cancellation() async throws {
    let result = await simulate(ClockworkEngine(isMute: true)) { run in
      try await withThrowingTaskGroup(of: String.self) { group in
        group.addTask {
          do {
            try await run.transport.write([1], to: ClockworkEngine.control)
            return "written"
          } catch { return "\(error)" }
        }
        try await run.clock.sleep(for: .seconds(1))
        group.cancelAll()
        return (try await group.next(), run.clock.now.nanoseconds)
      }
    }
    let (text, time) = try result.value
    #expect(text == "the operation was cancelled")
    #expect(time == 1_000_000_000)
  }

  @Test("values that nobody takes make room for new ones, and that is told") func overflow()
    async throws
  {
    let result = await simulate(ClockworkEngine(ticks: 10), bufferSize: 4) { run in
      let values = try await run.transport.values(of: ClockworkEngine.data)
      try await run.clock.sleep(for: .seconds(5))
      var taken: [UInt8] = []
      for await value in values { taken += value.bytes }
      return taken
    }
    #expect(try result.value == [7, 8, 9, 10])
    #expect(result.engine.notes.count == 2)
    #expect(result.engine.notes.last == "overflow: 6 values the app did not take")
  }

  @Test("states begin with the one now and follow the link") func states() async throws {
    let result = await simulate(ClockworkEngine()) { run in
      var states = run.transport.states().makeAsyncIterator()
      var seen = [await states.next()]
      try await run.transport.connect()
      seen.append(await states.next())
      await run.transport.disconnect()
      seen.append(await states.next())
      return seen
    }
    #expect(
      try result.value == [.disconnected(.notYetConnected), .connected, .disconnected(.byApp)])
  }
}
