internal import RulloBase
internal import RulloBluetooth

extension SessionTextReader {
  /// Reads an event line.
  ///
  /// `0.000000000 ←A 1826/2AD2 n  44 00 60 0B A0 00 8B 00   speed 29.12 km/h`
  mutating func readEvent<Sink: EventSink & ~Copyable>(
    _ text: RawSpan, into emitter: inout EventEmitter<Sink>
  ) -> Bool {
    guard let timeEnd = text.firstOffset(of: 0x20),
      let time = Self.time(text.extracting(0..<timeEnd)),
      let arrow = Self.arrow(text, at: timeEnd + 1),
      let lettersEnd = text.firstOffset(of: 0x20, from: arrow.end),
      let pathEnd = text.firstOffset(of: 0x20, from: lettersEnd + 1),
      let kindEnd = text.firstOffset(of: 0x20, from: pathEnd + 1),
      text.octet(kindEnd + 1) == 0x20
    else { return false }
    var event = Event(
      .label, arrow.direction, time: time, device: -1, source: SourceReference(.line, line))
    guard Self.readKind(text.extracting(pathEnd + 1..<kindEnd), into: &event),
      readColumn(text.extracting(kindEnd + 2..<text.byteCount), into: &event)
    else { return false }
    let letters = text.extracting(arrow.end..<lettersEnd)
    let path = text.extracting(lettersEnd + 1..<pathEnd)
    let hasPath = path.byteCount != 1 || path.octet(0) != 0x2D
    if Self.areLetters(letters) {
      // A name counts from its first event on, so the path is understood before it is looked up.
      let name = text.extracting(arrow.end..<pathEnd)
      let known = hasPath ? attributes.index(of: name) : nil
      let parsed = hasPath && known == nil ? AttributePath.attribute(path, device: 0) : nil
      guard !hasPath || known != nil || parsed != nil else { return false }
      event.device = device(letters, in: &emitter)
      if var attribute = parsed {
        attribute.device = event.device
        event.attribute = add(attribute, name, to: &emitter)
      } else {
        event.attribute = known ?? -1
      }
      if event.attribute >= 0 { usedAttributes.insert(event.attribute) }
    } else {
      guard letters.byteCount == 1, letters.octet(0) == 0x2D, !hasPath else { return false }
    }
    value.withRawSpan {
      digests.event(event, $0)
      emitter.emit(event, $0)
    }
    return true
  }

  private static func time(_ text: RawSpan) -> Int64? {
    if text.byteCount == 1, text.octet(0) == 0x2D { return Event.noTime }
    guard let point = text.firstOffset(of: 0x2E), text.byteCount == point + 10 else { return nil }
    guard let time = DecimalText.fixed(text, places: 9),
      time.magnitude <= Instant.furthest.magnitude
    else { return nil }
    return time
  }

  private static func arrow(
    _ text: RawSpan, at place: Int
  ) -> (direction: Event.Direction, end: Int)? {
    if text.holds("←", at: place) { return (.fromDevice, place + 3) }
    if text.holds("→", at: place) { return (.toDevice, place + 3) }
    return text.octet(place) == 0x3D ? (.none, place + 1) : nil
  }

  /// `n`, `n~`, `r@22`, `e:12`, `r@22:0E`: code, inferred, detail, answered request.
  private static func readKind(_ text: RawSpan, into event: inout Event) -> Bool {
    var place = 0
    while let letter = text.octet(place), 0x61...0x7A ~= letter { place += 1 }
    guard let kind = Event.Kind(code: text.extracting(0..<place)) else { return false }
    event.kind = kind
    if text.octet(place) == 0x7E {
      event.isInferred = true
      place += 1
    }
    if text.octet(place) == 0x40 {
      let end = text.firstOffset(of: 0x3A, from: place) ?? text.byteCount
      guard kind.column == .octets || kind.column == .text,
        let detail = DecimalText.integer(text.extracting(place + 1..<end))
      else { return false }
      event.detail = Int(detail)
      place = end
    }
    event.request = kind.usualRequest(detail: event.detail)
    if text.octet(place) == 0x3A {
      guard let high = text.octet(place + 1).flatMap(Hex.digit),
        let low = text.octet(place + 2).flatMap(Hex.digit)
      else { return false }
      event.request = high << 4 | low
      place += 3
    }
    return place == text.byteCount
  }

  /// Reads the column that programs read into ``value`` or the event's detail.
  private mutating func readColumn(_ text: RawSpan, into event: inout Event) -> Bool {
    value.removeAll(keepingCapacity: true)
    switch event.kind.column {
    case .text:
      guard text.byteCount > 0, let octets = EscapedText.octets(text) else { return false }
      value = octets
    case .number, .code:
      let word = text.extracting(0..<(text.firstOffset(of: 0x20) ?? text.byteCount))
      guard let detail = DecimalText.code(word) else { return false }
      event.detail = Int(detail)
    case .octets:
      if text.octet(0) == 0x2D { return text.byteCount == 1 || text.octet(1) == 0x20 }
      var place = 0
      while let high = text.octet(place).flatMap(Hex.digit) {
        guard let low = text.octet(place + 1).flatMap(Hex.digit) else { return false }
        value.append(high << 4 | low)
        if place + 2 == text.byteCount { return true }
        guard text.octet(place + 2) == 0x20 else { return false }
        // Two blanks end the octets, whatever the words behind them look like.
        if text.octet(place + 3) == 0x20 { return true }
        place += 3
      }
      return false
    }
    return true
  }
}
