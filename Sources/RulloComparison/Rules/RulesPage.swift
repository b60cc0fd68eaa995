/// The page of the documentation that lists every rule; made from the rules alone.
public enum RulesPage {
  /// The page as DocC Markdown.
  public static var markdown: String {
    """
    # Rules of the comparison

    Every rule by which `rullo diff` tells a change of a device from what varies anyway.

    ## Overview

    This page is made by `rullo rules` from the rules that compare; a test holds it up to date. A
    rule speaks from its limits on. Some rules have a *mirror*: the same change seen with the
    sessions exchanged. What comes of the rider (power, cadence, speed, heart rate), where a counter
    began, battery level, name, address and serial number, absolute times and the number of repeats
    of an unchanged exchange are never compared. What is advertised before a connection is no event
    of a recording and is not compared either.

    A new rule is a row in the file of its check under `Sources/RulloComparison`, a line in
    `Rule+All.swift`, and a change in the test's table that it, and nothing else, must find.

    ## What a device declares

    \(Rule.declared.map(\.section).joined(separator: "\n"))
    ## What a device answers

    \(Rule.answered.map(\.section).joined(separator: "\n"))
    ## What a device sends

    \(Rule.sent.map(\.section).joined(separator: "\n"))
    """
  }
}

extension Rule {
  fileprivate var section: String {
    """
    ### \(id) \(title)

    \(sees)

    | Class | Limits | Example | Clause | Mirror |
    |---|---|---|---|---|
    | \(findingClass.word) | \(limits) | \(example) | \(clause) | \(mirror == id ? "itself" : mirror) |

    """
  }
}
