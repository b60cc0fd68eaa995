public import RulloBase

/// The newest events of one kind, within limits; an old one goes when a new one needs its room.
public struct EventRing: Sendable {
  public enum Direction: UInt8, Hashable, Sendable {
    case fromDevice, toDevice
  }

  public struct Entry: Hashable, Sendable {
    /// The position in the log, from 0.
    public let number: Int
    /// In nanoseconds since the log began.
    public let time: Int64
    public let direction: Direction
    public let uuid: BluetoothUUID
  }

  public let limits: DiagnosticLimits

  /// Events that had to go, or that no room was large enough for.
  public private(set) var dropped = 0

  /// How many octets the values that are kept have.
  public private(set) var octetCount = 0

  // Both grow at their end and are cut at their front once half of them is gone: each event is
  // moved once at most, and memory is twice the limits at most.
  private var entries: [(entry: Entry, end: Int)] = []
  private var values: [UInt8] = []
  private var gone = 0
  private var goneOctets = 0
  private var base = 0

  public init(_ limits: DiagnosticLimits) { self.limits = limits }

  public var count: Int { entries.count - gone }

  /// What the ring takes up, whatever it keeps.
  var capacityOctets: Int {
    entries.capacity * MemoryLayout<(entry: Entry, end: Int)>.stride + values.capacity
  }

  /// The position of the oldest event, for ``entry(_:)``.
  var first: Int { base + gone }

  func entry(_ position: Int) -> Entry? {
    let place = position - base
    return place >= gone && entries.indices.contains(place) ? entries[place].entry : nil
  }

  func octets(_ position: Int) -> [UInt8] {
    let place = position - base
    guard place >= gone, entries.indices.contains(place) else { return [] }
    let start = place == 0 ? 0 : entries[place - 1].end
    return Array(values[start..<entries[place].end])
  }

  mutating func add(_ entry: Entry, _ octets: [UInt8]) {
    guard octets.count <= limits.octets else {
      dropped += 1
      return
    }
    while count > 0, isFull(for: octets.count) || isOld(entry.time) { dropFirst() }
    values += octets
    octetCount += octets.count
    entries.append((entry, values.count))
  }

  private func isFull(for more: Int) -> Bool {
    count >= limits.events || octetCount + more > limits.octets
  }

  private func isOld(_ now: Int64) -> Bool {
    let (age, overflow) = now.subtractingReportingOverflow(entries[gone].entry.time)
    return overflow ? now > 0 : age > limits.age
  }

  private mutating func dropFirst() {
    let size = entries[gone].end - goneOctets
    goneOctets = entries[gone].end
    octetCount -= size
    gone += 1
    dropped += 1
    guard gone > 64, gone * 2 >= entries.count || goneOctets * 2 >= values.count else { return }
    values.removeFirst(goneOctets)
    entries.removeFirst(gone)
    for place in entries.indices { entries[place].end -= goneOctets }
    base += gone
    gone = 0
    goneOctets = 0
  }
}
