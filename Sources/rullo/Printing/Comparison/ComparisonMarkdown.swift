import RulloComparison

/// A comparison as Markdown, for a release note or a report of a fault.
struct ComparisonMarkdown {
  let comparison: Comparison
  let files: Sides<ComparedFile>
  let stimuli: SameStimuli?

  var text: String {
    let head = ComparisonHead(comparison: comparison, files: files, stimuli: stimuli)
    var lines = [
      "## What changed", "",
      "- before: \(Self.escaped(head.session(files.old, comparison.sessions.old)))",
      "- after: \(Self.escaped(head.session(files.new, comparison.sessions.new)))",
    ]
    lines += head.warnings.map { "- **\(Self.escaped($0))**" }
    lines += ["- \(head.counts)", "- \(head.coverage)", "- \(head.limits)"]
    if let conversation = head.conversation { lines.append("- \(Self.escaped(conversation))") }
    for findingClass in FindingClass.allCases {
      let findings = comparison.findings.filter { $0.findingClass == findingClass }
      guard !findings.isEmpty else { continue }
      let word = findingClass.word
      lines += ["", "### " + word.prefix(1).uppercased() + word.dropFirst(), ""]
      lines += ["| Rule | What | Before | After | Events | Clause |", "|---|---|---|---|---|---|"]
      lines += findings.map(row)
    }
    if !comparison.remarks.isEmpty {
      lines += ["", "### Not compared", ""]
      lines += comparison.remarks.map { "- \(Self.escaped($0))" }
    }
    if comparison.findings.isEmpty {
      lines += ["", comparison.isConclusive ? "No difference was found." : "Nothing was compared."]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func row(_ finding: Finding) -> String {
    let events = [finding.events.old, finding.events.new].map { list in
      list.isEmpty ? "-" : list.map(String.init).joined(separator: ", ")
    }
    let cells = [
      finding.rule.id, "\(finding.rule.title): \(finding.subjectText)",
      "\(finding.values.old) (n \(finding.samples.old))",
      "\(finding.values.new) (n \(finding.samples.new))", events.joined(separator: " → "),
      finding.rule.clause,
    ]
    return "| " + cells.map(Self.escaped).joined(separator: " | ") + " |"
  }

  /// Text of strangers must not make cells, code or links.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in Figures.plain(text) {
      if "\\`*_{}[]<>#|~!".contains(character) { escaped += "\\" }
      escaped.append(character)
    }
    return escaped
  }
}
