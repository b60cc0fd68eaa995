public import RulloBase
public import RulloBluetooth

/// Reads the session text: its octets and numbers, never its decoded column.
///
/// What it reads and writes again is the same text. A line that cannot be read is left out with a
/// note; an unknown version, an unknown header line and conflict markers are errors.
public struct SessionTextReader: TextFormat, Sendable {
  public static let name = "session"

  /// What the header names; `nil` until it is read.
  public internal(set) var source: SessionSource?

  /// How a transcript came about, as its header says it; `nil` for other sessions.
  public internal(set) var replay: String?

  /// Over the lines of a transcript up to its trailer.
  var lineHash = SHA256()

  /// The digests of what was read, as far as it has come.
  public internal(set) var digests = SessionDigests()

  var line = 0
  /// The header's lines in front of the one that makes a session a transcript.
  var headLines: [[UInt8]] = [Array("rullo-session 1".utf8)]
  var isAtStart = true
  var hasBegun = false
  var hasEnded = false
  var clock = Clock(kind: .none, resolution: 0)
  var devices = SessionNames()
  var attributes = SessionNames()
  /// Attributes that took part in an event.
  var usedAttributes: Set<Int> = []
  var unnamedCount = 0
  var value: [UInt8] = []

  /// No line of a session is longer: an octet takes three characters, and a value has 512 of them.
  static let longestLine = 1024 * 1024

  public init() {}

  public static func recognises(_ head: RawSpan) -> Int {
    let start = head.holds("\u{FEFF}", at: 0) ? 3 : 0
    return head.holds("rullo-session ", at: start) ? 100 : 0
  }

  public mutating func consume<Sink: EventSink & ~Copyable>(
    _ bytes: RawSpan, offset: Int, isLast: Bool, into emitter: inout EventEmitter<Sink>
  ) throws(InputError) -> Int {
    var place = offset == 0 && bytes.holds("\u{FEFF}", at: 0) ? 3 : 0
    while let end = bytes.firstOffset(of: 0x0A, from: place) {
      line += 1
      let isReturn = end > place && bytes.octet(end - 1) == 0x0D
      try read(bytes.extracting(place..<(isReturn ? end - 1 : end)), into: &emitter)
      place = end + 1
    }
    if !isLast {
      guard bytes.byteCount - place < Self.longestLine else {
        throw InputError("line \(line + 1) is longer than any line of a session; it is damaged")
      }
      return place
    }
    if place < bytes.byteCount {
      line += 1
      let rest = bytes.extracting(place..<bytes.byteCount)
      // Only a trailer says by itself that it is whole.
      if isAtStart || rest.holds("end ", at: 0) { try read(rest, into: &emitter) }
    }
    if isAtStart { throw InputError("the file is empty; a session begins with 'rullo-session 1'") }
    beginOnce(&emitter)
    if !hasEnded {
      emitter.note(Note(.cutFile, at: here, "the session ends without its trailer: it was cut"))
    }
    return bytes.byteCount
  }

  var here: SourceReference { SourceReference(.line, line) }

  private mutating func read<Sink: EventSink & ~Copyable>(
    _ text: RawSpan, into emitter: inout EventEmitter<Sink>
  ) throws(InputError) {
    if isAtStart { return try readVersion(text) }
    if replay != nil, !hasEnded, !text.holds("end ", at: 0) { hashLine(text) }
    guard let first = text.octet(0) else { return beginOnce(&emitter) }
    for marker in ["<<<<<<<", "|||||||", "=======", ">>>>>>>"] as [StaticString]
    where text.holds(marker, at: 0) {
      throw InputError(
        "line \(line) is a conflict marker (\(marker)): finish the merge before the session is read"
      )
    }
    if hasEnded {
      return emitter.note(Note(.skippedLine, at: here, "a line behind the trailer"))
    }
    var isRead = false
    if first == 0x2D || 0x30...0x39 ~= first {
      beginOnce(&emitter)
      isRead = readEvent(text, into: &emitter)
    } else if text.holds("end ", at: 0) {
      beginOnce(&emitter)
      isRead = readTrailer(text, into: &emitter)
    } else if text.holds("device ", at: 0) {
      beginOnce(&emitter)
      isRead = readDevice(text, into: &emitter)
    } else if text.holds("attribute ", at: 0) {
      beginOnce(&emitter)
      isRead = readAttribute(text, into: &emitter)
    } else if text.holds("link ", at: 0) {
      isRead = readLink(text, into: &emitter)
    } else if !hasBegun {
      isRead = readHeader(text)
      guard isRead else {
        throw InputError("line \(line) is no header line that version 1 of the session text has")
      }
    }
    if !isRead {
      emitter.note(
        Note(.skippedLine, at: here, "a line that the session format does not have"))
    }
  }

  private mutating func readVersion(_ text: RawSpan) throws(InputError) {
    guard text.holds("rullo-session ", at: 0) else {
      throw InputError("line 1 is not 'rullo-session 1': this is no session text")
    }
    let version = DecimalText.integer(text.extracting(14..<text.byteCount))
    guard version == 1 else {
      let name = version.map(String.init) ?? "with an unreadable version"
      throw InputError(
        "this is session text \(name); this Rullo reads version 1, and version \(name) takes the"
          + " release of Rullo that writes it")
    }
    isAtStart = false
  }

  private mutating func hashLine(_ text: RawSpan) {
    lineHash.update(text)
    lineHash.update(0x0A as UInt8)
  }

  private mutating func readHeader(_ text: RawSpan) -> Bool {
    headLines.append(text.copied())
    if text.holds("source   ", at: 0) {
      let parts = DeclarationParts(text, from: 9)
      guard parts.count == 3, let file = parts.string(0), let format = parts.string(1) else {
        return false
      }
      source = SessionSource(file: file, format: format)
      return parts.octets(2).withRawSpan { words in
        if words.holds("no clock", at: 0) { return words.byteCount == 8 }
        guard let resolution = ClockText.resolution(words) else { return false }
        // A header without a start still says that there was a clock.
        clock.kind = .elapsed
        clock.resolution = resolution
        return true
      }
    }
    if text.holds("replay   ", at: 0) {
      // The lines before it are hashed as they are written again; they have one form.
      replay = String(decoding: text.extracting(9..<text.byteCount).copied(), as: UTF8.self)
      for line in headLines { line.withRawSpan { hashLine($0) } }
      headLines = []
      return true
    }
    if text.holds("start    ", at: 0) {
      guard let start = ClockText.start(text.extracting(9..<text.byteCount)) else { return false }
      clock.kind = start.kind
      clock.start = start.start
      return true
    }
    return false
  }

  /// The clock is known once a device, a blank line or an event follows the lines about the source.
  private mutating func beginOnce<Sink: EventSink & ~Copyable>(
    _ emitter: inout EventEmitter<Sink>
  ) {
    guard !hasBegun, !isAtStart else { return }
    hasBegun = true
    emitter.clock = clock
    emitter.beginAtZero()
  }
}
