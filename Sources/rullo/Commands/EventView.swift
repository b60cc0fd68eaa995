import RulloBase
import RulloBluetooth
import RulloImporting
import RulloRecordings

/// One event of a recording with the octets of the record that it came from.
struct EventView {
  let path: String
  let number: Int

  func run(_ options: RecordingOptions, _ console: inout Console) throws -> ExitCode {
    let file = try options.open(path)
    let word = file.formatWord
    let format = file.format
    let outcome = Source.read(
      file, EventSelection(), into: EventPick(number: number), console)
    guard let source = outcome.sink.source else {
      console.complain(
        "rullo decode: there is no event \(number); the recording has \(outcome.sink.count)")
      return .unusable
    }
    if options.isJSON {
      var writer = EventJSONWriter { Console.print($0) }
      outcome.sink.picked.replay(into: &writer)
      writer.finish()
      return writer.faultCount == 0 ? .done : .difference
    }
    let name = SessionSource(file: Source.name(path), format: word)
    var writer = FaultCounter(SessionTextWriter(source: name) { Console.print($0) })
    outcome.sink.picked.replay(into: &writer)
    writer.sink.finish()
    guard path != "-", format.hasPackets, source.unit == .packet else {
      console.text.append("\nfrom \(source)\n")
      return writer.faultCount == 0 ? .done : .difference
    }
    var packet = PacketPick(number: source.number)
    try RecordingFile(path: path).readPackets(into: &packet)
    console.text.append("\nfrom \(source), \(Figures.counted(packet.bytes.count, "octet"))\n")
    for line in HexDump.lines(packet.bytes) { console.text.append(line + "\n") }
    return writer.faultCount == 0 ? .done : .difference
  }
}

/// Keeps one event and who took part in it.
struct EventPick: EventSink {
  let number: Int
  var picked = Recording()
  var source: SourceReference?
  var count = 0

  init(number: Int) { self.number = number }

  private var devices: [Int: Device] = [:]
  private var attributes: [Int: Attribute] = [:]

  mutating func begin(_ clock: Clock) { picked.begin(clock) }
  mutating func declare(_ device: Device, at index: Int) { devices[index] = device }
  mutating func declare(_ attribute: Attribute, at index: Int) { attributes[index] = attribute }
  mutating func note(_ note: Note) {}

  mutating func event(_ event: Event, _ value: RawSpan) {
    count += 1
    guard event.number == number else { return }
    source = event.source
    // Only what the event needs is declared, as it is known by then.
    if let device = devices[event.device] { picked.declare(device, at: event.device) }
    if let attribute = attributes[event.attribute] {
      picked.declare(attribute, at: event.attribute)
    }
    picked.event(event, value)
  }
}

/// Keeps the octets of one packet.
struct PacketPick: PacketSink {
  let number: Int
  var bytes: [UInt8] = []

  init(number: Int) { self.number = number }

  mutating func begin(_ clock: Clock) {}
  mutating func note(_ note: Note) {}
  mutating func packet(_ packet: Packet, _ bytes: RawSpan) {
    if packet.number == number { self.bytes = bytes.copied() }
  }
}

/// Octets as rows of sixteen, with their offsets.
enum HexDump {
  static func lines(_ bytes: [UInt8]) -> [String] {
    stride(from: 0, to: bytes.count, by: 16).map { start in
      let row = bytes[start..<min(start + 16, bytes.count)]
      let offset = Hex.text([UInt8(truncatingIfNeeded: start >> 8), UInt8(start & 0xFF)])
      let text = row.map { 0x20...0x7E ~= $0 ? String(Unicode.Scalar($0)) : "." }.joined()
      let hex = Hex.text(row, separator: " ")
      return "  \(offset)  " + hex + String(repeating: " ", count: 49 - hex.count) + text
    }
  }
}
