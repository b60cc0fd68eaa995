import RulloBase
import RulloSimulator

/// `rullo profile list`: the devices that can be simulated, and how well each is known.
struct ProfileListCommand: Command {
  static let name = "profile list"
  static let abstract = "List the device profiles, and how well each is known."
  static let discussion = """
    Example: rullo profile list

    measured    values that come from a recording
    published   octets or figures of a real device at a public address
    assumed     nobody has shown them; 'rullo profile show NAME' says which
    """
  static let parameters: [Parameter<ProfileListCommand>] = []

  func run(_ console: inout Console) throws -> ExitCode {
    var table = TextTable([
      ("profile", .left), ("measured", .right), ("published", .right), ("assumed", .right),
      ("device", .left),
    ])
    for profile in DeviceProfile.builtIn {
      let counts = ProfileSheet(profile).counts
      table.add([
        profile.name, "\(counts.measured)", "\(counts.published)", "\(counts.assumed)",
        profile.title,
      ])
    }
    for line in table.lines { console.text.append(line + "\n") }
    return .done
  }
}
