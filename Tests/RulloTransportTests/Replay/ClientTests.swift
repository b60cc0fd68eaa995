import RulloTransport
import Testing

/// What an app does about a refused set-point: it asks for control, then sets again.
private struct Client: Sendable {
  static let control = CharacteristicIdentity(0x2AD9, service: 0x1826)
  let trainer: any TrainerTransport

  /// Sets a simulation and answers the result codes that it saw.
  func set(_ simulation: [UInt8]) async throws -> [UInt8] {
    var answers = try await trainer.values(of: Self.control).makeAsyncIterator()
    func ask(_ bytes: [UInt8]) async throws -> UInt8? {
      try await trainer.write(bytes, to: Self.control)
      let answer = await answers.next()?.bytes
      return answer?.count == 3 && answer?[1] == bytes[0] ? answer?[2] : nil
    }
    var results: [UInt8] = []
    for _ in 1...3 {
      guard let result = try await ask(simulation) else { return results }
      results.append(result)
      if result != 0x05 { return results }
      guard let granted = try await ask([0x00]) else { return results }
      results.append(granted)
    }
    return results
  }
}

@Suite("an app's client against a recording") struct ClientTests {
  @Test("a set-point that was denied once is set again after control was asked for")
  func deniedOnce() async throws {
    let recording = try Recordings.capture("control-denied-once.log")
    let result = await simulate(TranscribedEngine(ReplayEngine(recording))) { run in
      try await run.transport.connect()
      // Grade 7.40 %: 740 steps are 02E4 (Fitness Machine Service 4.16.2.18).
      return try await Client(trainer: run.transport).set([0x11, 0, 0, 0xE4, 0x02, 0x28, 0x33])
    }
    #expect(try result.value == [0x05, 0x01, 0x01])
    #expect(result.isConclusive)
    #expect(result.engine.engine.verdict == .passed)
    #expect(result.engine.engine.hasEnded)
  }

  @Test("a client that never asks for control fails, outside of itself too") func stubborn()
    async throws
  {
    let recording = try Recordings.capture("control-denied-once.log")
    let result = await simulate(ReplayEngine(recording)) { run in
      try await run.transport.connect()
      _ = try await run.transport.values(of: Client.control)
      for _ in 1...2 {
        // Apps swallow errors; the replay must not need them.
        try? await run.transport.write([0x11, 0, 0, 0xE4, 0x02, 0x28, 0x33], to: Client.control)
      }
    }
    #expect(result.engine.verdict == .failed)
    // The second set-point comes before the recorded request for control, which is never made.
    #expect(result.engine.divergences.map(\.code) == [.wrongOrder, .neverMade, .neverMade])
  }

  @Test("a stream reaches the app whole, at its recorded times") func stream() async throws {
    let recording = try Recordings.capture("kickr-core-10hz.log")
    let result = await simulate(ReplayEngine(recording)) { run in
      try await run.transport.connect()
      var taken: [(Int64, [UInt8])] = []
      let bike = CharacteristicIdentity(0x2AD2)
      for await value in try await run.transport.values(of: bike) {
        taken.append((run.clock.now.nanoseconds, value.bytes))
      }
      return taken.map(\.0) + taken.map { Int64($0.1.count) }
    }
    let numbers = try result.value
    // Ten values of eight octets; the log's stamps are 18:18:33.157, .159, .337 … and .966.
    #expect(numbers.count == 20)
    #expect(numbers[..<3] == [0, 2_000_000, 180_000_000])
    #expect(numbers[9] == 809_000_000)
    #expect(numbers[10...].allSatisfy { $0 == 8 })
    #expect(result.engine.verdict == .passed)
  }
}
