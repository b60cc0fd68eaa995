import RulloBase
import RulloComparison

/// `rullo rules`: the rules of the comparison as a page of the documentation, for those who keep it.
struct RulesCommand: Command {
  static let name = "rules"
  static let abstract = "Print the page of the documentation that lists the rules of 'rullo diff'."
  static let discussion = """
    Example: rullo rules > Sources/RulloComparison/Documentation.docc/Rules.md
    """
  static let parameters: [Parameter<RulesCommand>] = []

  func run(_ console: inout Console) -> ExitCode {
    console.text.append(RulesPage.markdown)
    return .done
  }
}
