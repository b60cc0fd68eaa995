import RulloBase
import RulloBluetooth

/// Keeps what a stack hands on, and prints events in one line each.
struct EventList: EventSink {
  var devices: [Device?] = []
  var attributes: [Attribute?] = []
  var links: [Link?] = []
  var events: [(event: Event, value: [UInt8])] = []
  var notes: [Note] = []

  mutating func begin(_ clock: Clock) {}
  mutating func declare(_ device: Device, at index: Int) { Self.store(device, index, &devices) }
  mutating func declare(_ attribute: Attribute, at index: Int) {
    Self.store(attribute, index, &attributes)
  }
  mutating func declare(_ link: Link, at index: Int) { Self.store(link, index, &links) }
  mutating func event(_ event: Event, _ value: RawSpan) { events.append((event, value.copied())) }
  mutating func note(_ note: Note) { notes.append(note) }

  /// `packet direction kind path value detail`, without what is empty or zero.
  var lines: [String] {
    events.map { event, value in
      let attribute =
        attributes.indices.contains(event.attribute) ? attributes[event.attribute] : nil
      var parts = ["\(event.source.number)", "\(event.kind.word)"]
      if let attribute { parts.append(attribute.path) }
      if !value.isEmpty { parts.append(Hex.text(value)) }
      if event.detail != 0 { parts.append("=\(String(event.detail, radix: 16))") }
      return parts.joined(separator: " ")
    }
  }

  private static func store<Item>(_ item: Item, _ index: Int, _ list: inout [Item?]) {
    while list.count <= index { list.append(nil) }
    list[index] = item
  }
}
