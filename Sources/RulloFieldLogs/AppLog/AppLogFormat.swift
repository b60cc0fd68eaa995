public import RulloBase
public import RulloBluetooth
public import RulloRecordings

/// The app diagnostic log: one line an exchange (formats, "Text logs").
///
/// `18:18:33.157 ← 0x2AD2  44 00 60 0B A0 00 8B 00   label`, with or without clock; other clocks,
/// arrows, UUIDs and notations of octets are read as well. Lines that are no exchange are counted by
/// reason. What the log does not say (kinds, services) is inferred from the characteristic.
public struct AppLogFormat: TextFormat, Sendable {
  public static let name = "app_log"

  @usableFromInline var line = 0
  @usableFromInline var clock = LogClock()
  @usableFromInline var device = -1
  @usableFromInline var attributes = AttributeCache()
  @usableFromInline var recent = RecentLines()
  @usableFromInline var octets = [UInt8](repeating: 0, count: Self.fastLimit)
  @usableFromInline var hasStarted = false
  @usableFromInline var isSkipping = false
  @usableFromInline var utf16: UTF16Text?

  /// The lines that were passed over; set it before reading to have them kept.
  public var skipped: SkippedLines?

  /// A line of more octets than this is no exchange.
  @usableFromInline static let longestLine = 64 * 1024

  /// GATT values have at most this many octets; longer lines take the careful way.
  @usableFromInline static let fastLimit = 512

  public init() {}

  /// The share of lines that are exchanges in hundredths, at least 1 where there is one.
  public static func recognises(_ head: RawSpan) -> Int {
    var bytes: [UInt8] = []
    var utf16 = UTF16Text(start: head)
    if utf16 != nil {
      utf16?.append(head, to: &bytes)
    } else {
      bytes = head.copied()
    }
    return bytes.withRawSpan { score(ofLines: $0) }
  }

  private static func score(ofLines text: RawSpan) -> Int {
    var place = text.holds("\u{FEFF}", at: 0) ? 3 : 0
    var lines = 0
    var exchanges = 0
    var exchange = ExchangeLine()
    var octets: [UInt8] = []
    while place < text.byteCount {
      let end = text.firstOffset(of: 0x0A, from: place) ?? text.byteCount
      let line = text.extracting(place..<end)
      place = end + 1
      guard line.byteCount > 1 || line.octet(0).map({ $0 > 0x20 }) ?? false else { continue }
      lines += 1
      guard line.byteCount <= Self.longestLine else { continue }
      if exchange.read(line.extracting(0..<line.textLength), into: &octets) == nil {
        exchanges += 1
      }
    }
    return exchanges == 0 ? 0 : max(1, exchanges * 100 / max(lines, 1))
  }

  @inlinable
  public mutating func consume<Sink: EventSink & ~Copyable>(
    _ bytes: RawSpan, offset: Int, isLast: Bool, into emitter: inout EventEmitter<Sink>
  ) throws(InputError) -> Int {
    var place = 0
    if !hasStarted {
      guard bytes.byteCount >= UTF16Text.sample || isLast else { return 0 }
      hasStarted = true
      utf16 = UTF16Text(start: bytes)
      if bytes.holds("\u{FEFF}", at: 0) { place = 3 }
    }
    if utf16 != nil {
      consumeUTF16(bytes, isLast: isLast, into: &emitter)
    } else {
      place = lines(bytes, from: place, isLast: isLast, into: &emitter)
    }
    if isLast, emitter.eventCount == 0 { empty(&emitter) }
    return utf16 == nil ? place : bytes.byteCount
  }

  /// Takes the complete lines and answers where the first incomplete one begins.
  @inlinable
  mutating func lines<Sink: EventSink & ~Copyable>(
    _ bytes: RawSpan, from start: Int, isLast: Bool, into emitter: inout EventEmitter<Sink>
  ) -> Int {
    var place = takeRecent(bytes, from: start, into: &emitter)
    while let end = bytes.firstOffset(of: 0x0A, from: place) {
      let before = emitter.eventCount
      take(bytes.extracting(place..<end), into: &emitter)
      if emitter.eventCount > before { learn(bytes, from: place, to: end) }
      place = takeRecent(bytes, from: end + 1, into: &emitter)
    }
    let rest = bytes.byteCount - place
    if isLast {
      // The end of a line that was let go for its length is its end, too.
      if rest > 0 || isSkipping {
        take(bytes.extracting(place..<bytes.byteCount), into: &emitter)
      }
      return bytes.byteCount
    }
    guard rest > Self.longestLine else { return place }
    // Without its end in sight the line is let go; what follows up to the next one belongs to it.
    isSkipping = true
    return bytes.byteCount
  }

  @inlinable @inline(__always)
  mutating func take<Sink: EventSink & ~Copyable>(
    _ text: RawSpan, into emitter: inout EventEmitter<Sink>
  ) {
    line += 1
    if isSkipping || text.byteCount > Self.longestLine {
      isSkipping = false
      return skip(.tooLong, text, into: &emitter)
    }
    let text = text.extracting(0..<text.textLength)
    if !takeCanonical(text, into: &emitter) { takeAny(text, into: &emitter) }
  }

  @inline(never) @usableFromInline
  mutating func consumeUTF16<Sink: EventSink & ~Copyable>(
    _ bytes: RawSpan, isLast: Bool, into emitter: inout EventEmitter<Sink>
  ) {
    guard var text = utf16 else { return }
    var pending: [UInt8] = []
    swap(&pending, &text.pending)
    text.append(bytes, to: &pending)
    let used = pending.withRawSpan { lines($0, from: 0, isLast: isLast, into: &emitter) }
    pending.removeFirst(min(used, pending.count))
    swap(&pending, &text.pending)
    utf16 = text
  }

  @inline(never) @usableFromInline
  mutating func skip<Sink: EventSink & ~Copyable>(
    _ reason: SkipReason, _ text: RawSpan, into emitter: inout EventEmitter<Sink>
  ) {
    skipped?.add(reason, line, text)
    reason.note(at: line, into: &emitter)
  }

  @inline(never) @usableFromInline
  func empty<Sink: EventSink & ~Copyable>(_ emitter: inout EventEmitter<Sink>) {
    emitter.note(
      Note(
        .emptyRecording, at: SourceReference(.line, line), "the log holds no exchange"))
  }
}

extension RawSpan {
  /// The length of a line without the carriage return that some systems put at its end.
  @inlinable @inline(__always)
  var textLength: Int { octet(byteCount - 1) == 0x0D ? byteCount - 1 : byteCount }
}
