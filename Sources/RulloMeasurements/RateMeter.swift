internal import RulloBase
public import RulloBluetooth
internal import RulloFitness

/// Measures every stream and every control point of a recording in one pass.
///
/// Memory follows the number of streams, not of events.
public struct RateMeter: EventSink, ~Copyable {
  @usableFromInline internal var source = Clock(kind: .none, resolution: 0)

  public var clock: Clock { source }
  public private(set) var devices: [Int: Device] = [:]
  public private(set) var attributes: [Int: Attribute] = [:]
  public private(set) var notes = NoteBook()
  public private(set) var control = ControlMeter()

  /// In the order of their first value or subscription.
  @usableFromInline internal var streams: [StreamAccumulator] = []

  // Values of streams are counted by their streams alone; these are all other events.
  private var otherCount = 0
  private var otherFirst = Int64.max
  private var otherLast = Event.noTime

  /// For each attribute two places, notifications and indications; 0 none, else the stream plus 1.
  @usableFromInline internal var places: [Int32] = []

  public init() {}

  public mutating func begin(_ clock: Clock) { source = clock }

  public mutating func declare(_ device: Device, at index: Int) { devices[index] = device }

  public mutating func declare(_ attribute: Attribute, at index: Int) {
    attributes[index] = attribute
    if places.count < 2 * index + 2 {
      places.append(contentsOf: repeatElement(0, count: 2 * index + 2 - places.count))
    }
  }

  public mutating func note(_ note: Note) { notes.add(note) }

  @inlinable @inline(__always)
  public mutating func event(_ event: Event, _ value: RawSpan) {
    if event.kind == .notification || event.kind == .indication {
      let place = 2 * event.attribute + (event.kind == .indication ? 1 : 0)
      if place >= 0, place < places.count {
        let stream = Int(places[place])
        if stream > 0 {
          streams[stream - 1].add(event, value)
          return
        }
      }
    }
    other(event, value)
  }

  /// Events of all kinds.
  var eventCount: Int { streams.reduce(otherCount) { $0 + $1.count } }

  /// From the earliest to the latest event, in nanoseconds; `nil` where none has a time.
  var duration: Int64? {
    let timed = streams.filter { $0.timedCount > 0 }
    let first = timed.reduce(otherFirst) { min($0, $1.firstTime) }
    let last = timed.reduce(otherLast) { max($0, $1.lastTime) }
    return last == Event.noTime ? nil : max(0, last &- first)
  }

  /// The time of the latest event; `nil` where none has a time.
  var end: Int64? {
    let last = streams.filter { $0.timedCount > 0 }.reduce(otherLast) { max($0, $1.lastTime) }
    return last == Event.noTime ? nil : last
  }

  /// The notes, with what the streams met.
  var allNotes: NoteBook {
    var all = notes
    for stream in streams where source.kind != .none {
      guard let untimed = stream.untimedSource else { continue }
      all.add(Self.missingTime(at: untimed), count: stream.count - stream.timedCount)
    }
    return all
  }

  private static func missingTime(at source: SourceReference) -> Note {
    Note(.missingTime, at: source, "an event without a time: it counts in no interval")
  }

  private mutating func count(_ event: Event) {
    otherCount += 1
    if event.hasTime {
      otherFirst = min(otherFirst, event.time)
      otherLast = max(otherLast, event.time)
    } else if source.kind != .none {
      notes.add(Self.missingTime(at: event.source))
    }
  }

  /// Takes what is no value of a known stream: the first value of one, and control traffic.
  @inline(never) @usableFromInline
  internal mutating func other(_ event: Event, _ value: RawSpan) {
    let attribute = attributes[event.attribute]
    let isControl = ControlMeter.isControlPoint(attribute?.uuid)
    let isValue = event.kind == .notification || event.kind == .indication
    if isControl || !isValue { count(event) }
    if let attribute, isControl {
      for note in control.add(event, attribute, value) { notes.add(note) }
      return
    }
    switch event.kind {
    case .notification, .indication:
      streams[stream(event, event.kind, attribute)].add(event, value)
    case .subscribe:
      // Bit 0 of the descriptor asks for notifications, bit 1 for indications.
      let kind: Event.Kind = (value.octet(0) ?? 1) & 1 == 1 ? .notification : .indication
      let stream = stream(event, kind, attribute)
      if streams[stream].subscribed == nil { streams[stream].subscribed = event.time }
    case .connect: control.linkChanged(of: event.device)
    case .disconnect:
      control.linkChanged(of: event.device)
      dropRecords(of: event.device, at: event.source)
    default: break
    }
  }

  /// Drops what a device began and cannot end any more.
  private mutating func dropRecords(of device: Int, at source: SourceReference) {
    for stream in streams.indices where streams[stream].device == device {
      guard streams[stream].records?.drop() == true else { continue }
      notes.add(
        Note(
          .partialRecord, at: source,
          "a data record whose last part was still to come when the link ended was dropped"))
    }
  }

  /// The position of a stream; opens it when it is new.
  private mutating func stream(_ event: Event, _ kind: Event.Kind, _ attribute: Attribute?) -> Int {
    let place = 2 * event.attribute + (kind == .indication ? 1 : 0)
    let isKnown = places.indices.contains(place)
    if isKnown, places[place] > 0 { return Int(places[place]) - 1 }
    streams.append(
      StreamAccumulator(
        device: event.device, attribute: event.attribute, kind: kind,
        counters: RevolutionCounters(attribute?.uuid),
        records: DataRecords.areIn(attribute?.uuid) ? RecordCounter() : nil))
    if isKnown { places[place] = Int32(streams.count) }
    return streams.count - 1
  }
}
