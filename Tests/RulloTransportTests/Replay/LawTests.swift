import RulloBase
import RulloBluetooth
import RulloRecordings
import RulloTestSupport
import RulloTransport
import Testing

/// A transcript is the same octets in every run, at every speed (law 3).
@Suite("transcripts are the same everywhere") struct LawTests {
  static let control = CharacteristicIdentity(0x2AD9, service: 0x1826)

  @Test(
    "a thousand runs of the engine",
    arguments: ["control-denied-once.log", "kickr-core-10hz.log", "bumble-session.btsnoop"])
  func engine(name: String) throws {
    let recording = try Recordings.capture(name)
    let first = ReplayEngine.transcript(of: recording, file: name).octets
    #expect(first.count > 500)
    for _ in 1..<1_000 {
      guard ReplayEngine.transcript(of: recording, file: name).octets == first else {
        Issue.record("another transcript")
        return
      }
    }
  }

  /// An app of three tasks against the bumble session, with faults by chance.
  func app(_ recording: Recording, _ speed: Speed) async throws -> [UInt8] {
    let plan = try FaultPlan("drop 2AD2 chance=1/4\nduplicate 2A63 chance=1/5", seed: 3)
    let engine = TranscribedEngine(FaultedEngine(ReplayEngine(recording), plan))
    let result = await simulate(engine, speed: speed) { run in
      try await run.transport.connect()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for uuid: UInt16 in [0x2AD2, 0x2A63] {
          let values = try await run.transport.values(of: CharacteristicIdentity(uuid))
          group.addTask { for await _ in values {} }
        }
        var answers = try await run.transport.values(of: Self.control).makeAsyncIterator()
        for bytes: [UInt8] in [[0x11, 0, 0, 0x5E, 0x01, 0x28, 0x33], [0x00], [0x07]] {
          try await run.transport.write(bytes, to: Self.control)
          _ = await answers.next()
          try await run.clock.sleep(for: .milliseconds(100))
        }
        try await group.waitForAll()
      }
    }
    _ = try result.value
    #expect(result.isConclusive, "\(result.escapes)")
    return result.engine.transcript(file: "x", replay: "r")
  }

  @Test("an app's tasks, a hundred times over and at every speed") func speeds() async throws {
    let recording = try Recordings.capture("bumble-session.btsnoop")
    let first = try await app(recording, .instant)
    for _ in 1..<100 { #expect(try await app(recording, .instant) == first) }
    for speed in [Speed.times(10), .times(50), .step { _ in }] {
      #expect(try await app(recording, speed) == first)
    }
  }

  // MARK: Random recordings, random apps

  /// Numbers from a seed.
  struct Random {
    var state: UInt64
    mutating func next(below bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(truncatingIfNeeded: (state >> 33) % UInt64(max(1, bound)))
    }
    mutating func octets(upTo count: Int) -> [UInt8] {
      (0..<next(below: count + 1)).map { _ in UInt8(truncatingIfNeeded: next(below: 256)) }
    }
  }

  /// A recording of anything; or, where it `isPlain`, of one that was recorded whole: no link
  /// events, no gaps, no subscriptions.
  static func recording(_ random: inout Random, isPlain: Bool = false) -> Recording {
    var recording = Recording()
    let hasClock = isPlain || random.next(below: 4) > 0
    recording.begin(Clock(kind: hasClock ? .elapsed : .none, resolution: 1_000_000))
    let devices = 1 + random.next(below: 2)
    for index in 0..<devices {
      var device = Device(.unnamed(index))
      device.alias = Device.alias(of: index)
      recording.declare(device, at: index)
    }
    let uuids: [UInt16] = [0x2AD9, 0x2AD2, 0x2ADA, 0x2A63, 0x2ACC]
    for index in 0..<uuids.count * devices {
      recording.declare(
        Attribute(
          device: index / uuids.count, service: 0x1826,
          uuid: .init(uuids[index % uuids.count])), at: index)
    }
    var time: Int64 = 0
    let kinds: [Event.Kind] =
      isPlain
      ? [.notification, .indication, .writeRequest, .writeCommand, .writeResponse, .readRequest]
      : Event.Kind.allCases
    for number in 1...(1 + random.next(below: 60)) {
      time += Int64(random.next(below: 400) + (isPlain ? 1 : 0)) * 1_000_000
      let kind = kinds[random.next(below: kinds.count)]
      let isLink = [.connect, .disconnect, .mtu, .label, .gap].contains(kind)
      let device = random.next(below: devices)
      let direction: Event.Direction =
        isLink
        ? .none
        : [.notification, .indication, .writeResponse, .readResponse, .error].contains(kind)
          ? .fromDevice : .toDevice
      var event = Event(
        kind, direction, time: hasClock ? time : Event.noTime, device: device,
        attribute: isLink ? -1 : device * uuids.count + random.next(below: uuids.count),
        detail: kind == .error || kind == .disconnect ? random.next(below: 256) : 0,
        source: SourceReference(.line, number))
      event.number = number
      var value = isLink ? Array("x".utf8) : random.octets(upTo: 8)
      if [.connect, .disconnect, .mtu, .error, .readRequest, .writeResponse].contains(kind) {
        value = []
      }
      // Control points that answer what was asked are what the pairing is for.
      if kind == .indication, random.next(below: 2) == 0 {
        value = [0x80, UInt8(random.next(below: 4)), UInt8(1 + random.next(below: 5))]
      }
      if kind == .writeRequest, random.next(below: 2) == 0 {
        value = [UInt8(random.next(below: 4))]
      }
      value.withRawSpan { recording.event(event, $0) }
    }
    return recording
  }

  static func plan(_ random: inout Random) throws -> FaultPlan {
    let lines = (0..<random.next(below: 4)).map { _ in
      FaultPlanTests.lines[random.next(below: FaultPlanTests.lines.count)]
    }
    return try FaultPlan(lines.joined(separator: "\n"), seed: UInt64(random.next(below: 9)))
  }

  @Test("random recordings and random apps neither crash nor block", arguments: 0..<40)
  func random(seed: Int) throws {
    var random = Random(state: UInt64(seed) &* 77 &+ 5)
    for _ in 0..<25 {
      let recording = Self.recording(&random)
      var options = ReplayOptions()
      options.order = [.channel, .strict, .free, .window(3)][random.next(below: 4)]
      options.anchoring = random.next(below: 2) == 0 ? .absolute : .writes
      for code in Divergence.Code.allCases where random.next(below: 3) == 0 {
        options[code] =
          DivergencePolicy.allCases[random.next(below: DivergencePolicy.allCases.count)]
      }
      var engine = TranscribedEngine(
        FaultedEngine(ReplayEngine(recording, options), try Self.plan(&random)))
      var effects: [TransportEffect] = []
      var completed: Set<Int> = []
      for number in 1...(5 + random.next(below: 40)) {
        let identity = CharacteristicIdentity(
          [0x2AD9, 0x2AD2, 0x2ADA, 0x2A63, 0x2ACC, 0x2A19][random.next(below: 6)])
        let operation: TransportRequest.Operation =
          switch random.next(below: 9) {
          case 0, 1: .connect
          case 2: random.next(below: 4) == 0 ? .disconnect : .connect
          case 3, 4: .subscribe(identity)
          case 5: .unsubscribe(identity)
          case 6: .read(identity)
          default: .write(identity, random.octets(upTo: 6), withResponse: random.next(below: 3) > 0)
          }
        engine.handle(
          TransportRequest(TransportRequest.ID(number), device: random.next(below: 3), operation),
          &effects)
        if random.next(below: 5) == 0 {
          engine.cancel(TransportRequest.ID(1 + random.next(below: number)), device: 0, &effects)
        }
        let end = engine.now + Int64(random.next(below: 900)) * 1_000_000
        var steps = 0
        while let next = engine.nextTime, next <= end, steps < 5_000 {
          let before = engine.now
          engine.advance(to: next, &effects)
          #expect(engine.now >= before)
          steps += 1
        }
        #expect(steps < 5_000, "the engine does not come on")
        engine.advance(to: end, &effects)
      }
      engine.finish(&effects)
      // No request is completed twice, and time never goes back.
      var last: Int64 = 0
      for effect in effects {
        #expect(effect.time >= last)
        last = effect.time
        if case .completed(let id, _) = effect.kind {
          #expect(completed.insert(id.rawValue).inserted)
        }
      }
      // The transcript is a recording without a note, and replays.
      let octets = engine.transcript(file: "x", replay: "r")
      let again = try Recordings.session(octets: octets)
      #expect(again.notes.entries.map(\.note.text) == [])
      let replayed = ReplayEngine.transcript(of: again, file: "x")
      #expect(
        replayed.octets == ReplayEngine.transcript(of: again, file: "x").octets)
    }
  }

  @Test("random recordings match themselves, and their transcript itself", arguments: 0..<40)
  func randomSelf(seed: Int) throws {
    var random = Random(state: UInt64(seed) &* 1_009 &+ 17)
    for _ in 0..<25 {
      var run = ReplayRun(Self.recording(&random, isPlain: true))
      run.run()
      #expect(run.verdict != .failed, "\(run.engine.engine.divergences)")
      let first = run.engine.transcript(file: "x", replay: "r")
      let again = try Recordings.session(octets: first)
      #expect(again.notes.entries.map(\.note.text) == [])
      // What the app wrote and what reached it is the same in the second generation.
      var second = ReplayRun(again)
      second.run()
      let lines = [first, second.engine.transcript(file: "x", replay: "r")].map { octets in
        String(decoding: octets, as: UTF8.self).split(separator: "\n").filter { line in
          [" w  ", " c  ", " n  ", " i  ", " q  "].contains { line.contains($0) }
        }.map { $0.prefix { $0 != "=" } }
      }
      #expect(lines[0] == lines[1])
    }
  }
}
