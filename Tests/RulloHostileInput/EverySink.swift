internal import RulloBase
public import RulloBluetooth
internal import RulloFieldLogs
public import RulloMeasurements
public import RulloRecordings

/// One pass into every sink that a command uses, so that hostile input meets all of them.
public struct EverySink: EventSink, ~Copyable {
  public private(set) var summary = RecordingSummary()
  public private(set) var digests = SessionDigests()
  private var rates = RateMeter()
  private var text = SessionTextWriter(source: SessionSource(file: "a", format: "b")) { _ in }
  private var json = EventJSONWriter { _ in }
  private var log = AppLogWriter { _ in }

  public init() {}

  public mutating func begin(_ clock: Clock) {
    summary.begin(clock)
    digests.begin(clock)
    rates.begin(clock)
    text.begin(clock)
    json.begin(clock)
    log.begin(clock)
  }

  public mutating func declare(_ device: Device, at index: Int) {
    summary.declare(device, at: index)
    digests.declare(device, at: index)
    rates.declare(device, at: index)
    text.declare(device, at: index)
    json.declare(device, at: index)
    log.declare(device, at: index)
  }

  public mutating func declare(_ attribute: Attribute, at index: Int) {
    summary.declare(attribute, at: index)
    digests.declare(attribute, at: index)
    rates.declare(attribute, at: index)
    text.declare(attribute, at: index)
    json.declare(attribute, at: index)
    log.declare(attribute, at: index)
  }

  public mutating func declare(_ link: Link, at index: Int) {
    summary.declare(link, at: index)
    text.declare(link, at: index)
  }

  public mutating func event(_ event: Event, _ value: RawSpan) {
    summary.event(event, value)
    digests.event(event, value)
    rates.event(event, value)
    text.event(event, value)
    json.event(event, value)
    log.event(event, value)
  }

  public mutating func note(_ note: Note) {
    summary.note(note)
    rates.note(note)
    json.note(note)
  }

  /// Ends what the sinks have begun and makes their reports.
  public mutating func finish(_ census: PacketCensus? = nil) {
    text.finish()
    json.finish()
    log.finish()
    var output = JSONWriter()
    RateReport(rates, file: "a", format: "b").writeJSON(to: &output)
    _ = Verdict(summary, census: census)
  }
}
