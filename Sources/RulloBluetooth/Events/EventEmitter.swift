internal import RulloBase

/// Numbers events, counts their time from the first one, and declares who takes part before it does.
///
/// Every source of events (the host stack, Direct Connect, text logs) hands them to one of these, so
/// that letters, numbers and times follow the same rule everywhere.
public struct EventEmitter<Sink: EventSink & ~Copyable>: ~Copyable {
  public var sink: Sink

  /// The clock of the source; its start is the time from which the source's own times count.
  public var clock: Clock

  /// The number of events so far.
  public private(set) var eventCount: Int {
    @inlinable get { emitted }
    set { emitted = newValue }
  }

  @usableFromInline internal var emitted = 0
  @usableFromInline internal var origin: Int64 = 0
  @usableFromInline internal var isDeviceDeclared: [Bool] = []
  @usableFromInline internal var isAttributeDeclared: [Bool] = []
  @usableFromInline internal var devices: [Device] = []
  @usableFromInline internal var attributes: [Attribute] = []
  @usableFromInline internal var links: [Link] = []
  private var hasBegun = false
  private var letters = 0

  /// More devices or attributes than this are noted and share the last place.
  public static var limit: Int { 4096 }

  public init(_ sink: consuming Sink, clock: Clock = Clock(kind: .none, resolution: 0)) {
    self.sink = sink
    self.clock = clock
  }

  /// Begins the recording at the source's own zero instead of at the first event.
  ///
  /// For a source whose times count from the first event of an earlier reading already.
  public mutating func beginAtZero() { begin(at: 0) }

  /// Declares a device to the sink now instead of with its first event.
  public mutating func announce(device index: Int) { declare(device: index) }

  /// Declares an attribute to the sink now instead of with its first event.
  public mutating func announce(attribute index: Int) { declare(attribute: index) }

  /// Registers a device; it is declared to the sink with its first event.
  ///
  /// It gets the letter of its place among the events, unless the source has named one.
  public mutating func add(_ device: Device) -> Int {
    guard devices.count < Self.limit else { return devices.count - 1 }
    devices.append(device)
    isDeviceDeclared.append(false)
    return devices.count - 1
  }

  /// Registers an attribute; it is declared to the sink with its first event.
  public mutating func add(_ attribute: Attribute, at source: SourceReference) -> Int {
    guard attributes.count < Self.limit else {
      note(
        Note(.limitReached, at: source, "more than \(Self.limit) attributes; the rest share one"))
      return attributes.count - 1
    }
    attributes.append(attribute)
    isAttributeDeclared.append(false)
    return attributes.count - 1
  }

  /// Registers a connection; it is declared with its next change, or at the end.
  public mutating func add(_ link: Link) -> Int {
    guard links.count < Self.limit else { return links.count - 1 }
    links.append(link)
    return links.count - 1
  }

  public func device(_ index: Int) -> Device? {
    devices.indices.contains(index) ? devices[index] : nil
  }

  /// Whether the device has taken part in an event.
  public func isDeclared(_ device: Int) -> Bool {
    isDeviceDeclared.indices.contains(device) && isDeviceDeclared[device]
  }

  public func attribute(_ index: Int) -> Attribute? {
    attributes.indices.contains(index) ? attributes[index] : nil
  }

  public func link(_ index: Int) -> Link? { links.indices.contains(index) ? links[index] : nil }

  /// Changes what is known of a device.
  public mutating func update(device index: Int, _ change: (inout Device) -> Void) {
    guard devices.indices.contains(index) else { return }
    let before = devices[index]
    change(&devices[index])
    if devices[index] != before, isDeviceDeclared[index] {
      sink.declare(devices[index], at: index)
    }
  }

  /// Changes what is known of an attribute.
  public mutating func update(attribute index: Int, _ change: (inout Attribute) -> Void) {
    guard attributes.indices.contains(index) else { return }
    let before = attributes[index]
    change(&attributes[index])
    if attributes[index] != before, isAttributeDeclared[index] {
      sink.declare(attributes[index], at: index)
    }
  }

  /// Changes what is known of a connection; its times count from the first event.
  public mutating func update(link index: Int, _ change: (inout Link) -> Void) {
    guard links.indices.contains(index) else { return }
    let before = links[index]
    change(&links[index])
    if links[index] != before, hasBegun { sink.declare(links[index], at: index) }
  }

  /// The time of an event as the sink will see it.
  public func recordingTime(_ time: Int64) -> Int64 { hasBegun ? time &- origin : 0 }

  /// Hands an event on.
  @inlinable @inline(__always)
  public mutating func emit(_ event: Event, _ value: RawSpan) {
    var event = event
    let isKnown =
      event.attribute >= 0
      ? event.attribute < isAttributeDeclared.count && isAttributeDeclared[event.attribute]
      : event.device >= 0 && event.device < isDeviceDeclared.count
        && isDeviceDeclared[event.device]
    if !isKnown { introduce(event) }
    emitted += 1
    event.number = emitted
    if event.hasTime { event.time = event.time &- origin }
    sink.event(event, value)
  }

  /// Hands an event on that has no value.
  public mutating func emit(_ event: Event) {
    let empty: [UInt8] = []
    empty.withRawSpan { emit(event, $0) }
  }

  public mutating func note(_ note: Note) { sink.note(note) }

  /// Gives the sink back.
  public consuming func intoSink() -> Sink { sink }

  /// Ends the source: declares what took part in no event.
  public mutating func finish() {
    begin(at: 0)
    for index in devices.indices { declare(device: index) }
    for index in attributes.indices { declare(attribute: index) }
    for index in links.indices { sink.declare(links[index], at: index) }
  }

  @inline(never) @usableFromInline
  internal mutating func introduce(_ event: Event) {
    begin(at: event.hasTime ? event.time : 0)
    declare(device: event.device)
    declare(attribute: event.attribute)
  }

  private mutating func begin(at time: Int64) {
    guard !hasBegun else { return }
    hasBegun = true
    origin = time
    var clock = clock
    clock.start = clock.start.advanced(by: time)
    sink.begin(clock)
  }

  private mutating func declare(device index: Int) {
    guard isDeviceDeclared.indices.contains(index), !isDeviceDeclared[index] else { return }
    isDeviceDeclared[index] = true
    if devices[index].alias.isEmpty { devices[index].alias = Device.alias(of: letters) }
    letters += 1
    sink.declare(devices[index], at: index)
  }

  private mutating func declare(attribute index: Int) {
    guard isAttributeDeclared.indices.contains(index), !isAttributeDeclared[index] else { return }
    isAttributeDeclared[index] = true
    sink.declare(attributes[index], at: index)
  }
}
