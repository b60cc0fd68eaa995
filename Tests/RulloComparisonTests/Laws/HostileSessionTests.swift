import RulloBase
import RulloBluetooth
import RulloComparison
import RulloRecordings
import RulloTestSupport
import Testing

/// Sessions whose octets, kinds and times were damaged at random: an answer, and the same one the
/// other way round.
@Suite("hostile sessions") struct HostileSessionTests {
  /// Ten seconds of the base session with one event in six damaged.
  static func damaged(_ seed: Int) -> Script {
    var script = BaseSession.script
    script.steps.removeAll { $0.time > 10_000 && $0.kind != .disconnect }
    func number(_ place: Int, _ salt: Int, below limit: UInt64) -> Int {
      Spread.number(place + 100_000 * seed, 40 + salt, below: limit)
    }
    for place in script.steps.indices where number(place, 0, below: 6) == 0 {
      var step = script.steps[place]
      switch number(place, 1, below: 7) {
      case 0: step.value = step.value.map { _ in UInt8(number(place, 2, below: 256)) }
      case 1: step.value.removeLast(min(step.value.count, number(place, 3, below: 5)))
      case 2: step.value += [UInt8](repeating: 0xFF, count: number(place, 4, below: 40))
      case 3: step.kind = Event.Kind.allCases[number(place, 5, below: 15)]
      case 4: step.time = [-1e9, 0, 1e9, 9e12][number(place, 6, below: 4)]
      case 5: step.uuid = script.characteristics[number(place, 7, below: 14)].uuid
      default: step.detail = [-1, 0, 255, .max, .min][number(place, 8, below: 5)]
      }
      script.steps[place] = step
    }
    return script
  }

  @Test("have an answer that mirrors", arguments: 0..<40) func mirror(seed: Int) {
    let (old, new) = (Self.damaged(seed).recording(), Self.damaged(seed + 1_000).recording())
    for pair in [(old, new), (MutationTests.base, new)] {
      let there = Comparison(old: pair.0, new: pair.1)
      let back = Comparison(old: pair.1, new: pair.0)
      #expect(Set(there.findings.compactMap(\.mirrored)) == Set(back.findings))
      #expect(there.findings.count == back.findings.count)
    }
    #expect(Comparison(old: new, new: new).findings.isEmpty)
  }

  @Test("can be replayed against each other", arguments: 0..<10) func replay(seed: Int) {
    let (old, new) = (Self.damaged(seed).recording(), Self.damaged(seed + 1_000).recording())
    // Whether the two have a conversation does not matter here; that it ends does.
    let stimuli = try? SameStimuli(old: old, new: new, file: "new")
    #expect(stimuli.map { $0.requests.made <= $0.requests.total + 1 } ?? true)
  }
}
