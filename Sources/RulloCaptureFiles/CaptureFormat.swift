public import RulloBase
public import RulloBluetooth

/// A packet format that is read front to back, one chunk at a time.
public protocol CaptureFormat {
  /// The word of the JSON output: `btsnoop`, `pcapng` ….
  static var name: String { get }

  /// Whether a file that starts with these octets is of this format.
  static func recognises(_ head: RawSpan) -> Bool

  init()

  /// What the records hold, as soon as the header is read: `H4`, `Linux monitor`, `Ethernet` ….
  var linkType: String { get }

  /// Takes the records that are complete in `bytes` and answers how many octets they take up.
  ///
  /// `offset` is the place of `bytes` in the file. Throws ``CaptureFailure`` where nothing of the
  /// file can be read; what can be read in spite of a fault becomes a note.
  mutating func consume<Sink: PacketSink & ~Copyable>(
    _ bytes: RawSpan, offset: Int, isLast: Bool, into sink: inout Sink
  ) throws(CaptureFailure) -> Int
}

/// A capture of which nothing can be read, in words that say what to do.
public struct CaptureFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

extension CaptureFormat {
  /// Reads a whole input.
  @inlinable
  public mutating func read<Sink: PacketSink & ~Copyable>(
    _ input: inout ChunkedInput, into sink: inout Sink
  ) throws {
    try input.forEachChunk { (bytes, offset, isLast) throws(CaptureFailure) in
      try consume(bytes, offset: offset, isLast: isLast, into: &sink)
    }
  }
}

extension Packet {
  /// What a packet is by its H4 type octet, and its direction where the type tells it.
  @inlinable
  internal static func content(h4 type: UInt8) -> Content {
    switch type {
    case 1: .command
    case 2: .acl
    case 3: .sco
    case 4: .event
    case 5: .iso
    default: .other
    }
  }

  /// What a Linux monitor record is by its op code (formats, "btsnoop", data link 2001).
  @inlinable
  internal static func monitor(_ opcode: UInt16) -> (content: Content, direction: Direction) {
    switch opcode {
    case 2: (.command, .sent)
    case 3: (.event, .received)
    case 4: (.acl, .sent)
    case 5: (.acl, .received)
    case 6: (.sco, .sent)
    case 7: (.sco, .received)
    case 18: (.iso, .sent)
    case 19: (.iso, .received)
    case 0...17: (.monitorNote, .unknown)
    default: (.other, .unknown)
    }
  }
}
