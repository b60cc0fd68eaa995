import RulloBluetooth
import RulloComparison
import RulloRecordings
import Testing

/// Each change of one fact is found by its rule and by nothing else.
@Suite("single changes") struct MutationTests {
  static let base = BaseSession.script.recording()

  @Test("give their rule and no other", arguments: Mutation.all)
  func mutation(mutation: Mutation) {
    let comparison = Comparison(old: Self.base, new: mutation.script.recording())
    let rules = Set(comparison.findings.map(\.rule.id))
    #expect(
      rules == [mutation.rule],
      "\(comparison.findings.map { "\($0.rule.id) \($0.text)" }.joined(separator: "\n"))")
  }

  @Test("give the mirrored rule with the sessions exchanged", arguments: Mutation.all)
  func mirror(mutation: Mutation) {
    let recording = mutation.script.recording()
    let there = Comparison(old: Self.base, new: recording)
    let back = Comparison(old: recording, new: Self.base)
    #expect(Set(there.findings.compactMap(\.mirrored)) == Set(back.findings))
    #expect(there.findings.count == back.findings.count)
  }

  @Test("cover every rule, itself or its mirror") func coverage() {
    let seen = Set(Mutation.all.map(\.rule))
    // A bench is asked for; lengths of vendors' values have a test of their own.
    let apart: Set<String> = ["D12", "D22"]
    for rule in Rule.all where !apart.contains(rule.id) {
      #expect(seen.contains(rule.id) || seen.contains(rule.mirror), "\(rule.id) \(rule.title)")
    }
    #expect(Mutation.all.count >= 40)
  }
}
