import RulloBase
import RulloBluetooth
import RulloImporting

/// `rullo convert`: any format to any other that can hold it.
struct ConvertCommand: Command {
  static let name = "convert"
  static let abstract = "Write a recording in another format."
  static let discussion = """
    Example: rullo convert ride.pklg ride.pcapng
             rullo convert ride.log ride.btsnoop --characteristic 2AD9
             rullo convert ride.btsnoop - --format session

    The suffix of OUT names the format: .btsnoop or .cfa, .pcapng, .pcap, .pklg,
    .log for the app log, .txt for the session text; --format NAME decides instead:
    btsnoop, pcapng, pcap, each also with -monitor, packetlogger, app-log, session.
    From one capture to another every HCI packet keeps its octets. Texts, radio and
    network captures, and what the options narrow, go through their events: the
    packets are made anew, with a discovery of what the recording names. What OUT
    cannot hold is counted on standard error. OUT appears whole or not at all.
    """

  static let parameters: [Parameter<ConvertCommand>] =
    RecordingOptions.parameters(\.options, several: false)
    .filter { $0.name != "--json" } + [
      .positional("OUT", "The file to write; - is standard output.", \.output),
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
    let format = try format ?? OutputFormat(path: output)
    if let same = SameFile.both(path, output) {
      throw InputError("\(same) is the recording itself; write to another name")
    }
    var conversion = Conversion(path: path, options: options, format: format)
    let file = try OutputFile(path: output)
    let code = try conversion.run(into: file, &console)
    if code == .unusable, conversion.count == 0 { return code }
    try file.finish()
    let whole =
      conversion.isStraight ? Figures.counted(conversion.count, "packet") : made(conversion)
    console.complain("\(Source.name(output)): \(format.description), \(whole)")
    return code
  }

  private func made(_ conversion: Conversion) -> String {
    let events = Figures.counted(conversion.events, "event")
    guard case .capture = conversion.format else { return events }
    return "\(Figures.counted(conversion.count, "packet")) made of \(events)"
  }
}
