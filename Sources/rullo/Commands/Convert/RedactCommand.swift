import RulloBase
import RulloBluetooth
import RulloImporting
import RulloRecordings

/// `rullo redact`: the same recording without what identifies a device or a person.
struct RedactCommand: Command {
  static let name = "redact"
  static let abstract = "Write a recording with addresses, names and serials replaced."
  static let discussion = """
    Example: rullo redact ride.btsnoop shared.btsnoop
             rullo redact ride.log shared.log

    Addresses, names, serial numbers, system ids and personal data are replaced at
    the same length, the same one by the same replacement; keys, manufacturer data
    of advertising and what only the chip's maker can read become zero. Fitness
    data stays as it is. From one capture to another every packet stays a packet of
    its length; records about the adapter are left out. Texts keep their exchanges
    and nothing of the words around them. Then OUT is read again, and every octet
    searched for the originals: exit code 1 names the places where one is left.
    Originals under 5 octets are replaced where they are known to stand, and not
    searched for.
    """

  static let parameters: [Parameter<RedactCommand>] =
    RecordingOptions.parameters(\.options, several: false)
    .filter { $0.name != "--json" } + [
      .positional("OUT", "The file to write.", \.output),
      .option(
        "--format", short: "f", "NAME", "The format of OUT, where its suffix does not say it."
      ) { (root, word) throws(UsageError) in root.format = try OutputFormat(name: word) },
    ]

  var options = RecordingOptions()
  var output = ""
  var format: OutputFormat?

  func run(_ console: inout Console) throws -> ExitCode {
    guard let path = options.files.first else { throw UsageError("missing FILE") }
    try options.check()
    guard path != "-", output != "-" else {
      throw UsageError("both files are read more than once, so that neither can be -")
    }
    let format = try format ?? OutputFormat(path: output)
    if let same = SameFile.both(path, output) {
      throw InputError("\(same) is the recording itself; write to another name")
    }
    var redaction = Redaction(path: path, output: output, options: options, format: format)
    try redaction.survey(console)
    let file = try OutputFile(path: output)
    let code = try redaction.write(into: file, &console)
    if code == .unusable, redaction.count == 0 { return code }
    try file.finish()
    let left = try redaction.scan()
    console.complain("\(Source.name(output)): \(format.description), \(redaction.summary)")
    for text in left.prefix(20) { console.complain("left: \(text)") }
    guard left.isEmpty else {
      console.complain(
        "rullo redact: \(Figures.counted(left.count, "original")) still in"
          + " \(Source.name(output)); do not pass it on, write --format session instead")
      return code.worse(.difference)
    }
    return code
  }
}
