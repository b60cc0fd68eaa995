public import RulloBluetooth
internal import RulloFitness

/// Hands everything on and counts the values that do not decode; keeps the notes.
public struct FaultCounter<Sink: EventSink & ~Copyable>: EventSink, ~Copyable {
  public var sink: Sink
  public private(set) var faultCount = 0

  /// The number of the first event whose value does not decode; 0 where all do.
  public private(set) var firstFault = 0
  public private(set) var notes = NoteBook()
  private var layouts: [Int: CharacteristicLayout] = [:]

  public init(_ sink: consuming Sink) { self.sink = sink }

  public mutating func begin(_ clock: Clock) { sink.begin(clock) }

  public mutating func declare(_ device: Device, at index: Int) { sink.declare(device, at: index) }

  public mutating func declare(_ attribute: Attribute, at index: Int) {
    layouts[index] = attribute.uuid.flatMap(CharacteristicLayout.layout(for:))
    sink.declare(attribute, at: index)
  }

  public mutating func declare(_ link: Link, at index: Int) { sink.declare(link, at: index) }

  public mutating func note(_ note: Note) {
    notes.add(note)
    sink.note(note)
  }

  public mutating func event(_ event: Event, _ value: RawSpan) {
    if event.kind.carriesValue, let layout = layouts[event.attribute],
      layout.decode(value).fault != nil
    {
      faultCount += 1
      if firstFault == 0 { firstFault = event.number }
    }
    sink.event(event, value)
  }
}
