import RulloBase
import RulloGoldens

/// `rullo golden prune`: goldens whose recording has gone.
struct GoldenPruneCommand: Command {
  static let name = "golden prune"
  static let abstract = "List goldens that no recording owns; remove them with --remove."
  static let discussion = """
    Example: rullo golden prune --remove

    Looks only where all goldens are equal: a golden that seems to have no owner
    may be one whose recording is damaged.
    """

  static let parameters: [Parameter<GoldenPruneCommand>] = [
    .flag("--remove", "Remove what is listed.", \.removes), StoreOptions.parameter(\.store),
  ]

  var removes = false
  var store = StoreOptions()

  func run(_ console: inout Console) throws -> ExitCode {
    let store = try store.store()
    let orphans =
      removes ? try GoldenPruning.remove(from: store) : try GoldenPruning.orphans(of: store)
    for file in orphans {
      console.text.append("\(removes ? "removed " : "")golden/\(Figures.plain(file))\n")
    }
    if orphans.isEmpty { console.text.append("every golden has its recording\n") }
    return orphans.isEmpty || removes ? .done : .difference
  }
}
