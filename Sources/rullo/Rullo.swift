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
      let named = commands.first { $0.name == words.dropFirst().first }
      console.text.append(named?.help ?? overview)
      return .done
    case "--version":
      console.text.append("rullo \(version)\n")
      return .done
    default: break
    }
    guard let command = (commands + maintenance).first(where: { $0.name == first }) else {
      let nearest = Suggestion.nearest(to: first, among: commands.map { $0.name })
      let hint = nearest.map { "did you mean '\($0)'?" } ?? "'rullo --help' lists them"
      console.complain("rullo: unknown command '\(first)'; \(hint)")
      return .unusable
    }
    return run(command, Array(words.dropFirst()), &console)
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
  ]

  /// For those who work on the project: not in the help.
  static let maintenance: [any Command.Type] = [TablesCommand.self, ValueBenchCommand.self]

  private static var overview: String {
    let width = commands.map { $0.name.count }.max() ?? 0
    let rows = commands.map { Help.row($0.name, $0.abstract, width: width) }
    return """
      Rullo reads captures and logs of smart trainers and other Bluetooth fitness
      devices, decodes them, and measures what the device really does.

      Usage: rullo COMMAND FILE… [OPTIONS]

      Commands:
      \(rows.joined(separator: "\n"))

      Example: rullo rate ride.btsnoop
      'rullo COMMAND --help' explains a command; 'rullo --version' names the version.
      Exit codes: 0 done, 1 a difference or a value that does not decode, 2 wrong
      usage or unreadable input, 3 inconclusive.

      """
  }
}
