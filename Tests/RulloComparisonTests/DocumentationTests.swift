import Foundation
import RulloComparison
import RulloTestSupport
import Testing

/// The page of rules is made from the rules, and the rules keep to their own form.
@Suite("rules") struct DocumentationTests {
  @Test("stand on their page as they are") func page() throws {
    let file = projectFolder.appending(
      components: "Sources", "RulloComparison", "Documentation.docc", "Rules.md")
    let stored = try String(contentsOf: file, encoding: .utf8)
    #expect(
      stored == RulesPage.markdown,
      "out of date: rullo rules > Sources/RulloComparison/Documentation.docc/Rules.md")
  }

  @Test("have numbers of their own, and mirrors that mirror back") func numbers() {
    #expect(Set(Rule.all.map(\.id)).count == Rule.all.count)
    for rule in Rule.all {
      let mirror = Rule.all.first { $0.id == rule.mirror }
      #expect(mirror?.mirror == rule.id, "\(rule.id)")
      #expect(rule.example.contains(" → "), "\(rule.id) shows what was before and after")
      #expect(!rule.sees.isEmpty && !rule.limits.isEmpty && !rule.clause.isEmpty)
      // Noise is what a baseline makes of a finding, never what a rule says.
      #expect(rule.findingClass != .noise)
    }
    for letter in ["S", "C", "D"] {
      let numbers = Rule.all.filter { $0.id.hasPrefix(letter) }.map { String($0.id.dropFirst()) }
      #expect(numbers == (1...numbers.count).map { $0 < 10 ? "0\($0)" : "\($0)" })
    }
  }
}
