import RulloBase

/// The command line: finds the subcommand, parses its words, runs it.
@main
struct Rullo {
  static let version = "0.1.0"

  static func main() {
    Console.ignoreBrokenPipes()
    var console = Console()
    let code = run(Array(CommandLine.arguments.dropFirst()), &console)
    console.flush()
    Console.end(code)
  }

  static func run(_ words: [String], _ console: inout Console) -> ExitCode {
    guard let first = words.first else {
      console.text.append(overview)
      return .done
    }
    switch first {
    case "--help", "-h", "help":
      console.text.append(help(for: words.dropFirst()))
      return .done
    case "--version":
      console.text.append("rullo \(version)\n")
      return .done
    default: break
    }
    // A command of a group has a name of two words, as in 'rullo golden check'.
    for length in [2, 1] where words.count >= length {
      let name = words.prefix(length).joined(separator: " ")
      if let command = (commands + maintenance).first(where: { $0.name == name }) {
        return run(command, Array(words.dropFirst(length)), &console)
      }
    }
    let members = group(first)
    if !members.isEmpty {
      guard let word = words.dropFirst().first, word != "--help", word != "-h" else {
        console.text.append(overview(of: first, members))
        return .done
      }
      let nearest = Suggestion.nearest(to: "\(first) \(word)", among: members.map { $0.name })
      let hint = nearest.map { "did you mean '\($0)'?" } ?? "'rullo \(first) --help' lists them"
      console.complain("rullo \(first): unknown command '\(word)'; \(hint)")
      return .unusable
    }
    let nearest = Suggestion.nearest(to: first, among: commands.map { $0.name })
    let hint = nearest.map { "did you mean '\($0)'?" } ?? "'rullo --help' lists them"
    console.complain("rullo: unknown command '\(first)'; \(hint)")
    return .unusable
  }

  /// The commands whose names begin with the word.
  private static func group(_ word: String) -> [any Command.Type] {
    commands.filter { $0.name.hasPrefix(word + " ") }
  }

  private static func help(for words: ArraySlice<String>) -> String {
    for length in [2, 1] where words.count >= length {
      let name = words.prefix(length).joined(separator: " ")
      if let command = commands.first(where: { $0.name == name }) { return command.help }
    }
    let members = words.first.map(group) ?? []
    return members.isEmpty ? overview : overview(of: words.first ?? "", members)
  }

  private static func run<Chosen: Command>(
    _: Chosen.Type, _ words: [String], _ console: inout Console
  ) -> ExitCode {
    if words.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      console.text.append(Chosen.help)
      return .done
    }
    do {
      return try Chosen.parse(words).run(&console)
    } catch let error as UsageError {
      console.flush()
      console.complain("rullo \(Chosen.name): \(error); see 'rullo \(Chosen.name) --help'")
    } catch {
      console.flush()
      console.complain("rullo \(Chosen.name): \(error)")
    }
    return .unusable
  }

  /// In the order of the help.
  static let commands: [any Command.Type] = [
    InfoCommand.self, DecodeCommand.self, ValueCommand.self, RateCommand.self,
    CaptureCommand.self, DiffCommand.self, BaselineCommand.self, ConvertCommand.self,
    RedactCommand.self,
    ReplayCommand.self, SimulateCommand.self, ProfileListCommand.self, ProfileShowCommand.self,
    ProfileLearnCommand.self, ProfileCompareCommand.self, AdoptCommand.self,
    GoldenCheckCommand.self, GoldenReviewCommand.self, GoldenAcceptCommand.self,
    GoldenRejectCommand.self, GoldenPruneCommand.self, GoldenCoverageCommand.self,
  ]

  /// For those who work on the project: not in the help.
  static let maintenance: [any Command.Type] = {
    var commands: [any Command.Type] = [
      TablesCommand.self, RulesCommand.self, DiffBenchCommand.self, ValueBenchCommand.self,
      RideBenchCommand.self, ProfilesPageCommand.self,
    ]
    #if RULLO_FUZZ
    commands.append(FuzzBatchCommand.self)
    #endif
    return commands
  }()

  private static func rows(_ commands: [any Command.Type]) -> String {
    let width = commands.map { $0.name.count }.max() ?? 0
    return commands.map { Help.row($0.name, $0.abstract, width: width) }.joined(separator: "\n")
  }

  private static func overview(of group: String, _ members: [any Command.Type]) -> String {
    """
    Usage: rullo \(group) COMMAND [OPTIONS]

    Commands:
    \(rows(members))

    Example: rullo \(members.first?.name ?? group) --help

    """
  }

  private static var overview: String {
    """
    Rullo reads captures and logs of smart trainers and other Bluetooth fitness
    devices, decodes them, and measures what the device really does.

    Usage: rullo COMMAND FILE… [OPTIONS]

    Commands:
    \(rows(commands))

    Example: rullo rate ride.btsnoop
    'rullo COMMAND --help' explains a command; 'rullo --version' names the version.
    Exit codes: 0 done, 1 a difference or a value that does not decode, 2 wrong
    usage or unreadable input, 3 inconclusive.

    """
  }
}
