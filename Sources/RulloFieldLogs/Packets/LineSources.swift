internal import RulloBase
public import RulloBluetooth

/// Hands on what comes of the packets of a text log: their places are lines, and without a clock
/// there are no times.
public struct LineSources<Sink: EventSink & ~Copyable>: EventSink, ~Copyable {
  public var sink: Sink
  private var hasClock = false

  public init(_ sink: consuming Sink) { self.sink = sink }

  /// Gives the sink back.
  public consuming func intoSink() -> Sink { sink }

  public mutating func begin(_ clock: Clock) {
    hasClock = clock.kind != .none
    sink.begin(clock)
  }

  public mutating func declare(_ device: Device, at index: Int) {
    sink.declare(device, at: index)
  }

  public mutating func declare(_ attribute: Attribute, at index: Int) {
    sink.declare(attribute, at: index)
  }

  public mutating func declare(_ link: Link, at index: Int) {
    var link = link
    if !hasClock { (link.start, link.end) = (nil, nil) }
    sink.declare(link, at: index)
  }

  public mutating func event(_ event: Event, _ value: RawSpan) {
    var event = event
    if event.source.unit == .packet { event.source.unit = .line }
    if !hasClock { event.time = Event.noTime }
    sink.event(event, value)
  }

  public mutating func note(_ note: Note) {
    var note = note
    if note.source.unit == .packet { note.source.unit = .line }
    sink.note(note)
  }
}
