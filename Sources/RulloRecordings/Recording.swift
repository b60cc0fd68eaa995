internal import RulloBase
public import RulloBluetooth

/// A recording in memory: the sink that keeps everything, in the order in which it came.
///
/// Values are slices of one block of octets, so that an event costs no allocation of its own.
public struct Recording: EventSink, Sendable {
  public private(set) var clock = Clock(kind: .none, resolution: 0)

  /// Devices, attributes and connections as last declared, by their index.
  public private(set) var devices: [Device] = []
  public private(set) var attributes: [Attribute] = []
  public private(set) var links: [Link] = []

  public private(set) var events: [Event] = []
  public private(set) var notes = NoteBook()

  private var octets: [UInt8] = []
  private var valueEnds: [Int] = []
  private var declarations: [Declaration] = []

  /// What was declared, and in front of which event.
  private struct Declaration: Sendable {
    enum Subject: Sendable {
      case device(Device, Int)
      case attribute(Attribute, Int)
      case link(Link, Int)
    }
    let position: Int
    let subject: Subject
  }

  public init() {}

  public mutating func begin(_ clock: Clock) { self.clock = clock }

  public mutating func declare(_ device: Device, at index: Int) {
    Self.put(device, at: index, in: &devices, filler: Device(.unnamed(index)))
    declarations.append(Declaration(position: events.count, subject: .device(device, index)))
  }

  public mutating func declare(_ attribute: Attribute, at index: Int) {
    Self.put(
      attribute, at: index, in: &attributes,
      filler: Attribute(device: attribute.device, uuid: nil))
    declarations.append(Declaration(position: events.count, subject: .attribute(attribute, index)))
  }

  public mutating func declare(_ link: Link, at index: Int) {
    Self.put(link, at: index, in: &links, filler: Link(device: link.device))
    declarations.append(Declaration(position: events.count, subject: .link(link, index)))
  }

  public mutating func event(_ event: Event, _ value: RawSpan) {
    events.append(event)
    unsafe value.withUnsafeBytes { unsafe octets.append(contentsOf: $0) }
    valueEnds.append(octets.count)
  }

  public mutating func note(_ note: Note) { notes.add(note) }

  /// Indexes come densely from an emitter; another source may leave gaps.
  private static func put<Item>(_ item: Item, at index: Int, in list: inout [Item], filler: Item) {
    guard (0..<1_000_000).contains(index) else { return }
    while list.count <= index { list.append(filler) }
    list[index] = item
  }
}

extension Recording {
  /// The octets of the event at a position of ``events``; empty where there is none.
  public func value(at position: Int) -> ArraySlice<UInt8> {
    guard valueEnds.indices.contains(position) else { return [] }
    return octets[(position > 0 ? valueEnds[position - 1] : 0)..<valueEnds[position]]
  }

  /// The attribute of an event, where it has one.
  public func attribute(of event: Event) -> Attribute? {
    attributes.indices.contains(event.attribute) ? attributes[event.attribute] : nil
  }

  /// The device of an event, where it has one.
  public func device(of event: Event) -> Device? {
    devices.indices.contains(event.device) ? devices[event.device] : nil
  }

  /// Lends every event with its value, in order.
  public func forEachEvent<Failure: Error>(
    _ body: (Event, RawSpan) throws(Failure) -> Void
  ) throws(Failure) {
    try octets.withRawSpan { (all: RawSpan) throws(Failure) in
      var start = 0
      for (event, end) in zip(events, valueEnds) {
        try body(event, all.extracting(start..<end))
        start = end
      }
    }
  }

  /// Hands everything on again in the order in which it came, the notes at the end.
  public func replay<Sink: EventSink & ~Copyable>(into sink: inout Sink) {
    sink.begin(clock)
    var next = 0
    var position = 0
    forEachEvent { event, value in
      declare(&next, before: position, into: &sink)
      sink.event(event, value)
      position += 1
    }
    declare(&next, before: position, into: &sink)
    for entry in notes.entries { for _ in 0..<entry.count { sink.note(entry.note) } }
  }

  private func declare<Sink: EventSink & ~Copyable>(
    _ next: inout Int, before position: Int, into sink: inout Sink
  ) {
    while next < declarations.count, declarations[next].position <= position {
      switch declarations[next].subject {
      case .device(let device, let index): sink.declare(device, at: index)
      case .attribute(let attribute, let index): sink.declare(attribute, at: index)
      case .link(let link, let index): sink.declare(link, at: index)
      }
      next += 1
    }
  }
}
