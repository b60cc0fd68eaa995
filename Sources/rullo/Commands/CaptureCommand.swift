import RulloBase
import RulloBluetooth
import RulloImporting

/// `rullo capture`: packets of an interface into a file, with the rates as they come.
struct CaptureCommand: Command {
  static let name = "capture"
  static let abstract =
    "Capture live: a Direct Connect trainer on a network, a Linux Bluetooth monitor."
  static let discussion = """
    Example: sudo rullo capture -i eth0 -o ride.pcap --watch
             sudo rullo capture -i bluetooth-monitor -o ride.pcap --duration 60
             rullo capture --list

    On a network only Direct Connect (TCP 36866 to 36899) and what announces it
    (UDP 5353) is taken, unless --filter says otherwise. Each packet is in the
    file before the next one is taken: the file is whole at any moment. Ctrl-C,
    --duration and --packets end the capture.

    Capturing needs rights: sudo, or on Linux once and for all
    'sudo setcap cap_net_raw,cap_net_admin+ep PROGRAM'.
    """

  static let parameters: [Parameter<CaptureCommand>] = [
    .option("--interface", short: "i", "NAME", "The interface; --list names them.") {
      $0.interface = $1
    },
    .option("--output", short: "o", "FILE", "The pcap file to write; - is standard output.") {
      $0.output = $1
    },
    .flag("--list", "List the interfaces that can be captured on.", \.lists),
    .flag("--watch", "Print the rate of each characteristic every second.", \.watches),
    .option("--duration", "SECONDS", "End after this time.") { (root, word) throws(UsageError) in
      guard let seconds = Int(word), (1...1_000_000).contains(seconds) else {
        throw UsageError("'\(word)' is no number of seconds for --duration, such as 60")
      }
      root.duration = seconds
    },
    .option("--packets", "N", "End after this many packets.") { (root, word) throws(UsageError) in
      guard let packets = Int(word), packets > 0 else {
        throw UsageError("'\(word)' is no number of packets for --packets, such as 1000")
      }
      root.packets = packets
    },
    .option("--filter", "EXPRESSION", "What to take of a network, as libpcap says it; '' is all.") {
      $0.filter = $1
    },
    .flag("--force", "Replace a file that is there already.", \.isForced),
  ]

  var interface: String?
  var output: String?
  var lists = false
  var watches = false
  var duration: Int?
  var packets = Int.max
  var filter = LiveCapture.directConnectFilter
  var isForced = false

  func run(_ console: inout Console) throws -> ExitCode {
    if lists { return try list(&console) }
    guard let interface else { throw UsageError("-i names the interface; --list shows which") }
    guard output != nil || watches else {
      throw UsageError("-o names the file to write; without one --watch shows what comes")
    }
    if output == "-", watches { throw UsageError("--watch and -o - both want standard output") }
    StopSignal.arm()
    let capture = try LiveCapture(interface: interface, filter: filter)
    if let output { try capture.write(to: output, replacing: isForced) }
    console.complain("capturing on \(interface) (\(capture.linkType)); Ctrl-C ends it")
    let end = duration.map { Console.monotonicNanoseconds() + Int64($0) * 1_000_000_000 }
    var watch = LiveWatch(isShown: watches)
    var failure: InputError?
    do throws(InputError) {
      try capture.run(into: &watch, most: packets) { watch in
        watch.report { Console.print($0) }
        return StopSignal.isRaised || end.map { Console.monotonicNanoseconds() >= $0 } ?? false
      }
    } catch {
      failure = error
    }
    tell(capture.count, console)
    if let failure { return Source.fail(failure, in: Self.name, &console) }
    return .done
  }

  private func tell(_ count: LiveCapture.Count, _ console: borrowing Console) {
    let place = output.map { $0 == "-" ? " to standard output" : " to \($0)" } ?? ""
    let verb = output == nil ? "saw" : "wrote"
    var text = "\(verb) \(Figures.counted(count.written, "packet"))\(place)"
    if count.dropped > 0 { text += "; the system dropped \(count.dropped) that it had no room for" }
    if let output, output != "-" { text += "; 'rullo info \(output)' says what is in it" }
    console.complain(text)
    if count.written == 0 {
      console.complain(
        "nothing came: is it the right interface, and does an app talk to the trainer over it?")
    }
  }

  private func list(_ console: inout Console) throws -> ExitCode {
    var table = TextTable([("interface", .left), ("state", .left), ("what it is", .left)])
    for interface in try CaptureInterface.all() {
      let title =
        interface.name == "bluetooth-monitor"
        ? "all Bluetooth traffic of this machine"
        : interface.title ?? (interface.isLoopback ? "this machine alone" : "")
      table.add([interface.name, interface.isUp ? "up" : "down", title])
    }
    for line in table.lines { console.text.append(line + "\n") }
    return .done
  }
}
