internal import RulloBase
public import RulloBluetooth

/// Everything that `rullo rate` says of one recording.
public struct RateReport: Sendable {
  public let file: String

  /// The word of the format: `btsnoop`, `app_log` ….
  public let format: String
  public let clock: Clock
  public let eventCount: Int
  public let duration: Int64?

  /// In the order of their first value, silent ones last.
  public let streams: [StreamReport]
  public let control: [(device: Device?, row: ControlMeter.Row)]
  public let notes: NoteBook

  /// How far back a ring of lines reaches, where the source is one.
  public var stretch: LogStretch?

  public init(_ meter: borrowing RateMeter, file: String, format: String) {
    self.file = file
    self.format = format
    let clock = meter.clock
    self.clock = clock
    eventCount = meter.eventCount
    duration = meter.duration
    let devices = meter.devices
    let attributes = meter.attributes
    let order = meter.streams.enumerated().sorted {
      ($0.element.count == 0 ? 1 : 0, $0.offset) < ($1.element.count == 0 ? 1 : 0, $1.offset)
    }
    let end = meter.end
    streams = order.map {
      StreamReport(
        $0.element, device: devices[$0.element.device],
        attribute: attributes[$0.element.attribute], clock: clock, end: end)
    }
    control = meter.control.rows.map { (devices[$0.device], $0) }
    notes = meter.allNotes
  }
}
