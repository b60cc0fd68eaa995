internal import RulloBase
internal import RulloBluetooth
internal import RulloFitness
internal import RulloMeasurements
internal import RulloRecordings

/// What an outline says of one stream within a block.
struct BlockStream {
  private let path: String
  private let letters: String
  private let kind: Event.Kind
  private var count = 0
  private var firstTime: Int64?
  private var lastTime: Int64?
  private var lengths: [Int: Int] = [:]
  private var flags: Set<UInt32> = []
  private var fields: [FieldRange] = []
  private var places: [String: Int] = [:]
  private var undecodable = 0

  private struct FieldRange {
    let key: String
    var low: ExactDecimal?
    var high: ExactDecimal?
    var first: ExactDecimal?
    var last: ExactDecimal?
    var missing = 0
    var count = 0
  }

  /// The streams of some events, in the order of their first value.
  static func of(_ events: [Int], _ recording: Recording) -> [BlockStream] {
    var streams: [BlockStream] = []
    var places: [Int: Int] = [:]
    for index in events where recording.events.indices.contains(index) {
      let event = recording.events[index]
      let attribute = recording.attribute(of: event)
      let key = event.attribute * 2 + (event.kind == .indication ? 1 : 0)
      let place = places[key] ?? streams.count
      if place == streams.count {
        places[key] = place
        streams.append(
          BlockStream(
            path: attribute?.path ?? "-", letters: recording.device(of: event)?.alias ?? "-",
            kind: event.kind))
      }
      let layout = attribute?.uuid.flatMap { CharacteristicLayout.layout(for: $0) }
      streams[place].add(event, Array(recording.value(at: index)), layout)
    }
    return streams
  }

  private init(path: String, letters: String, kind: Event.Kind) {
    (self.path, self.letters, self.kind) = (path, letters, kind)
  }

  private mutating func add(_ event: Event, _ value: [UInt8], _ layout: CharacteristicLayout?) {
    count += 1
    if event.hasTime {
      firstTime = firstTime ?? event.time
      lastTime = event.time
    }
    lengths[value.count, default: 0] += 1
    guard let layout else { return }
    value.withRawSpan { octets in
      let decoded = layout.decode(octets)
      if decoded.fault != nil { undecodable += 1 }
      if layout.flagOctets > 0 { flags.insert(decoded.flags) }
      layout.forEachNumber(of: decoded) { key, number in note(key.description, number) }
    }
  }

  private mutating func note(_ key: String, _ number: ExactDecimal?) {
    let place = places[key] ?? fields.count
    if place == fields.count {
      places[key] = place
      fields.append(FieldRange(key: key))
    }
    fields[place].count += 1
    guard let number else {
      fields[place].missing += 1
      return
    }
    fields[place].first = fields[place].first ?? number
    fields[place].last = number
    fields[place].low = fields[place].low.map { min($0, number) } ?? number
    fields[place].high = fields[place].high.map { max($0, number) } ?? number
  }

  /// The stream, then a line for each field that was there.
  var lines: [String] {
    var parts = ["  ←\(letters) \(path) \(kind == .indication ? "i" : "n")", "\(count) values"]
    if let firstTime, let lastTime, lastTime > firstTime,
      let rate = RateEstimate(count: count, span: lastTime - firstTime, deviation: nil)
    {
      parts.append("\(rate.rate.reduced) Hz")
    }
    let sizes = lengths.keys.sorted()
    parts.append(sizes.map { "\($0)" }.joined(separator: ", ") + " octets")
    if !flags.isEmpty {
      let words = flags.sorted().map { "0x" + String($0, radix: 16, uppercase: true) }
      parts.append("flags " + words.joined(separator: ", "))
    }
    if undecodable > 0 { parts.append("\(undecodable) undecodable") }
    return [parts.joined(separator: " · ")] + fields.map(line)
  }

  private func line(_ field: FieldRange) -> String {
    var parts: [String] = []
    if let low = field.low, let high = field.high, let first = field.first, let last = field.last {
      parts = [
        "\(low.reduced) … \(high.reduced)", "first \(first.reduced)", "last \(last.reduced)",
      ]
    }
    if field.missing > 0 { parts.append("\(field.missing) not available") }
    if field.count < count { parts.append("in \(field.count) values") }
    return "    \(field.key)  " + parts.joined(separator: " · ")
  }
}
