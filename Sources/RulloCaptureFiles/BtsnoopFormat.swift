public import RulloBase
public import RulloBluetooth

/// The btsnoop format of Android, BlueZ and others (formats, "btsnoop").
///
/// Header: `btsnoop\0`, version u32, data link u32, big-endian. Records: original and included
/// length, flags, cumulative drops (u32 each), microseconds since year 0 (s64), then the octets.
public struct BtsnoopFormat: CaptureFormat, Sendable {
  public static let name = "btsnoop"

  @usableFromInline internal var dataLink: UInt32 = 0
  @usableFromInline internal var hasHeader = false
  @usableFromInline internal var records = 0
  @usableFromInline internal var drops: UInt32 = 0
  @usableFromInline internal var clock = RecordClock()
  @usableFromInline internal var firstStamp: Int64?

  /// Looks for the next record where a fault hides its place.
  @usableFromInline internal var search = RecordSearch()

  /// Microseconds from the year 0 to 1970.
  @usableFromInline internal static let epoch: Int64 = 0x00DC_DDB3_0F2F_8000

  /// No Bluetooth packet is longer; Wireshark draws the same line.
  @usableFromInline internal static let longestRecord = 262_144

  public init() {}

  public static func recognises(_ head: RawSpan) -> Bool {
    head.u64be(0) == 0x6274_736E_6F6F_7000
  }

  public var linkType: String {
    switch dataLink {
    case 1001: "HCI without type octet (1001)"
    case 1002: "HCI H4 (1002)"
    case 2001: "Linux monitor (2001)"
    default: "data link \(dataLink)"
    }
  }

  @inlinable
  public mutating func consume<Sink: PacketSink & ~Copyable>(
    _ bytes: RawSpan, offset: Int, isLast: Bool, into sink: inout Sink
  ) throws(CaptureFailure) -> Int {
    var place = 0
    if !hasHeader {
      guard bytes.holds(16, at: 0) else {
        if isLast {
          throw CaptureFailure(
            "the btsnoop header is cut off after \(bytes.byteCount) of 16 octets")
        }
        return 0
      }
      try readHeader(bytes)
      place = 16
    }
    if search.start != nil {
      place = resume(bytes, from: place, offset: offset, isLast: isLast, into: &sink)
    }
    while search.start == nil {
      // Two lengths, then flags and drops, then the time: three reads of eight octets.
      while let lengths = bytes.u64be(place) {
        let length = Int(lengths & 0xFFFF_FFFF)
        guard length <= Self.longestRecord, bytes.holds(24 + length, at: place) else { break }
        record(bytes, place, length, original: Int(lengths >> 32), into: &sink)
        place += 24 + length
      }
      guard isAbsurd(bytes, place, isLast: isLast) else { break }
      place = skip(bytes, place, offset: offset, isLast: isLast, into: &sink)
    }
    if search.start != nil { return place }
    if isLast, place < bytes.byteCount {
      sink.note(.cutFile(records + 1, left: bytes.byteCount - place))
    }
    return isLast ? bytes.byteCount : place
  }

  @inlinable @inline(__always)
  internal mutating func record<Sink: PacketSink & ~Copyable>(
    _ bytes: RawSpan, _ place: Int, _ length: Int, original: Int, into sink: inout Sink
  ) {
    guard let state = bytes.u64be(place + 8), let stamp = bytes.u64be(place + 16) else { return }
    let flags = UInt32(truncatingIfNeeded: state >> 32)
    let dropped = UInt32(truncatingIfNeeded: state)
    records += 1
    // A count that falls back starts again; it says nothing of this place.
    let lost = dropped > drops ? dropped - drops : 0
    if dropped != drops { lose(dropped, into: &sink) }
    let time = time(Int64(bitPattern: stamp), into: &sink)
    let start = place + 24
    var packet = Packet(
      number: records, time: time, content: .other,
      direction: flags & 1 == 0 ? .sent : .received, cut: max(0, original - length))
    packet.dropped = lost
    if packet.cut > 0 { sink.note(.cutRecord(records)) }
    switch dataLink {
    case 1002:
      // An empty record has no type octet; what stands there belongs to the next one.
      packet.recordType = length > 0 ? UInt16(bytes.octet(start) ?? 0) : 0
      packet.content = Packet.content(h4: UInt8(truncatingIfNeeded: packet.recordType))
      sink.packet(packet, bytes.extracting(min(start + 1, start + length)..<start + length))
    case 1001:
      // Without a type octet only the flags tell; SCO and ISO cannot be told from ACL.
      packet.content = flags & 2 == 0 ? .acl : flags & 1 == 0 ? .command : .event
      sink.packet(packet, bytes.extracting(start..<start + length))
    default:
      let kind = Packet.monitor(UInt16(truncatingIfNeeded: flags))
      packet.content = kind.content
      packet.direction = kind.direction
      packet.adapter = UInt16(truncatingIfNeeded: flags >> 16)
      packet.recordType = UInt16(truncatingIfNeeded: flags)
      sink.packet(packet, bytes.extracting(start..<start + length))
    }
  }

  /// The time of a record; counts from the first stamp, which spares a division for each record.
  @inlinable @inline(__always)
  internal mutating func time<Sink: PacketSink & ~Copyable>(
    _ stamp: Int64, into sink: inout Sink
  ) -> Int64 {
    guard let firstStamp else {
      firstStamp = stamp
      let (sinceEpoch, overflow) = stamp.subtractingReportingOverflow(Self.epoch)
      let instant = Instant(units: overflow ? 0 : sinceEpoch, perSecond: 1_000_000)
      return clock.time(instant, resolution: 1_000, record: records, into: &sink)
    }
    let (ticks, isFar) = stamp.subtractingReportingOverflow(firstStamp)
    let (offset, isTooFar) = ticks.multipliedReportingOverflow(by: 1_000)
    return clock.time(offset: isFar || isTooFar ? nil : offset, record: records, into: &sink)
  }

  @usableFromInline
  internal mutating func readHeader(_ bytes: RawSpan) throws(CaptureFailure) {
    guard let version = bytes.u32be(8), let link = bytes.u32be(12) else { return }
    guard version == 1 else {
      throw CaptureFailure("btsnoop version \(version) is unknown; only 1 exists")
    }
    dataLink = link
    hasHeader = true
    switch link {
    case 1001, 1002, 2001: return
    case 1003, 1004:
      throw CaptureFailure(
        "btsnoop data link \(link) (\(link == 1003 ? "BCSP" : "H5")) is a serial line's own framing;"
          + " capture with an Android HCI snoop log or btmon -w instead")
    default:
      throw CaptureFailure(
        "btsnoop data link \(link) is not one that Rullo reads; it reads 1001, 1002 and 2001")
    }
  }

  @inline(never) @usableFromInline
  internal mutating func lose<Sink: PacketSink & ~Copyable>(
    _ dropped: UInt32, into sink: inout Sink
  ) {
    drops = dropped
    sink.note(.droppedPackets(records))
  }
}

extension BtsnoopFormat {
  /// Goes on behind a fault: at the next place where a record fits and another follows it.
  @inline(never) @usableFromInline
  internal mutating func resume<Sink: PacketSink & ~Copyable>(
    _ bytes: RawSpan, from place: Int, offset: Int, isLast: Bool, into sink: inout Sink
  ) -> Int {
    let format = self
    return search.next(
      bytes, from: place, offset: offset, isLast: isLast, step: 1, into: &sink
    ) { format.fit(bytes, $0, isLast: isLast) }
  }

  /// Whether the record at `place` claims a length that cannot be.
  @inline(never) @usableFromInline
  internal func isAbsurd(_ bytes: RawSpan, _ place: Int, isLast: Bool) -> Bool {
    guard let length = bytes.u32be(place + 4).map(Int.init) else { return false }
    if length > Self.longestRecord { return true }
    // A length that reaches past the end of the file is wrong where records follow all the same.
    return isLast
      && (place + 1..<bytes.byteCount).contains { fit(bytes, $0, isLast: true) == .record }
  }

  /// Leaves the record at `place` and answers where the next one starts, or how far it looked.
  @inline(never) @usableFromInline
  internal mutating func skip<Sink: PacketSink & ~Copyable>(
    _ bytes: RawSpan, _ place: Int, offset: Int, isLast: Bool, into sink: inout Sink
  ) -> Int {
    search.begin(at: offset + place, claimed: Int(bytes.u32be(place + 4) ?? 0), "record")
    return resume(bytes, from: place + 1, offset: offset, isLast: isLast, into: &sink)
  }

  private func fit(_ bytes: RawSpan, _ place: Int, isLast: Bool) -> RecordSearch.Fit {
    guard let next = end(ofRecord: bytes, at: place) else {
      return bytes.holds(24, at: place) ? .nothing : .undecided
    }
    guard next - place <= RecordSearch.longestRecord else { return .nothing }
    if isLast, next == bytes.byteCount { return .record }
    guard bytes.holds(24, at: next) else { return .undecided }
    return end(ofRecord: bytes, at: next) == nil ? .nothing : .record
  }

  /// Where the record ends whose header fits at `place`; `nil` where none fits.
  private func end(ofRecord bytes: RawSpan, at place: Int) -> Int? {
    guard bytes.holds(24, at: place), let original = bytes.u32be(place),
      let included = bytes.u32be(place + 4), let flags = bytes.u32be(place + 8),
      let stamp = bytes.u64be(place + 16), included <= original, original < 65_600
    else { return nil }
    let isKnown = dataLink == 2001 ? flags & 0xFFFF <= 19 : flags <= 3 && included > 0
    // A record of the same file is at most a day away.
    let (distance, isFar) = Int64(bitPattern: stamp)
      .subtractingReportingOverflow((firstStamp ?? Self.epoch) &+ clock.last / 1_000)
    let isNear = !isFar && distance.magnitude <= 86_400_000_000
    return isKnown && (isNear || firstStamp == nil) ? place + 24 + Int(included) : nil
  }
}
