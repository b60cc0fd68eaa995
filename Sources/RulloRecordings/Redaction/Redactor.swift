internal import RulloBase
public import RulloBluetooth

/// Hands events on with what identifies a device or a person replaced.
///
/// Values of names, serials, system ids and user data are replaced at the same length; so are the
/// names, serials and addresses that the source says of devices, and every place in another value or
/// a label where one of them stands. A first pass with ``RedactionSurvey`` learns those that are
/// said late; without it they are replaced from where they are met.
public struct Redactor<Sink: EventSink & ~Copyable>: EventSink, ~Copyable {
  public var sink: Sink
  public private(set) var pseudonyms: Pseudonyms
  private var attributes: [Int: Attribute] = [:]
  private var search = PatternSearch()
  private var searched = 0

  public init(_ sink: consuming Sink, _ pseudonyms: Pseudonyms = Pseudonyms()) {
    self.sink = sink
    self.pseudonyms = pseudonyms
  }

  /// Gives the sink back.
  public consuming func intoSink() -> Sink { sink }

  public mutating func begin(_ clock: Clock) { sink.begin(clock) }
  public mutating func note(_ note: Note) { sink.note(note) }
  public mutating func declare(_ link: Link, at index: Int) { sink.declare(link, at: index) }

  public mutating func declare(_ device: Device, at index: Int) {
    sink.declare(pseudonyms.redacted(device), at: index)
  }

  public mutating func declare(_ attribute: Attribute, at index: Int) {
    attributes[index] = attribute
    sink.declare(attribute, at: index)
  }

  public mutating func event(_ event: Event, _ value: RawSpan) {
    guard value.byteCount > 0 else { return sink.event(event, value) }
    if event.kind != .subscribe, event.kind != .unsubscribe,
      let kind = IdentifyingValue.kind(of: attributes[event.attribute]?.uuid)
    {
      let replaced = pseudonyms.replacement(of: value.copied(), kind)
      return replaced.withRawSpan { sink.event(event, $0) }
    }
    if searched != pseudonyms.entries.count {
      search = PatternSearch(pseudonyms)
      searched = pseudonyms.entries.count
    }
    guard search.firstMatch(in: value, from: 0) != nil else { return sink.event(event, value) }
    var octets = value.copied()
    search.replace(in: &octets)
    octets.withRawSpan { sink.event(event, $0) }
  }
}

/// Learns what identifies a device or a person, before anything is replaced.
public struct RedactionSurvey: EventSink, Sendable {
  /// A value that is too short to be looked for everywhere, and so is replaced where it stood.
  public struct ShortValue: Sendable {
    public let octets: [UInt8]
    public let kind: Pseudonyms.Kind
  }

  public private(set) var pseudonyms = Pseudonyms()

  /// Short values of a capture by the number of their packet.
  public private(set) var shortValues: [Int: [ShortValue]] = [:]

  /// More reads of names and serials than any honest capture has.
  private static let limit = 65_536

  private var attributes: [Int: BluetoothUUID] = [:]

  public init() {}

  public mutating func begin(_ clock: Clock) {}
  public mutating func note(_ note: Note) {}

  public mutating func declare(_ device: Device, at index: Int) {
    _ = pseudonyms.redacted(device)
  }

  public mutating func declare(_ attribute: Attribute, at index: Int) {
    attributes[index] = attribute.uuid
  }

  public mutating func event(_ event: Event, _ value: RawSpan) {
    guard value.byteCount > 0, event.kind != .subscribe, event.kind != .unsubscribe,
      let kind = IdentifyingValue.kind(of: attributes[event.attribute])
    else { return }
    let octets = value.copied()
    _ = pseudonyms.replacement(of: octets, kind)
    let end = octets.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    guard event.source.unit == .packet, !Pseudonyms.isSearched(Array(octets[..<end])),
      shortValues.count < Self.limit
    else { return }
    shortValues[event.source.number, default: []].append(ShortValue(octets: octets, kind: kind))
  }
}

extension Pseudonyms {
  /// A device with its name, serial and address replaced.
  mutating func redacted(_ device: Device) -> Device {
    var device = device
    if let name = device.name { device.name = replacement(of: name, .name) }
    if let serial = device.serial { device.serial = replacement(of: serial, .serial) }
    switch device.identity {
    case .address(let text):
      let words = text.split(separator: " ", maxSplits: 1)
      let octets = words.first.map { Hex.octets(ofAddress: $0) } ?? []
      guard octets.count == 6 else {
        device.identity = .address(replacement(of: text, .name))
        break
      }
      let sort = words.count > 1 ? " " + words[1] : ""
      device.identity = .address(
        Hex.text(replacement(of: octets, .address), separator: ":") + sort)
    case .endpoint(let text):
      // The port tells the kind of service and nothing of the person.
      let port = text.lastIndex(of: ":").map { String(text[$0...]) } ?? ""
      let host = String(text.dropLast(port.count))
      device.identity = .endpoint(replacement(of: host, .name) + port)
    case .link, .host, .unnamed: break
    }
    return device
  }
}

extension Hex {
  /// The octets of `AA:BB:CC:DD:EE:FF`; fewer where it is no such address.
  static func octets(ofAddress text: some StringProtocol) -> [UInt8] {
    text.split(separator: ":").compactMap { $0.utf8.count == 2 ? UInt8($0, radix: 16) : nil }
  }
}
