import RulloBase
import RulloGoldens

/// `rullo golden accept`: makes what was put aside the golden.
struct GoldenAcceptCommand: Command {
  static let name = "golden accept"
  static let abstract = "Make what waits for review the golden, with a reason."
  static let discussion = """
    Example: rullo golden accept ride --reason 'speed has two decimals now'

    NAME is a recording or one file, such as ride.rate.json. Each case is run twice
    first and has to give the same octets. Reasons are kept in golden/reasons.txt.
    """

  static let parameters: [Parameter<GoldenAcceptCommand>] = [
    .list("NAME", "Recordings or files that wait for review.", \.names),
    .option("--reason", "TEXT", "Why the change is right; kept with the goldens.") {
      $0.reason = $1
    },
    .flag("--bulk", "Accept more than \(GoldenAcceptance.most) files at once.", \.inBulk),
    StoreOptions.parameter(\.store),
  ]

  var names: [String] = []
  var reason: String?
  var inBulk = false
  var store = StoreOptions()

  func run(_ console: inout Console) throws -> ExitCode {
    guard let reason else { throw UsageError("--reason is missing: say why the change is right") }
    let files = try GoldenAcceptance(store.store()).accept(names, reason: reason, inBulk: inBulk)
    for file in files { console.text.append("accepted golden/\(file)\n") }
    return .done
  }
}

/// `rullo golden reject`: forgets what was put aside.
struct GoldenRejectCommand: Command {
  static let name = "golden reject"
  static let abstract = "Forget what waits for review under these names."
  static let discussion = """
    Example: rullo golden reject ride.rate.json
    """

  static let parameters: [Parameter<GoldenRejectCommand>] = [
    .list("FILE", "Files that wait for review.", \.files), StoreOptions.parameter(\.store),
  ]

  var files: [String] = []
  var store = StoreOptions()

  func run(_ console: inout Console) throws -> ExitCode {
    let acceptance = GoldenAcceptance(try store.store())
    for file in files {
      try acceptance.reject(file)
      console.text.append("rejected \(file)\n")
    }
    return .done
  }
}
