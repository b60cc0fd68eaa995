internal import RulloBase

/// Which events of a recording are wanted; without a condition, all of them.
public struct EventSelection: Sendable {
  /// Nanoseconds since the first event, both included.
  public var from: Int64?
  public var to: Int64?

  /// Letters or names of devices.
  public var devices: [String] = []

  /// `2AD2`, a full UUID, `1826/2AD2`, `2AD2#2` or `h0052`.
  public var characteristics: [String] = []

  public init() {}

  public var isEverything: Bool {
    from == nil && to == nil && devices.isEmpty && characteristics.isEmpty
  }

  func includes(_ device: Device) -> Bool {
    devices.isEmpty
      || devices.contains { $0.uppercased() == device.alias || $0 == device.name }
  }

  func includes(_ attribute: Attribute) -> Bool {
    characteristics.isEmpty
      || characteristics.contains { wanted in
        wanted.lowercased() == attribute.path.lowercased()
          || attribute.path.lowercased().hasSuffix("/" + wanted.lowercased())
          || (BluetoothUUID(wanted).map { $0 == attribute.uuid } ?? false)
      }
  }
}

/// Hands on only the events of a selection; their numbers and times stay those of the recording.
///
/// Devices and attributes are declared with their first event that is handed on.
public struct EventFilter<Sink: EventSink & ~Copyable>: EventSink, ~Copyable {
  public var sink: Sink
  private let selection: EventSelection
  private var devices: [Int: Entry<Device>] = [:]
  private var attributes: [Int: Entry<Attribute>] = [:]

  private struct Entry<Value> {
    var value: Value
    var isWanted: Bool
    var isDeclared = false
  }

  public init(_ sink: consuming Sink, _ selection: EventSelection) {
    self.sink = sink
    self.selection = selection
  }

  /// Gives the sink back.
  public consuming func intoSink() -> Sink { sink }

  public mutating func begin(_ clock: Clock) { sink.begin(clock) }

  public mutating func declare(_ device: Device, at index: Int) {
    let isDeclared = devices[index]?.isDeclared ?? false
    // A name that is learned later may be the one that is wanted.
    devices[index] = Entry(
      value: device, isWanted: selection.includes(device), isDeclared: isDeclared)
    if isDeclared { sink.declare(device, at: index) }
  }

  public mutating func declare(_ attribute: Attribute, at index: Int) {
    let isDeclared = attributes[index]?.isDeclared ?? false
    attributes[index] = Entry(
      value: attribute, isWanted: selection.includes(attribute), isDeclared: isDeclared)
    if isDeclared { sink.declare(attribute, at: index) }
  }

  public mutating func declare(_ link: Link, at index: Int) {
    if devices[link.device]?.isDeclared ?? false { sink.declare(link, at: index) }
  }

  public mutating func note(_ note: Note) { sink.note(note) }

  public mutating func event(_ event: Event, _ value: RawSpan) {
    guard devices[event.device]?.isWanted ?? selection.devices.isEmpty,
      attributes[event.attribute]?.isWanted ?? selection.characteristics.isEmpty
    else { return }
    if let from = selection.from, !event.hasTime || event.time < from { return }
    if let to = selection.to, !event.hasTime || event.time > to { return }
    if let device = devices[event.device], !device.isDeclared {
      devices[event.device]?.isDeclared = true
      sink.declare(device.value, at: event.device)
    }
    if let attribute = attributes[event.attribute], !attribute.isDeclared {
      attributes[event.attribute]?.isDeclared = true
      sink.declare(attribute.value, at: event.attribute)
    }
    sink.event(event, value)
  }
}
