internal import RulloBase
internal import RulloBluetooth
internal import RulloFitness
internal import RulloMeasurements

/// What one stream of a device shows in the connections that are held against the other session's.
struct StreamFacts: Sendable {
  let layout: CharacteristicLayout?
  let plan: [FieldPlan]
  private let steps: [FieldStep]

  private(set) var count = 0
  private(set) var firstEvent = 0

  /// Values with the octets of the value before.
  private(set) var repeats = 0
  private(set) var firstRepeat = 0

  /// What does not decode.
  private(set) var faults = 0
  private(set) var firstFault = 0

  /// Octets of a value without a table; octets behind the last field of one with a table.
  private(set) var lengths = Tally()
  private(set) var trailing = Tally()

  /// Values whose field of two octets came as one.
  private(set) var narrow = 0
  private(set) var firstNarrow = 0

  /// Flags as sent, and records as the rows that they carry.
  private(set) var flags = Tally()
  private(set) var records = Tally()

  /// Notifications that a record took.
  private(set) var parts = Tally()

  /// The same by the stretch between two anchors.
  private(set) var phases: [Phase] = []
  private(set) var fields: [FieldFacts]

  /// Between the ends of records, and how far the longest one reaches.
  private(set) var intervals = IntervalDistribution()
  private(set) var longest: Int64 = 0
  private(set) var longestEvent = 0

  struct Phase: Sendable {
    let stretch: Int
    var records = Tally()
  }

  private var previous: [UInt8] = []
  private var lastEnd: Int64?
  private var openRows: UInt32 = 0
  private var openParts: UInt32 = 0
  private let moreData: Bool

  init(_ uuid: BluetoothUUID?) {
    let layout = uuid.flatMap(CharacteristicLayout.layout(for:))
    // Values with op codes have no fields of their own.
    self.layout = layout?.operations == nil ? layout : nil
    plan = self.layout.map(FieldPlan.rows(of:)) ?? []
    steps = plan.map(\.step)
    fields = [FieldFacts](repeating: FieldFacts(), count: plan.count)
    moreData = self.layout?.tables[0].fields.first?.key.description == "more_data"
  }

  /// A connection begins: what came before is no neighbour of what comes.
  mutating func restart() {
    lastEnd = nil
    openRows = 0
    openParts = 0
    previous.removeAll(keepingCapacity: true)
    for place in fields.indices { fields[place].restart() }
  }

  mutating func add(_ event: Event, _ value: RawSpan, stretch: Int) {
    if count == 0 { firstEvent = event.number }
    count += 1
    if value.equals(previous) {
      if repeats == 0 { firstRepeat = event.number }
      repeats += 1
    } else {
      previous.removeAll(keepingCapacity: true)
      unsafe value.withUnsafeBytes { unsafe previous.append(contentsOf: $0) }
    }
    guard let layout else {
      lengths.add(UInt32(clamping: value.byteCount), event: event.number)
      return end(event)
    }
    let decoded = layout.decode(value)
    guard decoded.fault == nil else {
      if faults == 0 { firstFault = event.number }
      faults += 1
      return end(event)
    }
    take(decoded, event, stretch: stretch)
  }

  private mutating func take(_ value: DecodedValue, _ event: Event, stretch: Int) {
    flags.add(value.flags, event: event.number)
    trailing.add(UInt32(clamping: value.trailingCount), event: event.number)
    if value.narrowRow != nil {
      if narrow == 0 { firstNarrow = event.number }
      narrow += 1
    }
    let time = event.hasTime ? event.time : nil
    for place in steps.indices where value.contains(row: steps[place].row) {
      let step = steps[place]
      openRows |= 1 << UInt32(step.row)
      let raw = value.raw(row: step.row)
      if raw == step.sentinel {
        fields[place].addNotAvailable(event: event.number)
      } else {
        let number =
          step.isSigned && value.narrowRow != step.row
          ? Int64(Int32(bitPattern: raw)) : Int64(raw)
        fields[place].add(number, step, event: event.number, time: time)
      }
    }
    openParts += 1
    // A record that never ends would hide all that follows.
    if moreData, value.flags & 1 == 1, openParts < 16 { return }
    parts.add(openParts, event: event.number)
    records.add(openRows, event: event.number)
    if phases.last?.stretch != stretch { phases.append(Phase(stretch: stretch)) }
    phases[phases.count - 1].records.add(openRows, event: event.number)
    openRows = 0
    openParts = 0
    end(event)
  }

  /// Measures from the end of one record to that of the next.
  private mutating func end(_ event: Event) {
    guard event.hasTime else { return }
    if let lastEnd {
      let interval = max(0, event.time &- lastEnd)
      intervals.add(interval)
      if interval > longest { (longest, longestEvent) = (interval, event.number) }
    }
    lastEnd = event.time
  }
}

extension RawSpan {
  fileprivate func equals(_ octets: [UInt8]) -> Bool {
    guard byteCount == octets.count, !octets.isEmpty else { return false }
    return octets.withRawSpan { other in
      var place = 0
      while place + 8 <= byteCount {
        guard u64le(place) == other.u64le(place) else { return false }
        place += 8
      }
      while place < byteCount {
        guard octet(place) == other.octet(place) else { return false }
        place += 1
      }
      return true
    }
  }
}
