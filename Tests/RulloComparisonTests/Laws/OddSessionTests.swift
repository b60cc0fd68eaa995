import RulloBase
import RulloBluetooth
import RulloComparison
import RulloRecordings
import RulloTestSupport
import Testing

/// Sessions as they come in: empty, cut, without a clock, with several devices, huge.
@Suite("odd sessions") struct OddSessionTests {
  static func compare(_ old: Script, _ new: Script) -> Comparison {
    Comparison(old: old.recording(), new: new.recording())
  }

  @Test("nothing and nothing is no answer") func empty() {
    for (old, new) in [
      (Script(), Script()), (BaseSession.script, Script()), (Script(), BaseSession.script),
    ] {
      let comparison = Self.compare(old, new)
      #expect(!comparison.isConclusive)
      #expect(comparison.findings.isEmpty)
    }
  }

  @Test("without a clock everything but timing is compared") func noClock() {
    for mutation in Mutation.all {
      var (old, new) = (BaseSession.script, mutation.script)
      old.clock = Clock(kind: .none, resolution: 0)
      new.clock = Clock(kind: .none, resolution: 0)
      let comparison = Self.compare(old, new)
      let rules = Set(comparison.findings.map(\.rule.id))
      #expect(rules.isSubset(of: [mutation.rule]), "\(mutation.name): \(rules)")
      let isTiming = ["C15", "D25", "D26", "D27", "D28", "D29", "D01"].contains(mutation.rule)
      // Time alone tells a status of its own from a caused one, and silence from the end.
      if !isTiming, mutation.rule != "C21", mutation.rule != "C04" {
        #expect(rules == [mutation.rule], "\(mutation.name)")
      }
      #expect(comparison.remarks.contains { $0.hasPrefix("no clock in OLD and NEW") })
    }
    var blind = BaseSession.script
    blind.clock = Clock(kind: .none, resolution: 0)
    #expect(Self.compare(BaseSession.script, blind).findings.isEmpty)
    #expect(
      Self.compare(BaseSession.script, blind).remarks.contains { $0.hasPrefix("no clock in NEW:") })
  }

  @Test("a session that begins in the middle") func middle() {
    var late = BaseSession.script
    late.steps.removeAll { $0.time < 20_000 }
    let comparison = Self.compare(BaseSession.script, late)
    #expect(comparison.findings.isEmpty, "\(comparison.findings.map(\.text))")
    #expect(comparison.isConclusive)
    #expect(comparison.sessions.new.writes.aligned == comparison.sessions.new.writes.total)
  }

  @Test("a session without control traffic") func silentApp() {
    var plain = BaseSession.script
    plain.steps.removeAll { [0x2AD9, 0x2ADA].contains($0.uuid) && $0.time > 1_000 }
    let comparison = Self.compare(BaseSession.script, plain)
    #expect(comparison.findings.isEmpty, "\(comparison.findings.map(\.text))")
    #expect(comparison.sessions.old.writes.aligned == 0)
  }

  @Test("two connections in one, one in the other") func reconnection() {
    var twice = BaseSession.script
    // A first attempt that failed before anything was asked.
    for place in twice.steps.indices { twice.steps[place].time += 10_000 }
    twice.add(0, .connect, detail: 24)
    twice.read(100, 0x2A24, Array("T1900".utf8))
    twice.add(5_000, .disconnect, detail: 0x3E)
    let comparison = Self.compare(BaseSession.script, twice)
    #expect(comparison.findings.isEmpty, "\(comparison.findings.map(\.text))")
    let writes = comparison.sessions.new.writes
    #expect(writes.aligned == writes.total)
  }

  @Test("a strap beside the trainer is nobody's loss") func severalDevices() {
    var emitter = EventEmitter(Recording(), clock: BaseSession.script.clock)
    var strap = Script()
    strap.identity = .address("C0:00:00:00:00:09")
    strap.characteristics = [.init(service: 0x180D, uuid: 0x2A37, properties: 0x10, handle: 0x0003)]
    strap.add(0, .connect, detail: 24)
    for place in 0..<60 { strap.add(1_000 * Double(place), .notification, 0x2A37, [0, 90]) }
    // The strap is the first device of the file.
    strap.write(into: &emitter)
    BaseSession.script.write(into: &emitter)
    emitter.finish()
    for (old, new) in [
      (MutationTests.base, emitter.sink), (emitter.sink, MutationTests.base),
      (emitter.sink, emitter.sink),
    ] {
      let comparison = Comparison(old: old, new: new)
      #expect(comparison.findings.isEmpty, "\(comparison.findings.map(\.text))")
      #expect(comparison.isConclusive)
    }
    let comparison = Comparison(old: MutationTests.base, new: emitter.sink)
    #expect(comparison.sessions.new.unpairedDevices.map(\.alias) == ["A"])
  }

  @Test("vendors' values without a table have lengths") func lengths() {
    var script = Script()
    script.characteristics = [.init(service: nil, uuid: 0xFFF4, properties: nil, handle: nil)]
    for place in 0..<60 {
      script.add(
        100 * Double(place), .notification, 0xFFF4, [UInt8](repeating: UInt8(place), count: 20))
    }
    var shorter = script
    shorter.changeValues(0xFFF4) { _, value in value.removeLast(4) }
    let comparison = Self.compare(script, shorter)
    #expect(comparison.findings.map(\.rule.id) == ["D12"])
    #expect(comparison.findings.first?.values == Sides(old: "20 octets", new: "16 octets"))
  }

  @Test("on a bench the rider's numbers are the machine's") func bench() {
    var strong = BaseSession.script
    strong.changeValues(0x2AD2) { _, value in
      value[Script.isLong(value) ? 11 : 8] += 40
    }
    let (old, new) = (MutationTests.base, strong.recording())
    #expect(Comparison(old: old, new: new).findings.isEmpty)
    var options = ComparisonOptions()
    options.isBench = true
    let comparison = Comparison(old: old, new: new, options: options)
    #expect(comparison.findings.map(\.rule.id) == ["D22"])
    #expect(comparison.findings.first?.subject.field == "Instantaneous Power")
    #expect(Comparison(old: old, new: old, options: options).findings.isEmpty)
  }

  @Test("findings lead to their events") func events() {
    for mutation in Mutation.all {
      let recordings = Sides(old: MutationTests.base, new: mutation.script.recording())
      let comparison = Comparison(old: recordings.old, new: recordings.new)
      for finding in comparison.findings {
        for (events, recording) in [
          (finding.events.old, recordings.old), (finding.events.new, recordings.new),
        ] {
          for event in events {
            #expect((1...recording.events.count).contains(event))
            // The event is one of the characteristic that the finding is about.
            let attribute = recording.attribute(of: recording.events[event - 1])
            if let path = finding.subject.characteristic, !finding.rule.id.hasPrefix("C") {
              #expect(attribute?.path == path, "\(finding.text)")
            }
          }
        }
        // What is declared or advertised without an event of its own.
        let isDeclaration = [
          "S03", "S04", "S05", "S06", "S07", "S08", "S24", "S25", "S26", "S27",
        ].contains(finding.rule.id)
        let isGone = ["C20", "C21"].contains(finding.rule.id)
        #expect(isDeclaration || isGone || !finding.events.old.isEmpty, "\(finding.text)")
        #expect(isDeclaration || !finding.events.new.isEmpty, "\(finding.text)")
      }
    }
  }
}
