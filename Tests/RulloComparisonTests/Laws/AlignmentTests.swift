import RulloBase
import RulloBluetooth
import RulloRecordings
import RulloTestSupport
import Testing

@testable import RulloComparison

/// Two lists of letters side by side: what they have in common, in the time that their length allows.
@Suite("alignment") struct AlignmentTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let old: String
    let new: String
    /// Letters that stand at the same place of both, then those that stand elsewhere.
    let anchors: String
    let substitutions: String
    var testDescription: String { "\(old) \(new)" }
  }

  static let rows: [Row] = [
    Row(old: "", new: "", anchors: "", substitutions: ""),
    Row(old: "abc", new: "", anchors: "", substitutions: ""),
    Row(old: "abc", new: "abc", anchors: "abc", substitutions: ""),
    // Myers' own example: the longest common part has four letters.
    Row(old: "abcabba", new: "cbabac", anchors: "????", substitutions: "?"),
    Row(old: "aaaa", new: "aa", anchors: "aa", substitutions: ""),
    // Each letter is unique; two of three keep their order, the third is a substitution.
    Row(old: "abc", new: "bca", anchors: "bc", substitutions: "a"),
    Row(old: "xaby", new: "xy", anchors: "xy", substitutions: ""),
    Row(old: "abc", new: "xyz", anchors: "", substitutions: ""),
  ]

  private static func list(_ text: String) -> [Int] { text.unicodeScalars.map { Int($0.value) } }

  @Test("finds what is common, the same way round and back", arguments: rows)
  func common(row: Row) {
    let (old, new) = (Self.list(row.old), Self.list(row.new))
    let there = SequenceAlignment(old, new)
    #expect(there.anchors.count == row.anchors.count)
    #expect(there.substitutions.count == row.substitutions.count)
    if !row.anchors.contains("?") {
      #expect(there.anchors.map { old[$0.old] } == Self.list(row.anchors))
    }
    for pair in there.pairs { #expect(old[pair.old] == new[pair.new]) }
    #expect(zip(there.anchors, there.anchors.dropFirst()).allSatisfy { $0.new < $1.new })
    let back = SequenceAlignment(new, old)
    #expect(Set(back.pairs) == Set(there.pairs.map { .init(old: $0.new, new: $0.old) }))
    #expect(back.anchors.map(\.old) == there.anchors.map(\.new))
  }

  /// The length of the longest common subsequence by the textbook's table.
  private static func longest(_ old: [Int], _ new: [Int]) -> Int {
    var row = [Int](repeating: 0, count: new.count + 1)
    for element in old {
      var diagonal = 0
      for (place, other) in new.enumerated() {
        let above = row[place + 1]
        row[place + 1] = element == other ? diagonal + 1 : max(above, row[place])
        diagonal = above
      }
    }
    return row[new.count]
  }

  @Test("finds as much as the textbook", arguments: 0..<60) func longest(seed: Int) {
    let letters = UInt64(2 + seed % 5)
    let old = (0..<(20 + seed)).map { Spread.number($0 + 1_000 * seed, 30, below: letters) }
    let new = (0..<(75 - seed)).map { Spread.number($0 + 1_000 * seed, 31, below: letters) }
    let matches = EditScript.matches(old[...], new[...])
    #expect(matches.count == Self.longest(old, new))
    for match in matches { #expect(old[match.old] == new[match.new]) }
    #expect(zip(matches, matches.dropFirst()).allSatisfy { $0.old < $1.old && $0.new < $1.new })
  }

  @Test("does not blow up on lists that share nothing")
  func strangers() {
    let old = (0..<20_000).map { _ in 1 }
    let new = (0..<20_000).map { $0 % 2 == 0 ? 2 : 3 }
    #expect(SequenceAlignment(old, new).pairs.isEmpty)
  }

  @Test("pairs what is equal however far lists are apart") func shuffled() {
    let old = (0..<3_000).map { Spread.number($0, 32, below: 4) }
    let new = (0..<3_000).map { Spread.number($0, 33, below: 4) }
    let pairs = SequenceAlignment(old, new).pairs
    let common = (0..<4).reduce(0) { sum, letter in
      sum + min(old.count { $0 == letter }, new.count { $0 == letter })
    }
    #expect(pairs.count == common)
    #expect(Set(pairs.map(\.old)).count == pairs.count)
    #expect(Set(pairs.map(\.new)).count == pairs.count)
  }
}
