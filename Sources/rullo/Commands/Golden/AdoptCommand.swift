import RulloBase
import RulloGoldens
import RulloImporting
import RulloRecordings

/// `rullo adopt`: a field log becomes a redacted recording, its goldens and a test.
struct AdoptCommand: Command {
  static let name = "adopt"
  static let abstract = "Make a log or capture a redacted recording with goldens: a test."
  static let discussion = """
    Example: rullo adopt ticket-1234.log --name grade-denied
             rullo adopt ride.btsnoop --name kickr-2-1 --swift Tests/AppTests

    Writes captures/NAME.log or NAME.session.txt and its goldens into the nearest
    folder upward with Package.swift, captures or golden. Names, serial numbers,
    addresses and personal data are replaced first, and looked for afterwards.
    A recording is a case by lying in captures: 'rullo golden check' and the test of
    --swift find it. Read the goldens before you commit them.
    """

  static let parameters: [Parameter<AdoptCommand>] =
    RecordingOptions.parameters(\.options, several: false).filter { $0.name != "--json" } + [
      .option("--name", short: "n", "NAME", "The name of the recording and its goldens.") {
        $0.name = $1
      },
      .option("--into", "DIR", "The project's folder instead of the nearest upward.") {
        $0.store.root = $1
      },
      .option("--swift", "DIR", "Also write a Swift test that runs all recordings.") {
        $0.testFolder = $1
      },
    ]

  var options = RecordingOptions()
  var name: String?
  var store = StoreOptions()
  var testFolder: String?

  func run(_ console: inout Console) throws -> ExitCode {
    try options.check()
    guard let name else { throw UsageError("--name is missing, as in --name grade-denied") }
    guard let path = options.files.first else { throw UsageError("missing FILE") }
    let adoption = try Adoption(name: name, into: store.store())
    let file = try options.open(path)
    let format = file.formatName
    let outcome = Source.read(file, options.selection, into: Recording(), console)
    let report = try adoption.adopt(outcome.sink, format: format)
    tell(report, in: adoption.store, &console)
    if let testFolder {
      let isNew = try AdoptionTest.write(into: StoreFolder(testFolder))
      let verb = isNew ? "wrote" : "left as it is:"
      console.text.append("\(verb) \(testFolder)/\(AdoptionTest.fileName)\n")
    }
    return Source.finish(
      outcome.sink.notes, outcome.failure, outcome.skipped, of: path, options, &console)
  }

  private func tell(_ report: Adoption.Report, in store: GoldenStore, _ console: inout Console) {
    console.text.append("adopted \(report.events) events into \(store.root.path)\n")
    for file in report.files { console.text.append("  \(file)\n") }
    let redactions = report.redactions.joined(separator: ", ")
    console.text.append(
      redactions.isEmpty ? "nothing had to be redacted\n" : "replaced: \(redactions)\n")
    if report.news.isEmpty {
      console.text.append("no protocol fact is new to this store\n")
    } else {
      console.text.append("covered for the first time:\n")
      for fact in report.news { console.text.append("  \(fact)\n") }
    }
  }
}
