internal import RulloBase
internal import RulloBluetooth

/// Holds packets back while a frame of the link is spread over several of them, so that it can be
/// looked at as a whole.
///
/// All packets leave in their order. Memory is bounded: beyond ``limit`` octets or packets the oldest
/// frames are given up, and what is held leaves as it is.
struct FragmentHold {
  /// Packets that are ready to leave.
  private(set) var ready: [(packet: Packet, octets: [UInt8])] = []

  private struct Key: Hashable {
    let adapter: UInt16
    let handle: UInt16
    let direction: Packet.Direction
  }

  private struct Frame {
    /// Places of its packets in ``held``.
    var places: [Int]
    var missing: Int
  }

  private var held: [(packet: Packet, octets: [UInt8])] = []
  private var heldOctets = 0
  private var open: [Key: Frame] = [:]

  private static let limit = (packets: 1_024, octets: 1 << 20)

  /// The octets in front of a fragment's own: handle with flags, length.
  private static let header = 4

  /// Takes a packet; `edit` changes a frame that it completes, put together as one packet.
  mutating func add(
    _ packet: Packet, _ octets: [UInt8], _ edit: (_ packets: [Packet], inout [UInt8]) -> Void
  ) {
    let key = fragment(packet, octets)
    held.append((packet, octets))
    heldOctets += octets.count
    if let key, let frame = open[key], frame.missing <= 0 {
      open[key] = nil
      complete(frame, edit)
    }
    if open.isEmpty || held.count > Self.limit.packets || heldOctets > Self.limit.octets {
      release()
    }
  }

  /// Lets everything go that is held.
  mutating func release() {
    open.removeAll()
    ready += held
    held.removeAll(keepingCapacity: true)
    heldOctets = 0
  }

  /// The packets that are ready, which then are no longer held here.
  mutating func take() -> [(packet: Packet, octets: [UInt8])] {
    defer { ready.removeAll(keepingCapacity: true) }
    return ready
  }

  /// Counts a packet to its frame, where it is a part of one; answers whose frame it may complete.
  private mutating func fragment(_ packet: Packet, _ octets: [UInt8]) -> Key? {
    guard packet.content == .acl, octets.count > Self.header else { return nil }
    let word = UInt16(octets[0]) | UInt16(octets[1]) << 8
    let key = Key(adapter: packet.adapter, handle: word & 0x0FFF, direction: packet.direction)
    let count = octets.count - Self.header
    guard word >> 12 & 3 != 1 else {
      open[key]?.places.append(held.count)
      open[key]?.missing -= count
      return key
    }
    open[key] = nil
    guard count >= 2 else { return nil }
    // The frame's own header: length, channel.
    let length = 4 + (Int(octets[4]) | Int(octets[5]) << 8)
    if count < length { open[key] = Frame(places: [held.count], missing: length - count) }
    return nil
  }

  private mutating func complete(
    _ frame: Frame, _ edit: (_ packets: [Packet], inout [UInt8]) -> Void
  ) {
    var joined: [UInt8] = []
    for (index, place) in frame.places.enumerated() {
      joined += index == 0 ? held[place].octets[...] : held[place].octets.dropFirst(Self.header)
    }
    let before = joined.count
    edit(frame.places.map { held[$0].packet }, &joined)
    guard joined.count == before else { return }
    var start = 0
    for (index, place) in frame.places.enumerated() {
      let front = index == 0 ? 0 : Self.header
      let count = held[place].octets.count - front
      held[place].octets.replaceSubrange(front..., with: joined[start..<start + count])
      start += count
    }
  }
}
