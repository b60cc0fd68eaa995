import RulloBase
import RulloFitness

/// `rullo tables`: the field tables as a page of the documentation, for those who keep it.
struct TablesCommand: Command {
  static let name = "tables"
  static let abstract = "Print the page of the documentation that lists the field tables."
  static let discussion = """
    Example: rullo tables > Sources/RulloFitness/Documentation.docc/FieldTables.md
    """
  static let parameters: [Parameter<TablesCommand>] = []

  func run(_ console: inout Console) -> ExitCode {
    console.text.append(FieldTablesPage.markdown)
    return .done
  }
}
