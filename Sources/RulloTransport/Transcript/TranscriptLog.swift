internal import RulloBase
internal import RulloBluetooth

/// What both sides did, as events with what is to be said of each; rendered by a
/// ``TranscriptWriter``.
public struct TranscriptLog: Sendable {
  /// An event, the end of its octets, and the remark behind it.
  struct Entry: Sendable {
    let event: Event
    let end: Int
    var remark: String?
  }

  private(set) var devices: [Device]
  private(set) var attributes: [Attribute] = []
  private(set) var entries: [Entry] = []
  private(set) var octets: [UInt8] = []
  private var indexes: [Key: Int] = [:]
  private var number = 0

  private struct Key: Hashable {
    let device: Int
    let identity: CharacteristicIdentity
  }

  let hasClock: Bool

  init(devices: [Device], hasClock: Bool) {
    self.hasClock = hasClock
    self.devices = devices.enumerated().map { index, device in
      var device = device
      if device.alias.isEmpty { device.alias = Device.alias(of: index) }
      return device
    }
  }

  public var isEmpty: Bool { entries.isEmpty }

  /// The number of events so far, also of those that a writer has taken.
  public var count: Int { number }

  /// The index of a characteristic, under which a writer declares it.
  mutating func attribute(_ identity: CharacteristicIdentity, device: Int) -> Int {
    let key = Key(device: device, identity: identity)
    if let known = indexes[key] { return known }
    indexes[key] = attributes.count
    attributes.append(
      Attribute(
        device: device, service: identity.service, uuid: identity.uuid,
        instance: identity.instance))
    return attributes.count - 1
  }

  mutating func add(
    _ kind: Event.Kind, _ direction: Event.Direction, at time: Int64, device: Int,
    attribute: Int = -1, detail: Int = 0, request: UInt8 = 0, _ bytes: [UInt8] = [],
    remark: String? = nil
  ) {
    number += 1
    var event = Event(
      kind, direction, time: hasClock ? time : Event.noTime, device: device, attribute: attribute,
      detail: detail,
      source: SourceReference(.line, number))
    event.number = number
    event.request = request
    octets += bytes
    entries.append(Entry(event: event, end: octets.count, remark: remark))
  }

  /// Says more of the event that was added as the `number`th, as long as no writer took it.
  mutating func remark(_ text: String, on number: Int) {
    let place = number - (self.number - entries.count) - 1
    guard entries.indices.contains(place) else { return }
    entries[place].remark = entries[place].remark.map { $0 + " " + text } ?? text
  }

  /// Forgets the events; numbers and characteristics stay.
  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    octets.removeAll(keepingCapacity: true)
  }
}
