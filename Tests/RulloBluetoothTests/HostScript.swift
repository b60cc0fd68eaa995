import RulloBase
import RulloBluetooth
import RulloTestSupport

/// HCI traffic written down by hand, and the events that the host's stack makes of it.
///
/// A line is a packet. `E` and `C` are an HCI event and a command as they stand. `>` is sent, `<`
/// received and `?` of no known direction; what follows is a whole ATT PDU, or, behind a boundary
/// flag (`<2`), the octets of one ACL packet. `#1` names another adapter than 0, `@0041` names a
/// connection other than 0x0040.
struct HostScript {
  private(set) var sink = EventLines()

  /// The handles that discovery named.
  private(set) var map = GATTMap()

  init(_ script: some StringProtocol, map: GATTMap = GATTMap()) {
    var stack = HostStack(EventLines())
    stack.gattMap = map
    stack.begin(Clock(kind: .absolute, resolution: 1_000))
    for (index, line) in script.split(separator: "\n").enumerated() {
      var words = line.split(separator: " ")
      let mark = words.removeFirst()
      var handle: UInt16 = 0x0040
      var adapter: UInt16 = 0
      if let first = words.first, first.hasPrefix("#") {
        adapter = UInt16(words.removeFirst().dropFirst()) ?? 0
      }
      if let first = words.first, first.hasPrefix("@") {
        handle = UInt16(words.removeFirst().dropFirst(), radix: 16) ?? 0
      }
      let bytes = octets(words.joined(separator: " "))
      var packet = Packet(
        number: index + 1, time: Int64(index) * 1_000_000, content: .acl, direction: .unknown,
        adapter: adapter)
      var data = bytes
      switch mark.first {
      case "E": (packet.content, packet.direction) = (.event, .received)
      case "C": (packet.content, packet.direction) = (.command, .sent)
      default:
        packet.direction = mark.hasPrefix(">") ? .sent : mark.hasPrefix("<") ? .received : .unknown
        let isWhole = mark.count == 1
        if isWhole { data = Self.little(UInt16(bytes.count)) + [4, 0] + bytes }
        let usual: UInt16 = packet.direction == .sent ? 0 : 2
        let boundary = isWhole ? usual : UInt16(String(mark.suffix(1))) ?? 0
        data = Self.little(handle | boundary << 12) + Self.little(UInt16(data.count)) + data
      }
      data.withRawSpan { stack.packet(packet, $0) }
    }
    stack.finish()
    sink = stack.emitter.sink
    self.map = stack.learnedMap
  }

  /// `A notification 1826/2AD2 44 00`, without what is empty or zero.
  var lines: [String] { sink.lines }
  var notes: [Note.Kind] { sink.notes.map(\.kind) }

  private static func little(_ value: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)]
  }
}

/// Prints each event in a line when it comes, as the declarations up to then have it.
struct EventLines: EventSink {
  private(set) var lines: [String] = []
  private(set) var notes: [Note] = []
  private(set) var links: [Int: Link] = [:]
  private(set) var devices: [Int: Device] = [:]
  private(set) var attributes: [Int: Attribute] = [:]

  mutating func begin(_ clock: Clock) {}
  mutating func declare(_ device: Device, at index: Int) { devices[index] = device }
  mutating func declare(_ attribute: Attribute, at index: Int) { attributes[index] = attribute }
  mutating func declare(_ link: Link, at index: Int) { links[index] = link }
  mutating func note(_ note: Note) { notes.append(note) }

  mutating func event(_ event: Event, _ value: RawSpan) {
    var parts = [devices[event.device]?.alias ?? "-", "\(event.kind.word)"]
    if let attribute = attributes[event.attribute] { parts.append(attribute.path) }
    if value.byteCount > 0 { parts.append(Hex.text(value.copied(), separator: " ")) }
    if event.detail != 0 { parts.append("=\(event.detail)") }
    if event.request != 0 { parts.append("of \(Hex.text([event.request]))") }
    lines.append(parts.joined(separator: " "))
  }
}
