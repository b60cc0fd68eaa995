public import RulloBase
public import RulloBluetooth

/// Events with their values, and what is said between them, in their order.
@usableFromInline
@safe final class EventBatch {
  /// An event with a value of up to 24 octets, or the place of a longer one.
  @usableFromInline
  struct Item {
    @usableFromInline let event: Event
    @usableFromInline let count: Int
    @usableFromInline let words: (UInt64, UInt64, UInt64)

    @usableFromInline
    init(event: Event, count: Int, words: (UInt64, UInt64, UInt64)) {
      (self.event, self.count, self.words) = (event, count, words)
    }
  }

  /// What a sink is told beside events.
  @usableFromInline
  enum Call {
    case begin(Clock)
    case device(Device, Int)
    case attribute(Attribute, Int)
    case link(Link, Int)
    case note(Note)
  }

  /// How many events one batch holds.
  @usableFromInline static let size = 8192

  /// How many octets of longer values one batch holds before it is handed on.
  @usableFromInline static let room = 1 << 20

  @usableFromInline let items = UnsafeMutablePointer<Item>.allocate(capacity: EventBatch.size)

  /// How many items there are; set when the batch is handed on.
  @usableFromInline var count = 0

  /// Values of more than 24 octets, one behind the other.
  @usableFromInline var long: [UInt8] = []

  /// Each call with the number of events before it.
  @usableFromInline var calls: [(after: Int, call: Call)] = []

  /// Whether nothing follows.
  @usableFromInline var isLast = false

  @usableFromInline init() {}

  deinit { unsafe items.deallocate() }

  /// Hands everything on and leaves the batch empty.
  @inlinable
  func deliver<Sink: EventSink & ~Copyable>(to sink: inout Sink) {
    var index = 0
    for (after, call) in calls {
      deliver(index..<after, to: &sink)
      index = after
      switch call {
      case .begin(let clock): sink.begin(clock)
      case .device(let device, let index): sink.declare(device, at: index)
      case .attribute(let attribute, let index): sink.declare(attribute, at: index)
      case .link(let link, let index): sink.declare(link, at: index)
      case .note(let note): sink.note(note)
      }
    }
    deliver(index..<count, to: &sink)
    count = 0
    calls.removeAll(keepingCapacity: true)
    long.removeAll(keepingCapacity: true)
  }

  @inlinable @inline(__always)
  func deliver<Sink: EventSink & ~Copyable>(_ range: Range<Int>, to sink: inout Sink) {
    for index in range {
      let item = unsafe items[index]
      if item.count <= 24 {
        let words = (
          item.words.0.littleEndian, item.words.1.littleEndian, item.words.2.littleEndian
        )
        unsafe withUnsafeBytes(of: words) {
          sink.event(item.event, unsafe $0.bytes.extracting(0..<item.count))
        }
      } else {
        let start = Int(truncatingIfNeeded: item.words.0)
        long.withRawSpan { sink.event(item.event, $0.extracting(start..<start + item.count)) }
      }
    }
  }

  /// Keeps a value of more than 24 octets; answers where it begins.
  @inline(never) @usableFromInline
  func keep(_ value: RawSpan) -> UInt64 {
    defer { unsafe value.withUnsafeBytes { unsafe long.append(contentsOf: $0) } }
    return UInt64(long.count)
  }
}
