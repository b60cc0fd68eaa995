internal import RulloBase

/// One direction of a TCP connection, put back into the order in which it was sent.
///
/// What was sent twice is left out, what came too early waits, what never came is a hole.
internal struct TCPStream: Sendable {
  struct Held: Sendable {
    var sequence: UInt32
    var bytes: [UInt8]
  }

  /// The sequence number of the next octet; `nil` before the first segment.
  private(set) var next: UInt32?

  /// Segments that came too early, by their order.
  private(set) var held: [Held] = []
  private var heldCount = 0

  /// The highest octet that the other side has confirmed.
  private var acknowledged: UInt32?

  /// Octets in order that no message has taken yet.
  var pending: [UInt8] = []

  /// Whether `pending` starts with a message.
  var isAtMessage = false

  /// Octets and segments that may wait; a window beyond this is not this protocol's.
  private static let heldLimit = (octets: 256 * 1024, segments: 256)

  /// Starts the stream behind the sequence number of its SYN.
  mutating func begin(_ sequence: UInt32) {
    next = sequence &+ 1
    isAtMessage = true
  }

  /// Remembers what the other side has received.
  mutating func acknowledge(_ sequence: UInt32) {
    guard let known = acknowledged, Self.distance(sequence, known) <= 0 else {
      acknowledged = sequence
      return
    }
  }

  /// Takes a segment; answers whether octets before it, or before one that waited, are lost.
  mutating func take(_ sequence: UInt32, _ bytes: RawSpan) -> Bool {
    guard bytes.byteCount > 0 else { return false }
    guard let expected = next else {
      next = sequence &+ UInt32(truncatingIfNeeded: bytes.byteCount)
      pending += bytes.copied()
      return false
    }
    let distance = Self.distance(sequence, expected)
    if distance > 0 {
      hold(sequence, bytes)
      return isHoleCertain ? skip() : false
    }
    append(bytes, skipping: -distance)
    fillIn()
    return false
  }

  /// Gives up a hole: goes on at the first segment that waits; answers whether one did.
  mutating func skip() -> Bool {
    guard let first = held.first else { return false }
    next = first.sequence
    pending = []
    isAtMessage = false
    fillIn()
    return true
  }

  /// Whether what is missing was received by the other side, so that nobody will send it again.
  private var isHoleCertain: Bool {
    if heldCount > Self.heldLimit.octets || held.count > Self.heldLimit.segments { return true }
    guard let first = held.first, let acknowledged else { return false }
    return Self.distance(acknowledged, first.sequence) >= 0
  }

  private mutating func hold(_ sequence: UInt32, _ bytes: RawSpan) {
    let position = held.firstIndex { Self.distance($0.sequence, sequence) >= 0 } ?? held.count
    if held.indices.contains(position), held[position].sequence == sequence,
      held[position].bytes.count >= bytes.byteCount
    {
      return
    }
    held.insert(Held(sequence: sequence, bytes: bytes.copied()), at: position)
    heldCount += bytes.byteCount
  }

  /// Takes the segments that waited, as far as no hole is before them.
  private mutating func fillIn() {
    var taken = 0
    while taken < held.count, let expected = next {
      let distance = Self.distance(held[taken].sequence, expected)
      guard distance <= 0 else { break }
      let bytes = held[taken].bytes
      bytes.withRawSpan { append($0, skipping: -distance) }
      heldCount -= bytes.count
      taken += 1
    }
    held.removeFirst(taken)
  }

  /// Appends what is new of a segment that starts `known` octets before the next one.
  private mutating func append(_ bytes: RawSpan, skipping known: Int) {
    guard let expected = next, known < bytes.byteCount else { return }
    pending += bytes.extracting(known..<bytes.byteCount).copied()
    next = expected &+ UInt32(truncatingIfNeeded: bytes.byteCount - known)
  }

  /// How far `left` is behind `right` in a count that wraps.
  private static func distance(_ left: UInt32, _ right: UInt32) -> Int {
    Int(Int32(bitPattern: left &- right))
  }
}
