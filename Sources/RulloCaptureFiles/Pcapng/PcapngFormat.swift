public import RulloBase
public import RulloBluetooth

/// The pcapng format of Wireshark (formats, "pcap / pcapng").
///
/// Blocks: type, length, body, length again, in the byte order that their section's header tells.
/// Sections describe interfaces (link type, clock) before the packets that come from them.
public struct PcapngFormat: CaptureFormat, Sendable {
  public static let name = "pcapng"

  @usableFromInline internal var isBigEndian = false
  @usableFromInline internal var hasSection = false
  /// Looks for the next block where a fault hides its place.
  @usableFromInline internal var search = RecordSearch()
  @usableFromInline internal var interfaces: [PcapngInterface] = []
  @usableFromInline internal var records = 0
  @usableFromInline internal var clock = RecordClock()
  /// Whether the first packet had no time, so that none can be counted from it.
  @usableFromInline internal var isUntimed = false
  internal var linkNames: [String] = []

  /// No block that matters is longer; Wireshark draws the same line.
  @usableFromInline internal static let longestBlock = 16 * 1024 * 1024

  /// `Packet.adapter` has no room for more interfaces.
  internal static let mostInterfaces = 65_536

  public init() {}

  public static func recognises(_ head: RawSpan) -> Bool {
    guard head.u32be(0) == BlockType.section else { return false }
    return byteOrder(head, 8) != nil
  }

  public var linkType: String {
    linkNames.isEmpty ? "no interface" : linkNames.joined(separator: ", ")
  }

  @usableFromInline
  internal enum BlockType {
    /// Reads the same in both byte orders.
    @usableFromInline internal static let section: UInt32 = 0x0A0D_0D0A
    @usableFromInline internal static let interface: UInt32 = 1
    @usableFromInline internal static let obsoletePacket: UInt32 = 2
    @usableFromInline internal static let simplePacket: UInt32 = 3
    @usableFromInline internal static let statistics: UInt32 = 5
    @usableFromInline internal static let enhancedPacket: UInt32 = 6
    /// Kinds that Wireshark numbers like packets: entries of a systemd journal, Sysdig events, and
    /// blocks of somebody's own.
    internal static let numbered: Set<UInt32> = [
      9, 0x204, 0x208, 0x216, 0x217, 0x221, 0x222, 0x0BAD, 0x4000_0BAD,
    ]
  }

  @inlinable
  public mutating func consume<Sink: PacketSink & ~Copyable>(
    _ bytes: RawSpan, offset: Int, isLast: Bool, into sink: inout Sink
  ) throws(CaptureFailure) -> Int {
    var place = 0
    if search.start != nil {
      place = resume(bytes, from: place, offset: offset, isLast: isLast, into: &sink)
    }
    while search.start == nil, bytes.holds(12, at: place) {
      if bytes.u32be(place) == BlockType.section {
        guard try beginSection(bytes, place, into: &sink) else {
          place = skip(bytes, place, 0, offset: offset, isLast: isLast, into: &sink)
          continue
        }
      } else if !hasSection {
        throw CaptureFailure("the file does not start with a pcapng section header")
      }
      guard let type = u32(bytes, place), let claimed = u32(bytes, place + 4) else { break }
      // Lengths are multiples of four; a writer that forgot the padding means it all the same.
      let length = (Int(claimed) + 3) & ~3
      guard claimed >= 12, length <= Self.longestBlock, bytes.holds(length, at: place) else {
        guard isAbsurd(bytes, place, Int(claimed), isLast: isLast) else { break }
        guard hasSection else { throw CaptureFailure("the pcapng section header is damaged") }
        place = skip(bytes, place, Int(claimed), offset: offset, isLast: isLast, into: &sink)
        continue
      }
      if u32(bytes, place + length - 4) != claimed { unequalLengths(into: &sink) }
      let end = place + length - 4
      switch type {
      case BlockType.enhancedPacket: enhancedPacket(bytes, place, end, into: &sink)
      case BlockType.simplePacket: simplePacket(bytes, place, end, into: &sink)
      default: otherBlock(type, bytes, place, end, into: &sink)
      }
      place += length
    }
    if search.start != nil { return place }
    if isLast {
      guard hasSection else {
        throw CaptureFailure("the pcapng section header is cut off")
      }
      if place < bytes.byteCount { cut(bytes.byteCount - place, into: &sink) }
    }
    return isLast ? bytes.byteCount : place
  }

  @inlinable @inline(__always)
  internal func u16(_ bytes: RawSpan, _ offset: Int) -> UInt16? {
    isBigEndian ? bytes.u16be(offset) : bytes.u16le(offset)
  }

  @inlinable @inline(__always)
  internal func u32(_ bytes: RawSpan, _ offset: Int) -> UInt32? {
    isBigEndian ? bytes.u32be(offset) : bytes.u32le(offset)
  }

  @inlinable @inline(__always)
  internal func u64(_ bytes: RawSpan, _ offset: Int) -> UInt64? {
    isBigEndian ? bytes.u64be(offset) : bytes.u64le(offset)
  }

  /// Whether the section is big-endian, by the magic number at `offset`.
  private static func byteOrder(_ bytes: RawSpan, _ offset: Int) -> Bool? {
    switch bytes.u32be(offset) {
    case 0x1A2B_3C4D: true
    case 0x4D3C_2B1A: false
    default: nil
    }
  }

  /// Starts a section; answers whether what follows can be read.
  @inline(never) @usableFromInline
  internal mutating func beginSection<Sink: PacketSink & ~Copyable>(
    _ bytes: RawSpan, _ place: Int, into sink: inout Sink
  ) throws(CaptureFailure) -> Bool {
    guard let order = Self.byteOrder(bytes, place + 8) else {
      guard hasSection else {
        throw CaptureFailure("the pcapng section header has no byte order that exists")
      }
      malformed("a section header without a byte order", into: &sink)
      return false
    }
    isBigEndian = order
    interfaces = []
    return true
  }

  /// Takes the blocks that are rare.
  @inline(never) @usableFromInline
  internal mutating func otherBlock<Sink: PacketSink & ~Copyable>(
    _ type: UInt32, _ bytes: RawSpan, _ place: Int, _ end: Int, into sink: inout Sink
  ) {
    switch type {
    case BlockType.section:
      hasSection = true
      guard let major = u16(bytes, place + 12), major != 1, place + 14 <= end else { return }
      malformed("a section of pcapng version \(major); it is read as version 1", into: &sink)
    case BlockType.interface: describeInterface(bytes, place, end, into: &sink)
    case BlockType.obsoletePacket: obsoletePacket(bytes, place, end, into: &sink)
    case BlockType.statistics: statistics(bytes, place, end, into: &sink)
    case _ where BlockType.numbered.contains(type):
      records += 1
      sink.note(
        Note(
          .unknownRecord, at: SourceReference(.packet, records),
          "a record of another kind among the packets; left out"))
    // Names, secrets and what nobody has defined yet: no traffic.
    default: return
    }
  }
}
