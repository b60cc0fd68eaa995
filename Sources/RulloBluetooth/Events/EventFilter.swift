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
    devices.isEmpty || devices.contains { Self.names($0, device) }
  }

  /// A letter, or a name in any case.
  static func names(_ wanted: String, _ device: Device) -> Bool {
    wanted.uppercased() == device.alias || wanted.lowercased() == device.name?.lowercased()
  }

  func includes(_ attribute: Attribute) -> Bool {
    characteristics.isEmpty || characteristics.contains { Self.names($0, attribute) }
  }

  /// A UUID, a path, the short form that tables print, or `h` and the handle of a named one too.
  static func names(_ wanted: String, _ attribute: Attribute) -> Bool {
    let wanted = wanted.lowercased()
    let paths = [attribute.path, attribute.shortPath].map { $0.lowercased() }
    return paths.contains { $0 == wanted || $0.hasSuffix("/" + wanted) }
      || (BluetoothUUID(wanted).map { $0 == attribute.uuid } ?? false)
      || (attribute.handle.map { Attribute.handlePath($0).lowercased() == wanted } ?? false)
  }

  /// Whether a word can name a characteristic at all.
  public static func isCharacteristic(_ word: String) -> Bool {
    let parts = word.split(separator: "/", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count) else { return false }
    return parts.allSatisfy { part in
      let name = part.split(separator: "#", omittingEmptySubsequences: false).first ?? part
      let isHandle = name.lowercased().hasPrefix("h") && name.dropFirst().utf8.count == 4
      let digits = isHandle ? String(name.dropFirst()) : String(name.filter { $0 != "…" })
      return isHandle || name.contains("…")
        ? !digits.isEmpty && digits.utf8.allSatisfy { Hex.digit($0) != nil }
        : BluetoothUUID(name) != nil
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

  /// What was asked for and is not in the recording, as a sentence with what is there instead.
  public var missing: String? {
    let devices = self.devices.sorted { $0.key < $1.key }.map(\.value.value)
    for wanted in selection.devices
    where !devices.contains(where: { EventSelection.names(wanted, $0) }) {
      let known = devices.map { $0.alias + ($0.name.map { " (\($0))" } ?? "") }
      return "there is no device '\(wanted)'" + Self.instead(known)
    }
    let attributes = self.attributes.sorted { $0.key < $1.key }.map(\.value.value)
    for wanted in selection.characteristics
    where !attributes.contains(where: { EventSelection.names(wanted, $0) }) {
      return "there is no characteristic '\(wanted)'" + Self.instead(attributes.map(\.shortPath))
    }
    return nil
  }

  private static func instead(_ known: [String]) -> String {
    guard !known.isEmpty else { return "; it holds none" }
    let more = known.count > 12 ? " and \(known.count - 12) more" : ""
    return "; it has " + known.prefix(12).joined(separator: ", ") + more
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
