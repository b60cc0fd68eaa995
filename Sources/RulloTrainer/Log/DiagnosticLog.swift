internal import RulloBase
internal import RulloBluetooth
internal import RulloFieldLogs
public import RulloTransport

/// What an app keeps of its traffic, for the export in which a user reports a fault.
///
/// Bounded by time and by lines. Control points and status are kept apart from streams, so that ten
/// notifications a second never push out the command that went wrong. What was dropped is counted, and
/// the export says so. Default: 113,000 stream events, 90 minutes at the 20.9 lines a second that a
/// KICKR CORE was seen to log, and 16,384 control events for a day. Memory: 32 MiB at most
/// by default, 48 octets an event and its own octets, four times over while the rings move on.
public struct DiagnosticLog: Sendable {
  public private(set) var streams: EventRing
  public private(set) var control: EventRing

  /// The time of day of virtual time zero, in nanoseconds.
  public let start: Int64

  private var next = 0

  /// The characteristics that are kept apart, by their 16-bit UUIDs.
  public static let controlling: Set<UInt16> = [0x2A55, 0x2A66, 0x2AD3, 0x2AD9, 0x2ADA]

  public init(
    startOfDay start: Duration = .zero, streams: DiagnosticLimits = .streams,
    control: DiagnosticLimits = .control
  ) {
    let (seconds, attoseconds) = start.components
    self.start =
      (seconds % 86_400 + 86_400) % 86_400 * 1_000_000_000
      + max(0, attoseconds) / 1_000_000_000
    self.streams = EventRing(streams)
    self.control = EventRing(control)
  }

  /// Keeps one exchange; `time` is in nanoseconds since the log began.
  public mutating func add(
    _ direction: EventRing.Direction, _ characteristic: CharacteristicIdentity,
    _ octets: [UInt8], at time: Int64
  ) {
    let uuid = characteristic.uuid
    let entry = EventRing.Entry(number: next, time: time, direction: direction, uuid: uuid)
    next += 1
    if let short = uuid.short, Self.controlling.contains(short) {
      control.add(entry, octets)
    } else {
      streams.add(entry, octets)
    }
  }

  /// What the log takes up, in octets.
  public var memory: Int { streams.capacityOctets + control.capacityOctets }

  /// Events that were dropped.
  public var droppedCount: Int { streams.dropped + control.dropped }

  /// The log as text in the app log format, oldest first, with what it lacks in front.
  public func export() -> [UInt8] {
    var octets: [UInt8] = []
    for line in header { octets += Array(line.utf8) + [0x0A] }
    var writer = AppLogWriter { block in octets.append(contentsOf: block.copied()) }
    let clock = Clock(
      kind: .timeOfDay, resolution: 1_000_000,
      start: Instant(seconds: start / 1_000_000_000, nanoseconds: start % 1_000_000_000))
    writer.begin(clock)
    var attributes: [BluetoothUUID: Int] = [:]
    var (stream, command) = (streams.first, control.first)
    while true {
      let one = streams.entry(stream)
      let other = control.entry(command)
      let isStream: Bool
      switch (one, other) {
      case (nil, nil):
        writer.finish()
        return octets
      case (_, nil): isStream = true
      case (nil, _): isStream = false
      case (let left?, let right?): isStream = left.number < right.number
      }
      guard let entry = isStream ? one : other else { continue }
      let place = attributes[entry.uuid] ?? attributes.count
      if place == attributes.count {
        attributes[entry.uuid] = place
        writer.declare(Attribute(device: 0, uuid: entry.uuid), at: place)
      }
      let event = Event(
        entry.direction == .toDevice ? .writeRequest : .notification,
        entry.direction == .toDevice ? .toDevice : .fromDevice,
        time: entry.time, device: 0, attribute: place, source: SourceReference(.line, 0))
      let value = isStream ? streams.octets(stream) : control.octets(command)
      value.withRawSpan { writer.event(event, $0) }
      if isStream { stream += 1 } else { command += 1 }
    }
  }

  /// What was dropped, in words that are no exchange.
  private var header: [String] {
    let rings = [("stream", streams), ("control", control)]
    return rings.compactMap { name, ring in
      guard ring.dropped > 0 else { return nil }
      let count =
        "# \(ring.dropped) \(name) \(ring.dropped == 1 ? "line was" : "lines were") dropped"
      guard let oldest = ring.entry(ring.first) else { return count }
      return count + ": what they said before \(timeOfDay(oldest.time)) is gone"
    }
  }

  private func timeOfDay(_ time: Int64) -> String {
    let (sum, overflow) = start.addingReportingOverflow(time)
    let instant = Instant(units: overflow ? start : sum, perSecond: 1_000_000_000)
    var text = TextBuffer()
    let ofDay = Instant(
      seconds: (instant.seconds % 86_400 + 86_400) % 86_400, nanoseconds: instant.nanoseconds)
    _ = ofDay.appendTimeOfDay(places: 3, to: &text)
    return text.withBytes { String(decoding: $0.copied(), as: UTF8.self) }
  }
}
