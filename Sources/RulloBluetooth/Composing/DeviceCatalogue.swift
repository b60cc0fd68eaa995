internal import RulloBase

/// Who takes part in a recording and with what, known before its events are composed into packets.
///
/// A first pass over a recording fills it, or a simulator that knows its device. It keeps what was
/// declared and nothing of the events, so that its size follows the devices.
public struct DeviceCatalogue: EventSink, Sendable {
  public internal(set) var devices: [Int: Device] = [:]
  public internal(set) var attributes: [Int: Attribute] = [:]

  /// The connections of each device in order.
  public internal(set) var links: [Int: [Link]] = [:]

  /// The devices that have an event of a connection being made.
  var connecting: Set<Int> = []

  private var linkPlaces: [Int: (device: Int, place: Int)] = [:]

  public init() {}

  public mutating func begin(_ clock: Clock) {}
  public mutating func note(_ note: Note) {}

  public mutating func declare(_ device: Device, at index: Int) { devices[index] = device }

  public mutating func declare(_ attribute: Attribute, at index: Int) {
    attributes[index] = attribute
  }

  public mutating func declare(_ link: Link, at index: Int) {
    if let known = linkPlaces[index], known.device == link.device {
      links[known.device]?[known.place] = link
    } else {
      linkPlaces[index] = (link.device, links[link.device]?.count ?? 0)
      links[link.device, default: []].append(link)
    }
  }

  public mutating func event(_ event: Event, _ value: RawSpan) {
    if event.kind == .connect { connecting.insert(event.device) }
  }
}
