import RulloBase
import RulloBluetooth
import RulloCaptureFiles

/// Counts the values of a running capture and prints a line for each stream every second.
///
/// The seconds are those of the packets; where none comes, those of the machine's clock, so that a
/// stall shows as `0 Hz` while it lasts.
struct LiveWatch: PacketSink, ~Copyable {
  private var stack = CaptureStack(StreamTally())
  private let isShown: Bool

  /// The second of the first packet, and the one that is being counted.
  private var first = 0
  private var second = 0
  private var began: ContinuousClock.Instant?
  private var lines = TextBuffer()

  init(isShown: Bool) { self.isShown = isShown }

  mutating func begin(_ clock: Clock) { stack.begin(clock) }
  mutating func note(_ note: Note) { stack.note(note) }

  mutating func packet(_ packet: Packet, _ bytes: RawSpan) {
    guard isShown else { return }
    let now = Int(max(0, packet.time) / 1_000_000_000)
    if began == nil {
      began = ContinuousClock.now - .nanoseconds(packet.time - Int64(now) * 1_000_000_000)
      (first, second) = (now, now)
    }
    end(before: now)
    stack.packet(packet, bytes)
  }

  /// Hands on the lines of the seconds that have ended.
  mutating func report(_ print: (RawSpan) -> Void) {
    if let began {
      // Half a second for packets that are still on their way.
      let passed = ContinuousClock.now - began - .milliseconds(500)
      end(before: first + Int(passed.components.seconds))
    }
    guard lines.count > 0 else { return }
    lines.withBytes { print($0) }
    lines.removeAll()
  }

  private mutating func end(before now: Int) {
    // After more than a minute without a packet the stamps have jumped; that is no stall.
    if now - second > 60 {
      append()
      second = now
    }
    while second < now {
      append()
      second += 1
    }
  }

  private mutating func append() {
    for stream in stack.host.emitter.sink.take() {
      let repeats = stream.count - stream.fresh
      let again = repeats == 0 ? "" : ", \(repeats) repeated"
      lines.append(
        Figures.plain("\(second) s  \(stream.name)  \(stream.count) Hz\(again)") + "\n")
    }
  }
}

/// The values of each stream since they were last taken.
struct StreamTally: EventSink {
  struct Stream {
    var name: String
    var count = 0
    var fresh = 0
    var last: [UInt8] = []
  }

  private var aliases: [Int: String] = [:]
  private var paths: [Int: (device: Int, path: String)] = [:]
  private var streams: [Int: Stream] = [:]
  private var order: [Int] = []

  mutating func begin(_ clock: Clock) {}
  mutating func note(_ note: Note) {}
  mutating func declare(_ device: Device, at index: Int) {
    aliases[index] = device.name.map { "\(device.alias) \($0)" } ?? device.alias
  }
  mutating func declare(_ attribute: Attribute, at index: Int) {
    paths[index] = (attribute.device, attribute.shortPath)
  }

  mutating func event(_ event: Event, _ value: RawSpan) {
    guard event.kind == .notification || event.kind == .indication else { return }
    if streams[event.attribute] == nil {
      streams[event.attribute] = Stream(name: "")
      order.append(event.attribute)
    }
    let octets = value.copied()
    streams[event.attribute]?.count += 1
    if streams[event.attribute]?.last != octets { streams[event.attribute]?.fresh += 1 }
    streams[event.attribute]?.last = octets
  }

  /// What came since the last time, in the order of the first value; then counts anew.
  mutating func take() -> [Stream] {
    order.compactMap { attribute in
      guard var stream = streams[attribute], let path = paths[attribute] else { return nil }
      stream.name = "\(aliases[path.device] ?? "-")  \(path.path)"
      streams[attribute]?.count = 0
      streams[attribute]?.fresh = 0
      return stream
    }
  }
}
