import RulloBase
import RulloComparison

/// The text of `rullo diff`: one screen first, then the findings by class.
struct ComparisonText {
  let comparison: Comparison
  let files: Sides<ComparedFile>
  let stimuli: SameStimuli?

  var lines: [String] {
    let head = ComparisonHead(comparison: comparison, files: files, stimuli: stimuli)
    var lines =
      Self.hanging("OLD  ", head.session(files.old, comparison.sessions.old))
      + Self.hanging("NEW  ", head.session(files.new, comparison.sessions.new))
    lines += head.warnings.flatMap { Self.hanging("warning: ", $0, indent: 2) }
    lines += ["", head.counts] + Self.hanging("", head.coverage, indent: 2)
    lines += Self.hanging("", head.limits, indent: 2)
    if let conversation = head.conversation {
      lines += Self.hanging("", conversation, indent: 2)
    }
    for findingClass in FindingClass.allCases {
      let findings = comparison.findings.filter { $0.findingClass == findingClass }
      guard !findings.isEmpty else { continue }
      lines += ["", findingClass.word.uppercased()]
      for rule in Self.rules(of: findings) {
        lines += self.lines(of: rule, findings.filter { $0.rule == rule })
      }
    }
    if !comparison.remarks.isEmpty {
      lines += ["", "not compared"]
      for remark in comparison.remarks { lines += Self.hanging("  ", Figures.plain(remark)) }
    }
    if comparison.findings.contains(where: { !$0.events.new.isEmpty }) {
      lines += ["", "An event with its octets: rullo decode FILE --event N"]
    }
    if comparison.findings.isEmpty {
      lines += ["", comparison.isConclusive ? "No difference was found." : "Nothing was compared."]
    }
    return lines
  }

  /// The rules of some findings, each once, in the order of the findings.
  private static func rules(of findings: [Finding]) -> [Rule] {
    var rules: [Rule] = []
    for finding in findings where !rules.contains(finding.rule) { rules.append(finding.rule) }
    return rules
  }

  private func lines(of rule: Rule, _ findings: [Finding]) -> [String] {
    var lines = ["  \(rule.id) \(rule.title)"]
    for finding in findings {
      lines += Self.hanging("      ", Figures.plain(finding.subjectText), indent: 10)
      let values = Figures.plain("\(finding.values.old) → \(finding.values.new)")
      lines += Self.hanging("        ", "\(values)  (\(foundation(of: finding)))", indent: 10)
      if finding.limit != rule.limits {
        lines += Self.hanging("        ", "limit: \(finding.limit)", indent: 10)
      }
    }
    let isShared = findings.contains { $0.limit == rule.limits }
    return lines
      + Self.hanging(
        "      ", (isShared ? "limit: \(rule.limits) · " : "") + "see \(rule.clause)", indent: 8)
  }

  /// `n 60 and 60, events 12 → 14`.
  private func foundation(of finding: Finding) -> String {
    let events = [finding.events.old, finding.events.new].map { list in
      list.isEmpty ? "-" : list.map(String.init).joined(separator: ", ")
    }
    let isKnown = !finding.events.old.isEmpty || !finding.events.new.isEmpty
    return "n \(finding.samples.old) and \(finding.samples.new)"
      + (isKnown ? ", events \(events.joined(separator: " → "))" : "")
  }

  /// Wrapped to 80 columns, further lines below the text or at `indent`.
  private static func hanging(_ lead: String, _ text: String, indent: Int? = nil) -> [String] {
    let width = indent ?? lead.count
    let wrapped = Help.wrapped(text, columns: 80 - max(width, lead.count))
    return wrapped.enumerated().map {
      ($0.offset == 0 ? lead : String(repeating: " ", count: width)) + $0.element
    }
  }
}
