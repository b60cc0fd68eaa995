internal import RulloBase
public import RulloBluetooth
internal import RulloFitness

/// The layouts that the values of one stream announce in their flags, and how often one gives way
/// to another.
///
/// A trainer may send other fields once it was started: that is a fact about it, not a fault. The
/// parts of a data record that *More Data* splits count as one, with the fields of all of them.
public struct LayoutChanges: Hashable, Sendable {
  /// One layout in place of another: the flags of both, without those that announce no field.
  public struct Change: Hashable, Sendable {
    public let before: UInt32
    public let after: UInt32

    /// In nanoseconds since the first event; ``Event/noTime`` where the source has no clock.
    public let time: Int64
    public let source: SourceReference
  }

  public private(set) var count = 0
  public private(set) var first: Change?

  /// The flags of the layouts in the order of their first value, at most 16.
  public private(set) var layouts: [UInt32] = []

  let uuid: BluetoothUUID
  private let flagOctets: Int
  private let mask: UInt32
  private let isSplit: Bool
  private var last: UInt32?

  /// What the parts of an open record announced so far, and on which link.
  private var open: UInt32 = 0
  private var openLink = 0

  private static let limit = 16

  /// Answers `nil` for a characteristic without flags for its fields.
  init?(_ uuid: BluetoothUUID?) {
    guard let uuid, let layout = CharacteristicLayout.layout(for: uuid), layout.flagOctets > 0
    else { return nil }
    self.uuid = uuid
    flagOctets = layout.flagOctets
    mask = layout.fieldFlags
    isSplit = DataRecords.areIn(uuid)
    guard mask != 0 else { return nil }
  }

  /// Takes one value; a link that ended leaves the parts of its last record behind.
  mutating func add(_ event: Event, _ value: RawSpan, link: Int) {
    guard let octets = value.little(0, octets: flagOctets) else { return }
    var flags = UInt32(truncatingIfNeeded: octets) & mask
    if isSplit {
      if openLink != link { (open, openLink) = (0, link) }
      if flags & 1 != 0 {
        open |= flags & ~1
        return
      }
      flags |= open
      open = 0
    }
    guard flags != last else { return }
    defer { last = flags }
    if layouts.count < Self.limit, !layouts.contains(flags) { layouts.append(flags) }
    guard let last else { return }
    count += 1
    if first == nil {
      first = Change(before: last, after: flags, time: event.time, source: event.source)
    }
  }

  /// The fields that one layout has and another has not, in the words of the specification.
  public func fields(in flags: UInt32, notIn other: UInt32) -> [String] {
    guard let layout = CharacteristicLayout.layout(for: uuid) else { return [] }
    let names = layout.fieldNames(ofFlags: other)
    return layout.fieldNames(ofFlags: flags).filter { !names.contains($0) }
  }

  /// Writes `{"count":…,"layouts":[…],"first":{"time_ns":…,"source":{…},"before":…,"after":…}}`.
  func writeJSON(to json: inout JSONWriter) {
    json.beginObject()
    json.number("count", count)
    json.key("layouts")
    json.beginArray()
    for flags in layouts { json.number(Int64(flags)) }
    json.endArray()
    if let first {
      json.key("first")
      json.beginObject()
      json.number("time_ns", first.time == Event.noTime ? nil : first.time)
      json.key("source")
      first.source.writeJSON(to: &json)
      json.number("before", Int64(first.before))
      json.number("after", Int64(first.after))
      json.endObject()
    }
    json.endObject()
  }
}
