import RulloBase
import RulloBluetooth
import RulloRecordings
import RulloTestSupport
import Testing

/// Every call in its order, as text.
private struct Trace: EventSink {
  var lines: [String] = []

  mutating func begin(_ clock: Clock) { lines.append("begin \(clock.resolution)") }
  mutating func declare(_ device: Device, at index: Int) { lines.append("device \(index)") }
  mutating func declare(_ attribute: Attribute, at index: Int) {
    lines.append("attribute \(index) \(attribute.path)")
  }
  mutating func declare(_ link: Link, at index: Int) { lines.append("link \(index)") }
  mutating func note(_ note: Note) { lines.append("note \(note.source) \(note.text)") }
  mutating func event(_ event: Event, _ value: RawSpan) {
    lines.append("\(event.number) \(event.time) \(event.kind.word) \(Hex.text(value.copied()))")
  }
}

/// A sink on a thread of its own is told what the sink alone would be told.
@Suite("a sink aside") struct AsideSinkTests {
  /// So many events, with values of every length up to `longest` and calls between some of them.
  private func tell<Sink: EventSink & ~Copyable>(
    _ sink: inout Sink, events: Int, longest: Int, noteEvery: Int
  ) {
    sink.begin(Clock(kind: .elapsed, resolution: 1_000))
    sink.declare(Device(.unnamed(0)), at: 0)
    sink.declare(Attribute(device: 0, service: 0x1826, uuid: 0x2AD2), at: 0)
    for number in 0..<events {
      var event = Event(
        .notification, .fromDevice, time: Int64(number) * 90, device: 0, attribute: 0,
        source: SourceReference(.line, number))
      event.number = number + 1
      let length = number % (longest + 1)
      let value = (0..<length).map { UInt8(truncatingIfNeeded: number &* 31 &+ $0) }
      value.withRawSpan { sink.event(event, $0) }
      if number % noteEvery == 0 {
        sink.note(Note(.contradiction, at: SourceReference(.line, number), "remark \(number)"))
      }
    }
    sink.declare(Link(device: 0), at: 0)
  }

  @Test(
    "hears everything in its order",
    arguments: [
      (events: 0, longest: 0, noteEvery: 1), (events: 1, longest: 0, noteEvery: 1),
      // A batch that ends with its last event, and more than one.
      (events: 8_192, longest: 30, noteEvery: 1_000),
      (events: 20_000, longest: 25, noteEvery: 7),
      // More notes than events fit into a batch, and values that fill it sooner than events do.
      (events: 19_000, longest: 3, noteEvery: 1), (events: 3_000, longest: 2_000, noteEvery: 100),
    ])
  func order(events: Int, longest: Int, noteEvery: Int) {
    var direct = Trace()
    tell(&direct, events: events, longest: longest, noteEvery: noteEvery)
    var aside = AsideSink(Trace())
    tell(&aside, events: events, longest: longest, noteEvery: noteEvery)
    let heard = aside.intoSink()
    #expect(heard.lines == direct.lines)
    #expect(heard.lines.count == events + (events + noteEvery - 1) / noteEvery + 4)
  }
}
