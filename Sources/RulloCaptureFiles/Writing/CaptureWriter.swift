internal import RulloBase
public import RulloBluetooth

/// Writes packets as a capture, in one pass and with the memory of one block.
///
/// HCI packets keep every octet. What the format cannot hold is counted in ``losses``. Sources:
/// formats, "btsnoop", "pcap / pcapng", "pklg".
public struct CaptureWriter: PacketSink, ~Copyable {
  public let target: CaptureTarget

  /// Whether records of a monitor or a logger about itself go to a target that has such, too.
  public let keepsNotes: Bool

  /// Records written.
  public private(set) var count = 0

  /// How much of each kind was lost, in the order of ``CaptureLoss``.
  public private(set) var losses = [Int](repeating: 0, count: CaptureLoss.allCases.count)

  var text = TextBuffer(capacity: blockSize * 2)
  var start = Instant()
  var isFine = false
  private var hasBegun = false
  private var drops: UInt32 = 0
  private var directions = DirectionGuess()
  private let output: (RawSpan) -> Void

  private static let blockSize = 64 * 1024

  /// A writer whose octets go to `output`, a block at a time.
  public init(
    _ target: CaptureTarget, keepsNotes: Bool = true, output: @escaping (RawSpan) -> Void
  ) {
    self.target = target
    self.keepsNotes = keepsNotes
    self.output = output
  }

  public mutating func begin(_ clock: Clock) {
    guard !hasBegun else { return }
    hasBegun = true
    start = clock.kind == .none ? Instant() : clock.start
    isFine = clock.resolution % 1_000 != 0 && target.container.canBeFine
    header()
  }

  public mutating func note(_ note: Note) {}

  /// Hands on what is left; to be called once at the end.
  ///
  /// A capture without packets has its header.
  public mutating func finish() {
    begin(Clock(kind: .none, resolution: 0))
    flush()
  }

  public mutating func packet(_ packet: Packet, _ bytes: RawSpan) {
    begin(Clock(kind: .none, resolution: 0))
    var packet = packet
    if packet.direction == .unknown, packet.content.isTraffic {
      packet.direction = directions.direction(of: packet, bytes)
      if packet.content != .command, packet.content != .event { lose(.unknownDirection) }
    }
    // What is lost before a record that is left out is lost before the next one all the same.
    let (sum, overflow) = drops.addingReportingOverflow(packet.dropped)
    drops = overflow ? .max : sum
    guard let type = recordType(packet) else { return }
    if packet.adapter != 0, !target.isMonitor { lose(.adapter) }
    let instant = packet.time == Event.noTime ? start : start.advanced(by: packet.time)
    if !isFine, instant.nanoseconds % 1_000 != 0 { lose(.resolution) }
    switch target.container {
    case .btsnoop: btsnoop(packet, type, instant, bytes)
    case .pcap: pcap(packet, type, instant, bytes)
    case .pcapng: pcapng(packet, type, instant, bytes)
    case .packetLogger: packetLogger(packet, type, instant, bytes)
    }
    count += 1
    if text.count >= Self.blockSize { flush() }
  }

  mutating func lose(_ loss: CaptureLoss, _ count: Int = 1) { losses[loss.rawValue] += count }

  /// Drops so far, for containers that count from the start; the others take them as they come.
  var cumulativeDrops: UInt32 { drops }

  mutating func takeDrops() -> UInt32 {
    defer { drops = 0 }
    return drops
  }

  private mutating func flush() {
    text.withBytes { output($0) }
    text.removeAll()
  }

  /// The target's own word for a packet; `nil` for what it has none for, which is counted.
  private mutating func recordType(_ packet: Packet) -> UInt16? {
    let isSent = packet.direction == .sent
    switch packet.content {
    case .command: return target.types.command
    case .event: return target.types.event
    case .acl: return isSent ? target.types.acl.0 : target.types.acl.1
    case .sco: return isSent ? target.types.sco.0 : target.types.sco.1
    case .iso: return isSent ? target.types.iso.0 : target.types.iso.1
    case .monitorNote where target.isMonitor && keepsNotes,
      .loggerNote where target.container == .packetLogger && keepsNotes:
      return packet.recordType
    case .monitorNote, .loggerNote: lose(.monitorNote)
    case .ethernet: lose(.network)
    case .air: lose(.air)
    case .other: lose(.unread)
    }
    return nil
  }
}

extension CaptureTarget.Container {
  /// Whether times can be written in nanoseconds.
  var canBeFine: Bool { self == .pcap || self == .pcapng }
}

extension CaptureTarget {
  /// What the records call commands, events and data; of data the sent and the received kind.
  var types:
    (
      command: UInt16, event: UInt16, acl: (UInt16, UInt16), sco: (UInt16, UInt16),
      iso: (UInt16, UInt16)
    )
  {
    if container == .packetLogger { return (0, 1, (2, 3), (8, 9), (0x12, 0x13)) }
    if isMonitor { return (2, 3, (4, 5), (6, 7), (18, 19)) }
    return (1, 4, (2, 2), (3, 3), (5, 5))
  }
}

extension Packet.Content {
  /// Whether it is a packet between host and controller.
  var isTraffic: Bool {
    switch self {
    case .command, .event, .acl, .sco, .iso: true
    case .air, .ethernet, .monitorNote, .loggerNote, .other: false
    }
  }
}

/// The direction of packets whose container tells none: the boundary flag tells, as for readers.
struct DirectionGuess {
  private var last = Packet.Direction.received

  mutating func direction(of packet: Packet, _ bytes: RawSpan) -> Packet.Direction {
    switch packet.content {
    case .command: return .sent
    case .event: return .received
    default:
      // Hosts start frames with 0, controllers with 2; a continuation goes the way of the last.
      switch (bytes.octet(1) ?? 0) >> 4 & 3 {
      case 0: last = .sent
      case 1: break
      default: last = .received
      }
      return last
    }
  }
}
