/// A packet format that can be written: a container and what its records hold.
public struct CaptureTarget: Hashable, Sendable {
  public enum Container: Hashable, Sendable {
    case btsnoop, pcap, pcapng, packetLogger
  }

  public let container: Container

  /// Whether records are those of a Linux monitor (2001, 254) instead of HCI H4 (1002, 201).
  public let isMonitor: Bool

  public init(_ container: Container, isMonitor: Bool = false) {
    self.container = container
    self.isMonitor = isMonitor && container != .packetLogger
  }

  /// The words that name the targets on a command line, in the order of a help.
  public static let names = [
    "btsnoop", "btsnoop-monitor", "pcapng", "pcapng-monitor", "pcap", "pcap-monitor",
    "packetlogger",
  ]

  /// The target that one of ``names`` names.
  public init?(name: String) {
    let isMonitor = name.hasSuffix("-monitor")
    switch isMonitor ? String(name.dropLast(8)) : name {
    case "btsnoop": self.init(.btsnoop, isMonitor: isMonitor)
    case "pcapng": self.init(.pcapng, isMonitor: isMonitor)
    case "pcap": self.init(.pcap, isMonitor: isMonitor)
    case "packetlogger" where !isMonitor: self.init(.packetLogger)
    default: return nil
    }
  }

  /// The target that files of this name usually are; `nil` for another suffix.
  public init?(path: String) {
    let path = path.lowercased()
    let suffixes: [(String, Container)] = [
      (".btsnoop", .btsnoop), (".cfa", .btsnoop), (".pcapng", .pcapng), (".pcap", .pcap),
      (".pklg", .packetLogger),
    ]
    guard let found = suffixes.first(where: { path.hasSuffix($0.0) }) else { return nil }
    self.init(found.1)
  }

  /// The name for people: `btsnoop, HCI H4 (1002)`.
  public var description: String {
    switch (container, isMonitor) {
    case (.btsnoop, false): "btsnoop, HCI H4 (1002)"
    case (.btsnoop, true): "btsnoop, Linux monitor (2001)"
    case (.pcap, false): "pcap, HCI H4 with direction (201)"
    case (.pcap, true): "pcap, Linux monitor (254)"
    case (.pcapng, false): "pcapng, HCI H4 with direction (201)"
    case (.pcapng, true): "pcapng, Linux monitor (254)"
    case (.packetLogger, _): "PacketLogger"
    }
  }
}

/// What a written capture cannot hold of its source.
public enum CaptureLoss: Int, Sendable, CaseIterable {
  case monitorNote, network, air, unread, unknownDirection, cut, drops, resolution, clock, adapter

  /// A sentence for people.
  public var text: String {
    switch self {
    case .monitorNote: "records of a monitor or a logger about itself, left out"
    case .network: "network frames, which no HCI capture holds, left out"
    case .air: "packets of a radio capture, which no HCI capture holds, left out"
    case .unread: "records of a kind that is not read, left out"
    case .unknownDirection: "packets whose direction the source does not say; it was inferred"
    case .cut: "packets that were cut; the format cannot say how long they were"
    case .drops: "packets that the source says it lost; the format cannot say so"
    case .resolution: "times finer than a microsecond, cut to whole microseconds"
    case .clock: "times outside what the format can count, moved to the nearest it can"
    case .adapter: "packets of a second adapter; the format has no place for its number"
    }
  }
}
