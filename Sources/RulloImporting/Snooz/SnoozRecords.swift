internal import RulloBase

/// The records of a compressed snoop log, given out as a btsnoop file of data link 1002.
///
/// Header: version u8 (1 or 2), time of the last record u64 in microseconds since 1970, little-endian.
/// A record, once inflated: length u16, in version 2 original length u16, microseconds since the one
/// before u32, kind u8, then length - 1 octets; both lengths count the kind.
struct SnoozRecords {
  /// What is wrong with the log, where something is.
  private(set) var fault: String?

  private var records: [UInt8]
  private var place = 0
  private let header: Int
  private var time: UInt64

  /// Octets of the btsnoop file that are made and not given out.
  private var pending: [UInt8]
  private var given = 0

  /// A phone's ring inflates to a few megabytes.
  private static let mostOctets = 64 << 20
  private static let epoch: UInt64 = 0x00DC_DDB3_0F2F_8000

  /// Inflates what follows the header.
  ///
  /// Throws ``InputError`` where there is no header, or one of a version that nobody has written.
  init(_ packed: [UInt8], _ name: String) throws(InputError) {
    let start = packed.withRawSpan { (version: $0.octet(0), last: $0.u64le(1)) }
    guard let version = start.version, let last = start.last else {
      throw InputError("\(name): its Bluetooth snoop log is empty; the phone has recorded nothing")
    }
    guard version == 1 || version == 2 else {
      throw InputError(
        "\(name): its compressed snoop log is of version \(version); 1 and 2 are known")
    }
    header = version == 1 ? 7 : 9
    records = []
    pending = Array("btsnoop".utf8) + [0, 0, 0, 0, 1, 0, 0, 3, 0xEA]
    time = last &+ Self.epoch
    inflate(packed)
    // The log keeps the time of its end: the deltas lead back to the first record.
    var walk = 0
    while let record = record(at: walk) {
      time &-= UInt64(record.delta)
      walk = record.end
    }
    if walk < records.count { fail("a record of the snoop log is cut off") }
  }

  private mutating func inflate(_ packed: [UInt8]) {
    guard let inflater = Inflater(.zlib) else { return fail("there is no memory to inflate it") }
    var packed = packed
    var used = 9
    var target = [UInt8](repeating: 0, count: 256 * 1024)
    while true {
      let step = inflater.expand(&packed, used..<packed.count, into: &target, from: 0)
      used += step.used
      records += target[..<step.made]
      guard records.count < Self.mostOctets else {
        return fail("the snoop log inflates to more than that of any phone")
      }
      switch step.state {
      case .ended: return
      case .broken: return fail("the deflated octets of the snoop log are damaged")
      case .running:
        guard step.made > 0 || step.used > 0 else {
          return fail("the deflated octets of the snoop log are cut off")
        }
      }
    }
  }

  private mutating func fail(_ text: String) {
    if fault == nil { fault = text + "; what stands before that place was read" }
  }

  private struct Record {
    var content: Range<Int>
    var original: Int
    var delta: UInt32
    var kind: UInt8
    var end: Int { content.upperBound }
  }

  /// The record at a place; `nil` at the end and where none is whole.
  private func record(at place: Int) -> Record? {
    records.withRawSpan { bytes in
      let isShort = header == 7
      guard let length = bytes.u16le(place), let second = bytes.u16le(place + 2),
        let delta = bytes.u32le(place + (isShort ? 2 : 4)),
        let kind = bytes.octet(place + header - 1),
        length > 0, bytes.holds(Int(length) - 1, at: place + header)
      else { return nil }
      let start = place + header
      return Record(
        content: start..<start + Int(length) - 1, original: Int(isShort ? length : second),
        delta: delta, kind: kind)
    }
  }

  /// Fills a buffer from `start` on with the next octets of the btsnoop file.
  mutating func read(into target: inout [UInt8], from start: Int) -> Int {
    if given == pending.count {
      pending.removeAll(keepingCapacity: true)
      given = 0
      while pending.count < 64 * 1024, let record = record(at: place) {
        time &+= UInt64(record.delta)
        append(record)
        place = record.end
      }
    }
    let count = min(pending.count - given, target.count - start)
    for offset in 0..<count { target[start + offset] = pending[given + offset] }
    given += count
    return count
  }

  /// Makes a btsnoop record: lengths with the H4 octet, flags, no drops, time.
  private mutating func append(_ record: Record) {
    let included = record.content.count + 1
    // The upper half of the kind tells the direction, the lower one what it is.
    let isReceived = record.kind & 0xF0 == 0x10
    let type: UInt8 =
      switch record.kind {
      case 0x20: 1
      case 0x11, 0x21: 2
      case 0x12, 0x22: 3
      case 0x10: 4
      case 0x17, 0x2D: 5
      default: 0
      }
    let isControl = type == 1 || type == 4
    word(UInt64(max(included, record.original)), 4)
    word(UInt64(included), 4)
    word((isReceived ? 1 : 0) | (isControl ? 2 : 0), 4)
    word(0, 4)
    word(time, 8)
    pending.append(type)
    pending += records[record.content]
  }

  private mutating func word(_ value: UInt64, _ count: Int) {
    for place in (0..<count).reversed() {
      pending.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * place)))
    }
  }
}
