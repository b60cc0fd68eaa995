public import RulloBase
public import RulloBluetooth

/// Apple's PacketLogger format, in either byte order (formats, "pklg").
///
/// Records without a file header: length of what follows, seconds, microseconds (u32 each), type,
/// then the packet without its H4 octet. A record of a kind that nobody knows is counted, never a
/// reason to stop.
public struct PacketLoggerFormat: CaptureFormat, Sendable {
  public static let name = "packetlogger"

  @usableFromInline internal var order: ByteOrder?
  @usableFromInline internal var records = 0
  @usableFromInline internal var clock = RecordClock()
  @usableFromInline internal var search = RecordSearch()

  /// Length, time and type.
  @usableFromInline internal static let header = 13

  /// No Bluetooth packet is longer.
  @usableFromInline internal static let longestRecord = 131_072

  public init() {}

  public static func recognises(_ head: RawSpan) -> Bool { ByteOrder(scoring: head) != nil }

  public var linkType: String {
    switch order {
    case .big: "HCI, big-endian"
    case .little: "HCI, little-endian"
    case nil: "HCI"
    }
  }

  @inlinable
  public mutating func consume<Sink: PacketSink & ~Copyable>(
    _ bytes: RawSpan, offset: Int, isLast: Bool, into sink: inout Sink
  ) throws(CaptureFailure) -> Int {
    var place = 0
    guard let order = try order(bytes, isLast: isLast, into: &sink) else { return 0 }
    if search.start != nil {
      place = resume(bytes, from: place, offset: offset, isLast: isLast, order, into: &sink)
    }
    while search.start == nil {
      while let claimed = order.u32(bytes, place) {
        let length = Int(claimed)
        guard 9...Self.longestRecord ~= length, bytes.holds(4 + length, at: place) else { break }
        record(bytes, place, length, order, into: &sink)
        place += 4 + length
      }
      guard isAbsurd(bytes, place, order, isLast: isLast) else { break }
      place = skip(bytes, place, offset: offset, isLast: isLast, order, into: &sink)
    }
    if search.start != nil { return place }
    if isLast, place < bytes.byteCount {
      sink.note(.cutFile(records + 1, left: bytes.byteCount - place))
    }
    return isLast ? bytes.byteCount : place
  }

  @inlinable
  internal mutating func record<Sink: PacketSink & ~Copyable>(
    _ bytes: RawSpan, _ place: Int, _ length: Int, _ order: ByteOrder, into sink: inout Sink
  ) {
    guard let seconds = order.u32(bytes, place + 4), let fraction = order.u32(bytes, place + 8),
      let type = bytes.octet(place + 12)
    else { return }
    records += 1
    // A fraction of a second or more is damage; it counts on.
    var instant = Instant(units: Int64(fraction), perSecond: 1_000_000)
    instant.seconds &+= Int64(seconds)
    let time = clock.time(instant, resolution: 1_000, record: records, into: &sink)
    let kind = Self.kind(type)
    if kind.content == .other { unknown(type, into: &sink) }
    var packet = Packet(
      number: records, time: time, content: kind.content, direction: kind.direction)
    packet.recordType = UInt16(type)
    sink.packet(packet, bytes.extracting(place + Self.header..<place + 4 + length))
  }

  /// What a record is by its type octet.
  @inlinable
  internal static func kind(_ type: UInt8) -> (
    content: Packet.Content, direction: Packet.Direction
  ) {
    switch type {
    case 0x00: (.command, .sent)
    case 0x01: (.event, .received)
    case 0x02: (.acl, .sent)
    case 0x03: (.acl, .received)
    case 0x08: (.sco, .sent)
    case 0x09: (.sco, .received)
    // Packets between the link managers, and the logger's own notes.
    case 0x0A: (.loggerNote, .sent)
    case 0x0B: (.loggerNote, .received)
    case 0x12: (.iso, .sent)
    case 0x13: (.iso, .received)
    case 0xF7...0xFE: (.loggerNote, .unknown)
    default: (.other, .unknown)
    }
  }
}

extension PacketLoggerFormat {
  /// Finds the byte order in the first octets; `nil` while there are too few to tell.
  @inlinable
  internal mutating func order<Sink: PacketSink & ~Copyable>(
    _ bytes: RawSpan, isLast: Bool, into sink: inout Sink
  ) throws(CaptureFailure) -> ByteOrder? {
    if let order { return order }
    return try begin(bytes, isLast: isLast, into: &sink)
  }

  @inline(never) @usableFromInline
  internal mutating func begin<Sink: PacketSink & ~Copyable>(
    _ bytes: RawSpan, isLast: Bool, into sink: inout Sink
  ) throws(CaptureFailure) -> ByteOrder? {
    guard isLast || bytes.byteCount >= ByteOrder.wantedOctets else { return nil }
    guard let found = ByteOrder(scoring: bytes) else {
      throw CaptureFailure("the file does not start with a PacketLogger record")
    }
    order = found
    sink.note(
      Note(
        .unknownTimeZone, at: SourceReference(.packet, 1),
        "PacketLogger files may count in local time and name no zone; the times are taken as UTC"))
    return found
  }

  /// Whether the record at `place` claims a length that cannot be.
  @inline(never) @usableFromInline
  internal func isAbsurd(
    _ bytes: RawSpan, _ place: Int, _ order: ByteOrder, isLast: Bool
  ) -> Bool {
    guard let length = order.u32(bytes, place).map(Int.init) else { return false }
    if !(9...Self.longestRecord ~= length) { return true }
    // A length that reaches past the end of the file is wrong where records follow all the same.
    return isLast
      && (place + 1..<bytes.byteCount).contains {
        fit(bytes, $0, order, isLast: true) == .record
      }
  }

  /// Leaves the record at `place` and answers where the next one starts, or how far it looked.
  @inline(never) @usableFromInline
  internal mutating func skip<Sink: PacketSink & ~Copyable>(
    _ bytes: RawSpan, _ place: Int, offset: Int, isLast: Bool, _ order: ByteOrder,
    into sink: inout Sink
  ) -> Int {
    search.begin(at: offset + place, claimed: Int(order.u32(bytes, place) ?? 0), "record")
    return resume(bytes, from: place + 1, offset: offset, isLast: isLast, order, into: &sink)
  }

  /// Goes on behind a fault: at the next place where a record fits and another follows it.
  @inline(never) @usableFromInline
  internal mutating func resume<Sink: PacketSink & ~Copyable>(
    _ bytes: RawSpan, from place: Int, offset: Int, isLast: Bool, _ order: ByteOrder,
    into sink: inout Sink
  ) -> Int {
    let format = self
    return search.next(
      bytes, from: place, offset: offset, isLast: isLast, step: 1, into: &sink
    ) { format.fit(bytes, $0, order, isLast: isLast) }
  }

  /// Whether a record starts here: a header that fits, with the next one or the end right behind it.
  private func fit(
    _ bytes: RawSpan, _ place: Int, _ order: ByteOrder, isLast: Bool
  ) -> RecordSearch.Fit {
    let last = clock.start.map { $0.seconds &+ clock.last / 1_000_000_000 }
    guard let next = order.end(ofRecord: bytes, at: place, after: last) else {
      return bytes.holds(Self.header, at: place) ? .nothing : .undecided
    }
    guard next - place <= RecordSearch.longestRecord, let type = bytes.octet(place + 12),
      ByteOrder.isKnown(type)
    else { return .nothing }
    if isLast, next == bytes.byteCount { return .record }
    guard bytes.holds(Self.header, at: next) else { return .undecided }
    return order.end(ofRecord: bytes, at: next, after: last) == nil ? .nothing : .record
  }

  @inline(never) @usableFromInline
  internal func unknown<Sink: PacketSink & ~Copyable>(_ type: UInt8, into sink: inout Sink) {
    sink.note(
      Note(
        .unknownRecord, at: SourceReference(.packet, records),
        "a PacketLogger record of the unknown type 0x\(Hex.text([type])); left out"))
  }
}
