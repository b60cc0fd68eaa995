import RulloBase
import RulloSimulator

/// `rullo profile show`: each value of a profile with where it is from.
struct ProfileShowCommand: Command {
  static let name = "profile show"
  static let abstract = "Show each value of a device profile and where it is from."
  static let discussion = """
    Example: rullo profile show kickr-core
             rullo profile show --json kickr-core > mine.json
             rullo profile show mine.json

    --json prints the profile as a file: change it and give it to --profile.
    """
  static let parameters: [Parameter<ProfileShowCommand>] = [
    .positional("PROFILE", "A name of 'rullo profile list', or a FILE.json.", \.word),
    .flag("--json", short: "j", "Print the profile as a file.", \.isJSON),
  ]

  var word = ""
  var isJSON = false

  func run(_ console: inout Console) throws -> ExitCode {
    let profile = try ProfileChoice.profile(word)
    if isJSON {
      console.text.append(profile.json)
    } else {
      for line in ProfileText(profile: profile).lines { console.text.append(line + "\n") }
    }
    return .done
  }
}
