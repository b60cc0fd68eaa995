import RulloBase
import RulloGoldens

/// `rullo golden review`: what differs, gravest class first, and what to do with it.
struct GoldenReviewCommand: Command {
  static let name = "golden review"
  static let abstract = "Show what waits for review, the gravest class of change first."
  static let discussion = """
    Example: rullo golden review
             printf 'accept\\nskip\\n' | rullo golden review --decide --reason 'new scale'

    Classes of change: wire (octets, or which events there are), decode (the words
    of the same octets), match rung (of a replay), timing, format.
    With --decide one answer a file is read from standard input: accept, reject or
    skip (or a, r, s); the end of the input skips the rest.
    """

  static let parameters: [Parameter<GoldenReviewCommand>] = [
    .flag("--decide", "Read an answer for each file.", \.decides),
    .option("--reason", "TEXT", "Why what is accepted is right.") { $0.reason = $1 },
    StoreOptions.parameter(\.store),
  ]

  var decides = false
  var reason: String?
  var store = StoreOptions()

  func run(_ console: inout Console) throws -> ExitCode {
    if decides, reason == nil { throw UsageError("--decide needs --reason") }
    let store = try store.store()
    let items = try PendingGolden.all(of: store)
    if items.isEmpty { console.text.append("nothing waits for review\n") }
    for (index, item) in items.enumerated() {
      if index > 0 { console.text.append("\n") }
      console.text.append(Figures.plain(item.title) + "\n")
      for line in item.report { console.text.append("  " + Figures.plain(line) + "\n") }
      guard decides else { continue }
      console.text.append("accept, reject or skip? ")
      console.flush()
      guard let answer = readLine() else {
        console.text.append("skipped\n")
        return .done
      }
      try decide(answer, item.file, store, &console)
    }
    if !items.isEmpty, !decides {
      console.text.append(
        "\n'rullo golden accept NAME --reason TEXT' keeps one, 'rullo golden reject NAME' drops it\n"
      )
    }
    return .done
  }

  private func decide(
    _ answer: String, _ file: String, _ store: GoldenStore, _ console: inout Console
  ) throws {
    let acceptance = GoldenAcceptance(store)
    switch answer.split(separator: " ").first.map(String.init) ?? "" {
    case "a", "accept":
      _ = try acceptance.accept([file], reason: reason ?? "")
      console.text.append("accepted\n")
    case "r", "reject":
      try acceptance.reject(file)
      console.text.append("rejected\n")
    case "s", "skip", "": console.text.append("skipped\n")
    default:
      throw UsageError("'\(answer)' is no answer; say accept, reject or skip")
    }
  }
}
