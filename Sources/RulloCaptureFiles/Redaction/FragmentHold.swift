internal import RulloBase
internal import RulloBluetooth

/// Holds packets back while a frame of the link is spread over several of them, so that it can be
/// looked at as a whole.
///
/// All packets leave in their order. Memory is bounded: beyond ``limit`` octets or packets the frame
/// that began first is given up, and its packets leave as they are.
struct FragmentHold {
  /// Packets that are ready to leave.
  private(set) var ready: [(packet: Packet, octets: [UInt8])] = []

  private struct Key: Hashable {
    let adapter: UInt16
    let handle: UInt16
    let direction: Packet.Direction
  }

  private struct Frame {
    /// Numbers of its packets, in the order of all that were ever held.
    var numbers: [Int]
    /// Octets that came of it; how many it has stands in its first two.
    var count = 0
    var length: Int?

    var isWhole: Bool { length.map { count >= $0 } ?? false }
  }

  private var held: [(packet: Packet, octets: [UInt8])] = []
  private var heldOctets = 0
  /// The number of the first packet that is held.
  private var first = 0
  private var open: [Key: Frame] = [:]

  private static let limit = (packets: 1_024, octets: 1 << 20)

  /// The octets in front of a fragment's own: handle with flags, length.
  private static let header = 4

  /// Takes a packet; `edit` changes a frame that it completes, put together as one packet.
  mutating func add(
    _ packet: Packet, _ octets: [UInt8], _ edit: (_ packets: [Packet], inout [UInt8]) -> Void
  ) {
    held.append((packet, octets))
    heldOctets += octets.count
    if let key = fragment(packet, octets), let frame = open[key], frame.isWhole {
      open[key] = nil
      // A frame in one packet was looked at already.
      if frame.numbers.count > 1 { complete(frame, edit) }
    }
    while held.count > Self.limit.packets || heldOctets > Self.limit.octets, giveUpOldest() {}
    release(before: open.values.compactMap(\.numbers.first).min() ?? .max)
  }

  /// Lets everything go that is held.
  mutating func release() {
    open.removeAll()
    release(before: .max)
  }

  /// The packets that are ready, which then are no longer held here.
  mutating func take() -> [(packet: Packet, octets: [UInt8])] {
    defer { ready.removeAll(keepingCapacity: true) }
    return ready
  }

  /// Gives up the frame that began first, and lets go of what waited for it alone.
  private mutating func giveUpOldest() -> Bool {
    let oldest = open.min { ($0.value.numbers.first ?? 0) < ($1.value.numbers.first ?? 0) }
    guard let oldest else { return false }
    open[oldest.key] = nil
    release(before: open.values.compactMap(\.numbers.first).min() ?? .max)
    return true
  }

  private mutating func release(before number: Int) {
    let count = min(held.count, max(0, number == .max ? held.count : number - first))
    guard count > 0 else { return }
    heldOctets -= held[..<count].reduce(0) { $0 + $1.octets.count }
    ready += held[..<count]
    held.removeFirst(count)
    first += count
  }

  /// Counts a packet to its frame, where it is a part of one; answers whose frame it may complete.
  private mutating func fragment(_ packet: Packet, _ octets: [UInt8]) -> Key? {
    guard packet.content == .acl, octets.count > Self.header else { return nil }
    let word = UInt16(octets[0]) | UInt16(octets[1]) << 8
    let key = Key(adapter: packet.adapter, handle: word & 0x0FFF, direction: packet.direction)
    if word >> 12 & 3 != 1 { open[key] = Frame(numbers: []) }
    guard var frame = open[key] else { return nil }
    frame.numbers.append(first + held.count - 1)
    frame.count += octets.count - Self.header
    // The frame's own header is its length and its channel, and may be cut as anything may.
    if frame.length == nil, frame.count >= 2 {
      let start = joined(frame).dropFirst(Self.header).prefix(2)
      if let low = start.first, let high = start.last {
        frame.length = 4 + Int(low) + Int(high) << 8
      }
    }
    open[key] = frame
    return key
  }

  private func joined(_ frame: Frame) -> [UInt8] {
    var joined: [UInt8] = []
    for (index, number) in frame.numbers.enumerated() {
      let octets = held[number - first].octets
      joined += index == 0 ? octets[...] : octets.dropFirst(Self.header)
    }
    return joined
  }

  private mutating func complete(
    _ frame: Frame, _ edit: (_ packets: [Packet], inout [UInt8]) -> Void
  ) {
    var joined = joined(frame)
    let before = joined.count
    edit(frame.numbers.map { held[$0 - first].packet }, &joined)
    guard joined.count == before else { return }
    var start = 0
    for (index, number) in frame.numbers.enumerated() {
      let front = index == 0 ? 0 : Self.header
      let count = held[number - first].octets.count - front
      held[number - first].octets.replaceSubrange(front..., with: joined[start..<start + count])
      start += count
    }
  }
}
