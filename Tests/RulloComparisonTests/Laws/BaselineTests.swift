import RulloBase
import RulloBluetooth
import RulloComparison
import RulloTestSupport
import Testing

/// What a baseline learns from recordings of one firmware, and what it makes noise.
@Suite("baseline") struct BaselineTests {
  /// The base session with 2AD2 slowed down from 4 s on, and its answers late, by so many ms.
  static func session(interval: Double, latency: Double) -> Script {
    var script = BaseSession.script
    script.change(0x2AD2) { place, step in
      if place > 35 { step.time = 4_037 + Double(place - 35) * interval }
      return step.time < BaseSession.end
    }
    for kind in [Event.Kind.indication, .notification] {
      script.change(kind == .indication ? 0x2AD9 : 0x2ADA, kind) { _, step in
        step.time += latency - BaseSession.latency
        return true
      }
    }
    return script
  }

  static func learned() throws -> Baseline {
    try Baseline(
      learning: [
        session(interval: 100, latency: 40), session(interval: 130, latency: 60),
        session(interval: 110, latency: 50),
      ].map { $0.recording() })
  }

  @Test("makes noise of what varies anyway") func noise() throws {
    var options = ComparisonOptions()
    let old = Self.session(interval: 102, latency: 42).recording()
    let new = Self.session(interval: 128, latency: 58).recording()
    let plain = Comparison(old: old, new: new, options: options)
    // 24 % and 24 ms, 38 % and 16 ms: both beyond the default limits.
    #expect(Set(plain.findings.map(\.rule.id)) == ["C15", "D26"])
    options.baseline = try Self.learned()
    let quiet = Comparison(old: old, new: new, options: options)
    #expect(quiet.findings.count == plain.findings.count)
    #expect(quiet.findings.allSatisfy { $0.findingClass == .noise })
    #expect(quiet.findings.allSatisfy { $0.limit.contains("band of 3 recordings") })
  }

  @Test("leaves what is outside its bands") func outside() throws {
    var options = ComparisonOptions()
    options.baseline = try Self.learned()
    let comparison = Comparison(
      old: Self.session(interval: 100, latency: 40).recording(),
      new: Self.session(interval: 250, latency: 80).recording(), options: options)
    let timing = comparison.findings.filter { $0.findingClass == .timing }
    #expect(Set(timing.map(\.rule.id)) == ["C15", "D26"])
  }

  @Test("says nothing of other rules") func others() throws {
    var options = ComparisonOptions()
    options.baseline = try Self.learned()
    for mutation in Mutation.declared {
      let comparison = Comparison(
        old: MutationTests.base, new: mutation.script.recording(), options: options)
      #expect(Set(comparison.findings.map(\.rule.id)) == [mutation.rule])
      #expect(comparison.findings.allSatisfy { $0.findingClass != .noise })
    }
  }

  @Test("takes answers that vary for noise") func answers() throws {
    var once = BaseSession.script
    once.refuse(0x0E, 5)
    let recordings = [MutationTests.base, once.recording()]
    var options = ComparisonOptions()
    options.baseline = try Baseline(learning: recordings)
    let comparison = Comparison(old: recordings[1], new: recordings[0], options: options)
    #expect(comparison.findings.map(\.rule.id) == ["C03"])
    #expect(comparison.count(.noise) == 1)
  }

  @Test("is the same after writing and reading") func roundTrip() throws {
    let baseline = try Self.learned()
    var json = JSONWriter()
    baseline.write(to: &json)
    let octets = json.text.withBytes { $0.copied() }
    #expect(try Baseline(reading: octets) == baseline)
    // The mean interval of 2AD2: 100 ms in the first recording; in the second 35 intervals of 100 ms
    // and 461 of 130 ms, 63,430 ms in 496.
    let text = String(decoding: octets, as: UTF8.self)
    #expect(
      text.contains(
        #"{"rule":"D26","characteristic":"1826/2AD2","op_code":null,"field":null,"min":100000000,"#
          + #""max":127883064}"#))
  }

  @Test(
    "refuses what is none",
    arguments: [
      "", "{", "{}", #"{"schema":"rullo.rate/1"}"#,
      #"{"schema":"rullo.baseline/1","bands":[{"rule":"D26"}]}"#,
      #"{"schema":"rullo.baseline/1","bands":[{"rule":"D26","min":2,"max":1}]}"#,
      #"{"schema":"rullo.baseline/1","varies":[{"rule":"C01"}]}"#,
    ])
  func refusal(text: String) {
    #expect(throws: BaselineError.self) { try Baseline(reading: Array(text.utf8)) }
  }

  @Test("is learned from several recordings of one firmware that have something in common")
  func learning() throws {
    #expect(throws: BaselineError.self) { try Baseline(learning: [MutationTests.base]) }
    var update = BaseSession.script
    update.setRead(0x2A26, Array("1.5.0".utf8))
    #expect(throws: BaselineError.self) {
      try Baseline(learning: [MutationTests.base, update.recording()])
    }
    #expect(throws: BaselineError.self) {
      try Baseline(learning: [MutationTests.base, Script().recording()])
    }
  }
}
