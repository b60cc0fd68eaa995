import RulloBase
import RulloRecordings
import RulloTestSupport
import RulloTransport
import Testing

/// Each kind of fault on real recordings, and which assertion notices it.
@Suite("faults on recordings") struct MutationTests {
  /// What a test of an app can hold a replay to.
  enum Notice: String, Sendable {
    /// A recorded write found no device that took it.
    case divergence
    /// The control point answered otherwise.
    case answers
    /// The values of a stream are others, or in another order.
    case values
    /// The same values came at other times.
    case times
    /// The link was another.
    case links
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let recording: String
    let fault: String
    let notices: [Notice]
    var testDescription: String { "\(fault) on \(recording)" }
  }

  /// The bumble session: set-points from 0.6 s on, data each 150 ms, control from 1.05 s; the log: ten
  /// values of 2AD2 in 0.8 s.
  static let rows: [Row] = [
    // With the answer the status goes, which the session has as well.
    Row(
      recording: "bumble-session.btsnoop", fault: "silent 2AD9 op=0x11",
      notices: [.answers, .values]),
    Row(recording: "control-denied-once.log", fault: "silent 2AD9 op=0x00", notices: [.answers]),
    Row(
      recording: "bumble-session.btsnoop", fault: "deny-once 2AD9 op=0x05",
      notices: [.divergence, .answers, .values]),
    Row(
      recording: "control-denied-once.log", fault: "deny 2AD9 op=0x11 code=0x04 times=2",
      notices: [.divergence, .answers]),
    Row(recording: "bumble-session.btsnoop", fault: "delay 2AD2 by=0.001", notices: [.times]),
    Row(recording: "kickr-core-10hz.log", fault: "drop 2AD2 nth=3", notices: [.values]),
    Row(recording: "kickr-core-10hz.log", fault: "duplicate 2A63 nth=2", notices: [.values]),
    Row(recording: "kickr-core-10hz.log", fault: "reorder 2A63 window=2", notices: [.values]),
    Row(
      recording: "kickr-core-10hz.log", fault: "corrupt 2AD2 mask=0000FF nth=1", notices: [.values]),
    Row(recording: "bumble-session.btsnoop", fault: "truncate 2AD2 octets=4", notices: [.values]),
    Row(
      recording: "bumble-session.btsnoop", fault: "wrong-echo 2AD9 op=0x05 echo=0x04",
      notices: [.answers]),
    Row(
      recording: "bumble-session.btsnoop", fault: "unsolicited 2ADA value=FF at=3",
      notices: [.values]),
    Row(
      recording: "bumble-session.btsnoop", fault: "control-lost at=3",
      notices: [.divergence, .answers, .values]),
    Row(recording: "bumble-session.btsnoop", fault: "stall 2AD2 from=2 to=4", notices: [.values]),
    Row(
      recording: "bumble-session.btsnoop", fault: "counter-jump 2A63 offset=11 by=1000 nth=5",
      notices: [.values]),
    Row(
      recording: "bumble-session.btsnoop", fault: "clock-skew ppm=-2000", notices: [.times]),
    Row(
      recording: "bumble-session.btsnoop", fault: "disconnect at=4",
      notices: [.divergence, .answers, .values, .links]),
    Row(
      recording: "kickr-core-10hz.log", fault: "disconnect 2AD2 nth=4", notices: [.values, .links]),
    Row(recording: "bumble-session.btsnoop", fault: "mtu mtu=23", notices: []),
  ]

  /// What came of a run, by what a test can look at.
  struct Facts: Equatable {
    var divergences: [String] = []
    var answers: [[UInt8]] = []
    var values: [[UInt8]] = []
    var times: [Int64] = []
    var links: [ConnectionState] = []
  }

  func run(_ recording: Recording, _ plan: FaultPlan) -> (
    facts: Facts, unfired: [Fault], text: [UInt8]
  ) {
    var run = ReplayRun(
      RecordedApp(recording), against: Watched(FaultedEngine(ReplayEngine(recording), plan)))
    run.run()
    let watched = run.engine.engine
    var facts = watched.facts
    facts.divergences = watched.engine.engine.divergences.map(\.description)
    return (
      facts, watched.engine.unfired, run.engine.transcript(file: "x", replay: "r")
    )
  }

  /// Notes what reaches the app.
  struct Watched: TransportEngine {
    var engine: FaultedEngine<ReplayEngine>
    var facts = Facts()
    init(_ engine: FaultedEngine<ReplayEngine>) { self.engine = engine }
    var deviceCount: Int { engine.deviceCount }
    var hasClock: Bool { engine.hasClock }
    var now: Int64 { engine.now }
    var nextTime: Int64? { engine.nextTime }
    func resolve(_ identity: CharacteristicIdentity, device: Int) -> CharacteristicIdentity {
      engine.resolve(identity, device: device)
    }
    mutating func handle(_ request: TransportRequest, _ effects: inout [TransportEffect]) {
      let start = effects.count
      engine.handle(request, &effects)
      watch(effects[start...])
    }
    mutating func cancel(
      _ id: TransportRequest.ID, device: Int, _ effects: inout [TransportEffect]
    ) { engine.cancel(id, device: device, &effects) }
    mutating func wait(until time: Int64, _ effects: inout [TransportEffect]) {
      let start = effects.count
      engine.wait(until: time, &effects)
      watch(effects[start...])
    }
    mutating func advance(to time: Int64, _ effects: inout [TransportEffect]) {
      let start = effects.count
      engine.advance(to: time, &effects)
      watch(effects[start...])
    }
    mutating func finish(_ effects: inout [TransportEffect]) { engine.finish(&effects) }
    private mutating func watch(_ effects: ArraySlice<TransportEffect>) {
      for effect in effects {
        switch effect.kind {
        case .received(let value):
          facts.times.append(effect.time)
          if value.characteristic.uuid.short == 0x2AD9 {
            facts.answers.append(value.bytes)
          } else {
            facts.values.append(value.bytes)
          }
        case .state(let state): facts.links.append(state)
        default: break
        }
      }
    }
  }

  func noticed(_ one: Facts, _ other: Facts) -> [Notice] {
    var found: [Notice] = []
    if one.divergences != other.divergences { found.append(.divergence) }
    if one.answers != other.answers { found.append(.answers) }
    if one.values != other.values { found.append(.values) }
    if one.times != other.times, one.values == other.values, one.answers == other.answers {
      found.append(.times)
    }
    if one.links != other.links { found.append(.links) }
    return found
  }

  @Test("each kind fires, is in the transcript, and is noticed", arguments: rows)
  func mutate(row: Row) throws {
    let recording = try Recordings.capture(row.recording)
    let plan = try FaultPlan(row.fault)
    let (healthy, _, _) = run(recording, FaultPlan())
    let (faulty, unfired, octets) = run(recording, plan)
    // A session whose values are all short has nothing for a small MTU to cut.
    #expect(unfired.isEmpty == !row.notices.isEmpty)
    #expect(noticed(healthy, faulty) == row.notices)
    let text = String(decoding: octets, as: UTF8.self)
    #expect(
      text.contains(
        row.notices.isEmpty ? "never fired" : "replay: fault of line 1: \(plan.faults[0])"))
    // The same plan gives the same octets.
    #expect(run(recording, plan).text == octets)
  }

  @Test("every kind of fault stands in the table") func complete() throws {
    let kinds = try Set(Self.rows.map { try FaultPlan($0.fault).faults[0].kind.word })
    let all = try Set(FaultPlanTests.lines.map { try FaultPlan($0).faults[0].kind.word })
    // A refused connection needs an app that connects again: see the test below.
    #expect(all.subtracting(kinds) == ["refuse-reconnect"])
  }

  @Test("a refused connection is refused so many times, then the stream goes on") func reconnect()
    async throws
  {
    let recording = try Recordings.capture("bumble-session.btsnoop")
    let plan = try FaultPlan("disconnect 2AD2 nth=10\nrefuse-reconnect times=2\nmtu mtu=23 2ADA")
    let result = await simulate(FaultedEngine(ReplayEngine(recording), plan)) { run in
      let bike = CharacteristicIdentity(0x2AD2)
      var (count, refused) = (0, 0)
      try await run.transport.connect()
      for await _ in try await run.transport.values(of: bike) { count += 1 }
      while true {
        do {
          try await run.transport.connect()
          break
        } catch TransportError.connectionRefused {
          refused += 1
          try await run.clock.sleep(for: .milliseconds(100))
        }
      }
      for await _ in try await run.transport.values(of: bike) { count += 1 }
      return [count, refused]
    }
    let numbers = try result.value
    #expect(numbers[1] == 2)
    // 60 values in all; the app is away for 200 ms and a moment, in which one or two are lost.
    #expect(numbers[0] < 60 && numbers[0] >= 57)
    #expect(result.engine.unfired.map(\.kind.word) == ["mtu"])
  }

  @Test("one fault more never moves another") func independent() throws {
    let recording = try Recordings.capture("bumble-session.btsnoop")
    func dropped(_ lines: String) throws -> Set<[UInt8]> {
      let plan = try FaultPlan(lines, seed: 11)
      return Set(run(recording, plan).facts.values.filter { $0.count == 16 })
    }
    let alone = try dropped("drop 2A63 chance=1/2")
    let beside = try dropped("drop 2A63 chance=1/2\nduplicate 2AD2 chance=1/3")
    #expect(alone == beside)
    let other = Set(run(recording, try FaultPlan("drop 2A63 chance=1/2", seed: 12)).facts.values)
    #expect(other.filter { $0.count == 16 } != alone)
  }

  @Test("a recording shrinks to the events that a failure needs") func shrinkEvents() throws {
    let recording = try Recordings.capture("bumble-session.btsnoop")
    func fails(_ recording: Recording) -> Bool {
      let plan = FaultPlan([Fault(.deny(code: 5)) { $0.opCode = 0x05 }])
      return run(recording, plan).facts.divergences.contains { $0.hasPrefix("D4") }
    }
    #expect(fails(recording))
    let smaller = recording.shrunk(while: fails)
    // One write of a target power is all that it takes.
    #expect(smaller.events.count == 1)
    #expect(smaller.value(at: 0).first == 0x05)
  }
}
