public import RulloBase
public import RulloBluetooth

extension AppLogFormat {
  /// Takes lines that look like the last one on their stream; answers where the first other one begins.
  ///
  /// No line feed is looked for: a line that fits to its last octet ends where the one before did.
  @inlinable @inline(__always)
  mutating func takeRecent<Sink: EventSink & ~Copyable>(
    _ bytes: RawSpan, from start: Int, into emitter: inout EventEmitter<Sink>
  ) -> Int {
    guard clock.kind == .timeOfDay, !isSkipping else { return start }
    var place = start
    // What is changed beside them would be an access to the same memory.
    var (lines, seconds): ([RecentLines.Line], RecentLines.Second) = ([], recent.second)
    swap(&lines, &recent.lines)
    defer {
      swap(&lines, &recent.lines)
      recent.second = seconds
    }
    unsafe lines.withUnsafeMutableBufferPointer { lines in
      guard lines.count == RecentLines.size else { return }
      // Time and front are 25 octets; the longest value is read 50 octets deep.
      while bytes.holds(25 + 56, at: place) {
        guard let (ofDay, key) = seconds.head(bytes, at: place) else { break }
        // Four bits: below ``RecentLines/size``.
        let slot = RecentLines.place(key)
        guard unsafe lines[slot].key == key else { break }
        let text = place + 25
        if unsafe !lines[slot].repeats(bytes, at: text) {
          guard let value = unsafe RecentLines.value(lines[slot].count, bytes, at: text) else {
            break
          }
          unsafe lines[slot].keep(value, bytes, at: text)
        }
        guard let time = clock.next(ofDay: ofDay) else { break }
        line += 1
        let isSent = key & 2 != 0
        let count = unsafe lines[slot].count
        let entry = unsafe lines[slot].entry
        var event = Event(
          isSent ? .writeRequest : entry & 1 == 1 ? .indication : .notification,
          isSent ? .toDevice : .fromDevice, time: time, device: device, attribute: entry >> 1,
          source: SourceReference(.line, line))
        event.isInferred = true
        let value = unsafe lines[slot].value
        let octets = (value.0.littleEndian, value.1.littleEndian)
        unsafe withUnsafeBytes(of: octets) {
          emitter.emit(event, unsafe $0.bytes.extracting(0..<count))
        }
        place = text + 3 * count
      }
    }
    return place
  }

  /// Takes a line in the form that the app itself writes; answers `false` for every other one.
  @inlinable @inline(__always)
  mutating func takeCanonical<Sink: EventSink & ~Copyable>(
    _ text: RawSpan, into emitter: inout EventEmitter<Sink>
  ) -> Bool {
    var ofDay: Int64 = -1
    var place = 0
    if clock.kind == .timeOfDay {
      guard let read = CanonicalLine.timeOfDay(text) else { return false }
      ofDay = read
      place = 13
    } else if clock.kind != Clock.Kind.none {
      return false
    }
    guard let front = CanonicalLine.front(text, at: place),
      let entry = attributes.find(front.uuid)
    else { return false }
    let start = place + 12
    let count = (text.byteCount - start + 1) / 3
    guard count * 3 == text.byteCount - start + 1, count > 0, count <= Self.fastLimit else {
      return false
    }
    var index = 0
    while index < count {
      guard let octet = CanonicalLine.pair(text, start + 3 * index) else { return false }
      octets[index] = octet
      index += 1
    }
    var time = Event.noTime
    if ofDay >= 0 {
      guard let next = clock.next(ofDay: ofDay) else { return false }
      time = next
    }
    let kind: Event.Kind =
      front.direction == .toDevice
      ? .writeRequest : entry & 1 == 1 ? .indication : .notification
    var event = Event(
      kind, front.direction, time: time, device: device, attribute: Int(entry >> 1),
      source: SourceReference(.line, line))
    event.isInferred = true
    octets.withRawSpan { emitter.emit(event, $0.extracting(0..<count)) }
    return true
  }

  /// Takes a line in any notation, or notes why it is no exchange.
  @inline(never) @usableFromInline
  mutating func takeAny<Sink: EventSink & ~Copyable>(
    _ text: RawSpan, into emitter: inout EventEmitter<Sink>
  ) {
    var first = 0
    LineCursor.skipBlanks(text, &first)
    guard first < text.byteCount else { return }
    var exchange = ExchangeLine()
    var value: [UInt8] = []
    if let reason = exchange.read(text, into: &value) { return skip(reason, text, into: &emitter) }
    let reading = clock.read(exchange.stamp)
    reading.note(at: SourceReference(.line, line), into: &emitter)
    if device < 0 {
      emitter.clock = clock.clock
      device = emitter.add(Device(.unnamed(0)))
    }
    let attribute = attributes.find(exchange.uuid) ?? add(exchange.uuid, to: &emitter)
    let kind: Event.Kind =
      exchange.direction == .toDevice
      ? .writeRequest : attribute & 1 == 1 ? .indication : .notification
    var event = Event(
      kind, exchange.direction, time: reading.time, device: device, attribute: attribute >> 1,
      source: SourceReference(.line, line))
    event.isInferred = true
    value.withRawSpan { emitter.emit(event, $0) }
    guard exchange.labelStart < text.byteCount else { return }
    let label = text.extracting(exchange.labelStart..<text.byteCount)
    let isOther = value.withRawSpan { LabelCheck.contradicts(label, exchange.uuid, $0) }
    if isOther { emitter.note(LabelCheck.note(at: event.source)) }
  }

  private mutating func add<Sink: EventSink & ~Copyable>(
    _ uuid: BluetoothUUID, to emitter: inout EventEmitter<Sink>
  ) -> Int {
    let attribute = Attribute(
      device: device, service: KnownCharacteristics.service(of: uuid), uuid: uuid)
    let index = emitter.add(attribute, at: SourceReference(.line, line))
    return attributes.store(uuid, index, indicates: KnownCharacteristics.indicates(uuid))
  }
}
