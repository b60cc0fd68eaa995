import RulloBase
import RulloBluetooth
import RulloImporting
import RulloRecordings
import RulloSimulator

/// `rullo profiles-page`: the page of the documentation on profiles, for those who keep it.
struct ProfilesPageCommand: Command {
  static let name = "profiles-page"
  static let abstract = "Print the page of the documentation on device profiles."
  static let discussion = """
    Example: rullo profiles-page captures/* > docs/profiles.md
    """
  static let parameters: [Parameter<ProfilesPageCommand>] =
    RecordingOptions.parameters(\.options)

  var options = RecordingOptions()

  func run(_ console: inout Console) throws -> ExitCode {
    let options = try options.resolved()
    var page = ProfilesPage()
    for path in options.files {
      let outcome = Source.read(
        try options.open(path), options.selection, into: Recording(), console)
      if let failure = outcome.failure { return Source.fail(failure, in: Self.name, &console) }
      do {
        try page.add(outcome.intoSink(), file: Source.name(path))
      } catch {
        console.complain("note: \(Source.name(path)): \(error)")
      }
    }
    console.text.append(page.markdown)
    return .done
  }
}
