internal import RulloBase
public import RulloBluetooth

/// What is measured of one stream while it passes: one mutating call an event, nothing allocated.
@usableFromInline
internal struct StreamAccumulator: Sendable {
  @usableFromInline internal let device: Int
  @usableFromInline internal let attribute: Int
  @usableFromInline internal let kind: Event.Kind

  @usableFromInline internal var count = 0
  @usableFromInline internal var firstTime = Event.noTime
  @usableFromInline internal var lastTime = Event.noTime
  @usableFromInline internal var intervals = IntervalDistribution()

  /// Values that differ from the one before on the same stream; the first one does.
  @usableFromInline internal var freshCount = 0
  @usableFromInline internal var firstFreshTime = Event.noTime
  @usableFromInline internal var lastFreshTime = Event.noTime

  /// The most notifications in a row with equal octets.
  @usableFromInline internal var longestRun = 0

  /// When an app subscribed, for streams that then stayed silent.
  @usableFromInline internal var subscribed: Int64?

  @usableFromInline internal var counters: RevolutionCounters?

  /// Values, and fresh ones, that have a time: only these make rates.
  @usableFromInline internal var timedCount = 0
  @usableFromInline internal var timedFreshCount = 0

  /// Where the first value without a time stands.
  @usableFromInline internal var untimedSource: SourceReference?

  @usableFromInline internal var run = 0
  @usableFromInline internal var lastEvent = 0
  @usableFromInline internal var memory = ValueMemory()
  @usableFromInline internal var gaps = GapCandidates()
  @usableFromInline internal var hasCounters = false

  /// Joined *More Data* records, for the characteristics that have them.
  @usableFromInline internal var records: RecordCounter?
  @usableFromInline internal var hasRecords = false

  /// Whether a part with *More Data* was seen; until then every value is a record.
  @usableFromInline internal var hasParts = false

  @usableFromInline
  internal init(
    device: Int, attribute: Int, kind: Event.Kind, counters: RevolutionCounters?,
    records: RecordCounter?
  ) {
    self.device = device
    self.attribute = attribute
    self.kind = kind
    self.counters = counters
    hasCounters = counters != nil
    self.records = records
    hasRecords = records != nil
  }

  @inlinable @inline(__always)
  internal mutating func add(_ event: Event, _ value: RawSpan) {
    let timeBefore = lastTime
    count += 1
    if event.hasTime {
      timedCount += 1
      if timedCount == 1 {
        firstTime = event.time
      } else {
        // A clock that steps back gives an interval of zero; the reader has noted the step.
        let interval = min(max(0, event.time &- lastTime), Instant.furthest)
        intervals.add(interval)
        gaps.add(interval, start: lastTime, afterEvent: lastEvent)
      }
      lastTime = event.time
    } else if untimedSource == nil {
      untimedSource = event.source
    }
    lastEvent = event.number
    if memory.replace(value) {
      freshCount += 1
      if event.hasTime {
        if timedFreshCount == 0 { firstFreshTime = event.time }
        timedFreshCount += 1
        lastFreshTime = event.time
      }
      run = 1
    } else {
      run += 1
    }
    if run > longestRun { longestRun = run }
    // Nearly every record fits in one notification: only the others cost a call. The flags of a value
    // stand in its first octet, More Data in their lowest bit.
    if hasRecords, hasParts || memory.words.0 & 1 != 0 { addPart(event, value, before: timeBefore) }
    // A repeat holds the same counters: only fresh values can advance the device's clock.
    if hasCounters, run == 1 { addCounters(event, value) }
  }

  @inline(never) @usableFromInline
  internal mutating func addPart(_ event: Event, _ value: RawSpan, before: Int64) {
    if !hasParts {
      hasParts = true
      records?.begin(
        count: count - 1, first: count == 1 ? Event.noTime : firstTime, last: before)
    }
    records?.add(
      hasMoreData: (value.octet(0) ?? 0) & 1 != 0, time: event.time)
  }

  @inline(never) @usableFromInline
  internal mutating func addCounters(_ event: Event, _ value: RawSpan) {
    counters?.add(value, arrival: event.time)
  }
}
