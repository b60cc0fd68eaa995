public import RulloBluetooth

/// Counts what a recording holds: the sink behind `rullo info`.
///
/// Memory follows the number of devices, links and attributes, not of events.
public struct RecordingSummary: EventSink, Sendable {
  /// Events of one attribute by kind.
  public struct Counts: Hashable, Sendable {
    private var values = [Int](repeating: 0, count: Event.Kind.allCases.count)

    public subscript(kind: Event.Kind) -> Int { values[Int(kind.rawValue)] }

    mutating func add(_ kind: Event.Kind) { values[Int(kind.rawValue)] += 1 }

    /// Events of all kinds.
    public var total: Int { values.reduce(0, +) }
  }

  public private(set) var clock = Clock(kind: .none, resolution: 0)
  public private(set) var devices: [Int: Device] = [:]
  public private(set) var attributes: [Int: Attribute] = [:]
  public private(set) var links: [Int: Link] = [:]

  /// What the source lacks or breaks, then what the devices say against themselves.
  public var notes: NoteBook {
    var all = sourceNotes
    for entry in contradictions.notes.entries { all.add(entry.note, count: entry.count) }
    return all
  }

  public private(set) var eventCount = 0
  public private(set) var firstTime = Event.noTime
  public private(set) var lastTime = Event.noTime

  /// By attribute: what the values of a handle without a name look like.
  private var shapes: [Int: ShapeFinder] = [:]

  /// By attribute: the layouts that the flags of its values announce.
  private var layouts: [LayoutChanges?] = []

  /// By device: how many links have ended; a data record does not outlive its link.
  private var endedLinks: [Int: Int] = [:]

  private var sourceNotes = NoteBook()
  private var contradictions = ContradictionFinder()

  /// By the attribute's index; one place more than the index, the first for facts of the links.
  private var counts: [Counts] = [Counts()]

  public init() {}

  public mutating func begin(_ clock: Clock) { self.clock = clock }

  public mutating func declare(_ device: Device, at index: Int) {
    devices[index] = device
    contradictions.declare(device, at: index)
  }

  public mutating func declare(_ attribute: Attribute, at index: Int) {
    attributes[index] = attribute
    contradictions.declare(attribute, at: index)
    while counts.count < index + 2 { counts.append(Counts()) }
    while layouts.count <= index { layouts.append(nil) }
    if layouts[index]?.uuid != attribute.uuid { layouts[index] = LayoutChanges(attribute.uuid) }
    if attribute.uuid == nil, attribute.handle != nil {
      if shapes[index] == nil { shapes[index] = ShapeFinder() }
    } else if !shapes.isEmpty {
      shapes[index] = nil
    }
  }

  /// What the values of an attribute look like that has no name; `nil` where nothing fits well.
  public func suggestion(for attribute: Int) -> ShapeFinder.Suggestion? {
    shapes[attribute]?.suggestion
  }

  /// How the layout of a stream changes; `nil` where it stays as it is.
  public func layoutChanges(of attribute: Int) -> LayoutChanges? {
    guard layouts.indices.contains(attribute), let changes = layouts[attribute],
      changes.count > 0
    else { return nil }
    return changes
  }

  public mutating func declare(_ link: Link, at index: Int) { links[index] = link }

  public mutating func note(_ note: Note) { sourceNotes.add(note) }

  public mutating func event(_ event: Event, _ value: RawSpan) {
    eventCount += 1
    if event.hasTime {
      if firstTime == Event.noTime { firstTime = event.time }
      lastTime = event.time
    }
    contradictions.event(event, value)
    if !shapes.isEmpty, event.kind == .notification || event.kind == .indication {
      shapes[event.attribute]?.add(value)
    }
    switch event.kind {
    case .notification, .indication:
      if layouts.indices.contains(event.attribute) {
        layouts[event.attribute]?.add(event, value, link: endedLinks[event.device, default: 0])
      }
    case .disconnect: endedLinks[event.device, default: 0] += 1
    default: break
    }
    let place = event.attribute + 1
    if counts.indices.contains(place) { counts[place].add(event.kind) }
  }

  /// The events of an attribute; -1 for facts of the links.
  public func counts(of attribute: Int) -> Counts {
    counts.indices.contains(attribute + 1) ? counts[attribute + 1] : Counts()
  }

  /// All events of a kind.
  public func count(_ kind: Event.Kind) -> Int { counts.reduce(0) { $0 + $1[kind] } }

  /// The devices in the order of their letters, with their attributes by handle or first event.
  public var devicesInOrder: [(index: Int, device: Device)] {
    devices.map { (index: $0.key, device: $0.value) }
      .sorted {
        ($0.device.alias.count, $0.device.alias) < ($1.device.alias.count, $1.device.alias)
      }
  }

  /// The attributes of a device in the order of their handles, else of their first event.
  public func attributesInOrder(of device: Int) -> [(index: Int, attribute: Attribute)] {
    attributes.filter { $0.value.device == device }.map { (index: $0.key, attribute: $0.value) }
      .sorted { left, right in
        let handles = (left.attribute.handle ?? 0, right.attribute.handle ?? 0)
        return (handles.0, left.index) < (handles.1, right.index)
      }
  }

  /// The connections of a device in file order.
  public func linksInOrder(of device: Int) -> [Link] {
    links.filter { $0.value.device == device }.sorted { $0.key < $1.key }.map(\.value)
  }
}
