import RulloBase
import RulloGoldens

/// `rullo golden check`: holds every recording of a project against its goldens.
struct GoldenCheckCommand: Command {
  static let name = "golden check"
  static let abstract = "Hold each recording in captures to its goldens; writes none."
  static let discussion = """
    Example: rullo golden check
             rullo golden check kickr-core-10hz

    Each file in captures is a case. Its goldens are golden/NAME.session.txt (what
    it decodes to), NAME.rate.json (what it measures) and, where an app wrote to a
    control point, NAME.transcript.txt (what a replay does). What differs waits in
    .build/rullo-pending for 'rullo golden review'; with CI set nothing is written.

    Exit code 1: something differs. 3: only goldens are missing (1 with CI set).
    """

  static let parameters: [Parameter<GoldenCheckCommand>] = [
    Parameter(kind: .optionalList, name: "NAME", help: "Only these recordings.") {
      $0.names.append($1)
    },
    StoreOptions.parameter(\.store),
  ]

  var names: [String] = []
  var store = StoreOptions()

  func run(_ console: inout Console) throws -> ExitCode {
    let store = try store.store()
    let results = try GoldenCheck(store).run(names)
    guard !results.isEmpty else {
      throw GoldenError(
        "there is no recording in \(store.captures.path): 'rullo adopt LOG --name NAME' makes one")
    }
    var code = ExitCode.done
    for result in results {
      console.text.append(Figures.plain(result.summary) + "\n")
      switch result.verdict {
      case .equal: break
      case .missing:
        code = code.worse(GoldenStore.isContinuousIntegration ? .difference : .inconclusive)
      case .differs(let difference):
        for line in result.firstLines + difference.report {
          console.text.append("  " + Figures.plain(line) + "\n")
        }
        code = code.worse(.difference)
      case .failed: code = code.worse(.difference)
      }
      console.flushIfLarge()
    }
    let equal = results.count(where: \.isEqual)
    console.text.append("\(equal) of \(results.count) goldens are equal\n")
    return code
  }
}
