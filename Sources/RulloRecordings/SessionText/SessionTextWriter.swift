internal import RulloBase
public import RulloBluetooth

/// Writes a session as text, one event a line, in one pass (``RulloRecordings``, "Session text").
///
/// Octets leave through `output` in blocks; ``finish()`` writes the trailer and the last block. The
/// text of equal events is the same octets everywhere.
public struct SessionTextWriter: EventSink, ~Copyable {
  private let source: SessionSource
  private let replay: String?
  private let output: (RawSpan) -> Void
  private var text = TextBuffer(capacity: blockSize * 2)
  private var digests = SessionDigests()
  private var decoded = DecodedText()
  private var letters: [String] = []
  private var paths: [String] = []
  private var links: [Link] = []
  private var hasBegun = false
  private var hasEvents = false

  /// Over the lines of a transcript, whose remarks no digest of events covers.
  private var lineHash = SHA256()

  /// The column at which decoded text begins, counted in characters from 0.
  static let decodedColumn = 54

  private static let blockSize = 64 * 1024

  /// A writer whose octets go to `output`, a block at a time.
  ///
  /// A transcript names in `replay` how it came about, and its trailer covers its lines as well.
  public init(
    source: SessionSource, replay: String? = nil, output: @escaping (RawSpan) -> Void
  ) {
    self.source = source
    self.replay = replay
    self.output = output
  }

  public mutating func begin(_ clock: Clock) {
    hasBegun = true
    text.append("rullo-session 1\nsource   " as StaticString)
    EscapedText.append(source.file, to: &text)
    text.append(" · " as StaticString)
    EscapedText.append(source.format, to: &text)
    text.append(" · " as StaticString)
    ClockText.append(resolutionOf: clock, to: &text)
    text.append(byte: 0x0A)
    if clock.kind != .none {
      text.append("start    " as StaticString)
      ClockText.append(startOf: clock, to: &text)
      text.append(byte: 0x0A)
    }
    guard let replay else { return }
    text.append("replay   " as StaticString)
    text.append(replay)
    text.append(byte: 0x0A)
  }

  public mutating func declare(_ device: Device, at index: Int) {
    guard (0..<1_000_000).contains(index) else { return }
    while letters.count <= index { letters.append("-") }
    letters[index] = device.alias
    digests.declare(device, at: index)
    DeclarationText.append(device, to: &text)
  }

  public mutating func declare(_ attribute: Attribute, at index: Int) {
    guard (0..<1_000_000).contains(index) else { return }
    while paths.count <= index { paths.append("-") }
    paths[index] = attribute.path
    digests.declare(attribute, at: index)
    decoded.declare(attribute, at: index)
    DeclarationText.append(attribute, letters: letters(of: attribute.device), to: &text)
  }

  public mutating func declare(_ link: Link, at index: Int) {
    guard (0..<1_000_000).contains(index) else { return }
    while links.count <= index { links.append(Link(device: link.device)) }
    links[index] = link
  }

  public mutating func note(_ note: Note) {}

  public mutating func event(_ event: Event, _ value: RawSpan) {
    self.event(event, value, remark: nil)
  }

  /// Writes an event of a transcript, with what is to be said of it behind its decoded text.
  public mutating func event(_ event: Event, _ value: RawSpan, remark: String?) {
    if !hasEvents {
      text.append(byte: 0x0A)
      hasEvents = true
    }
    digests.event(event, value)
    let start = text.count
    let arrow = writeFront(of: event)
    writeColumn(of: event, value)
    let column = text.count
    text.pad(to: Self.decodedColumn + arrow - 1, from: start, gap: 2)
    let front = text.count
    decoded.append(event, value, to: &text)
    if let remark {
      if text.count > front { text.append("  " as StaticString) }
      text.append(remark)
    }
    // A line without decoded text ends with its octets, not with blanks.
    if text.count == front { text.truncate(to: column) }
    text.append(byte: 0x0A)
    if text.count >= Self.blockSize { flush() }
  }

  /// Writes connections and the trailer, and hands out what is left.
  public mutating func finish() {
    if !hasBegun { begin(Clock(kind: .none, resolution: 0)) }
    text.append(byte: 0x0A)
    for link in links {
      DeclarationText.append(link, letters: letters(of: link.device), to: &text)
    }
    if !links.isEmpty { text.append(byte: 0x0A) }
    if replay != nil { text.withBytes { lineHash.update($0) } }
    text.append("end " as StaticString)
    text.append(digests.count)
    text.append(" events · values sha256:" as StaticString)
    text.append(digests.values)
    text.append(" · session sha256:" as StaticString)
    text.append(digests.session)
    if replay != nil {
      text.append(" · lines sha256:" as StaticString)
      text.append(lineHash.hexDigest)
    }
    text.append(byte: 0x0A)
    writeOut()
  }

  /// Hands out the lines that are complete, as for a reader who watches.
  public mutating func flush() {
    if replay != nil { text.withBytes { lineHash.update($0) } }
    writeOut()
  }

  private mutating func writeOut() {
    text.withBytes { output($0) }
    text.removeAll()
  }

  private func letters(of device: Int) -> String {
    letters.indices.contains(device) ? letters[device] : "-"
  }

  /// Time, arrow, device, path and kind; answers the octets that the arrow takes.
  private mutating func writeFront(of event: Event) -> Int {
    if event.hasTime {
      DecimalText.append(nanoseconds: event.time, to: &text)
    } else {
      text.append(byte: 0x2D)
    }
    text.append(byte: 0x20)
    let arrow: StaticString =
      switch event.direction {
      case .fromDevice: "←"
      case .toDevice: "→"
      case .none: "="
      }
    text.append(arrow)
    text.append(letters(of: event.device))
    text.append(byte: 0x20)
    text.append(paths.indices.contains(event.attribute) ? paths[event.attribute] : "-")
    text.append(byte: 0x20)
    text.append(event.kind.code)
    if event.isInferred { text.append(byte: 0x7E) }
    let hasNumber = event.kind.column == .number || event.kind.column == .code
    if !hasNumber, event.detail != 0 {
      text.append(byte: 0x40)
      text.append(event.detail)
    }
    if event.request != event.kind.usualRequest(detail: event.detail) {
      text.append(byte: 0x3A)
      text.append(Hex.text([event.request]))
    }
    text.append("  " as StaticString)
    return arrow.utf8CodeUnitCount
  }

  /// What a program reads back: octets, a number, a code or text; `-` where there is none.
  private mutating func writeColumn(of event: Event, _ value: RawSpan) {
    switch event.kind.column {
    case .number: text.append(event.detail)
    case .code:
      guard let code = UInt8(exactly: event.detail) else { return text.append(event.detail) }
      text.append("0x" as StaticString)
      text.append(Hex.text([code]))
    case .text: EscapedText.append(value, to: &text)
    case .octets:
      guard value.byteCount > 0 else { return text.append(byte: 0x2D) }
      text.append(hex: value, separator: 0x20)
    }
  }
}
