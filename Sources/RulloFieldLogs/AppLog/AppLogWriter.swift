internal import RulloBase
public import RulloBluetooth

/// Writes events as the app diagnostic log, a line an exchange, in the form that reads fastest.
///
/// The log holds values and writes of characteristics with a UUID; what else a recording has is
/// counted in ``leftOut``, for whoever converts to say.
public struct AppLogWriter: EventSink, ~Copyable {
  /// How many events of each kind the log cannot hold, in the order of the kinds.
  public private(set) var leftOut = [Int](repeating: 0, count: Event.Kind.allCases.count)

  /// How many lines were written.
  public private(set) var lineCount = 0

  /// How many devices the lines are of; the log does not tell them apart.
  public var deviceCount: Int { devices.count }

  private var devices: Set<Int> = []
  private var text = TextBuffer(capacity: 128 * 1024)
  private var start: Instant?
  private var attributes: [Int: Attribute] = [:]
  private let write: (RawSpan) -> Void

  private static let chunk = 64 * 1024

  /// `write` takes the octets of the log, a block at a time.
  public init(_ write: @escaping (RawSpan) -> Void) { self.write = write }

  public mutating func begin(_ clock: Clock) {
    start = clock.kind == .none ? nil : clock.start
  }

  public mutating func declare(_ device: Device, at index: Int) {}

  public mutating func declare(_ attribute: Attribute, at index: Int) {
    attributes[index] = attribute
  }

  public mutating func note(_ note: Note) {}

  public mutating func event(_ event: Event, _ value: RawSpan) {
    let uuid = attributes[event.attribute]?.uuid
    guard let uuid, Self.isHeld(event.kind) else {
      leftOut[Int(event.kind.rawValue)] += 1
      return
    }
    lineCount += 1
    devices.insert(event.device)
    stamp(event)
    text.append(event.direction == .toDevice ? "→ " : "← ")
    if uuid.short != nil { text.append("0x") }
    text.append(uuid.description)
    text.append(byte: 0x20)
    if value.byteCount == 0 { text.append(" 0 bytes" as StaticString) }
    for place in 0..<value.byteCount {
      let octet = value.octet(place) ?? 0
      text.append(byte: 0x20)
      text.append(byte: Hex.character(octet >> 4))
      text.append(byte: Hex.character(octet & 15))
    }
    text.append(byte: 0x0A)
    if text.count >= Self.chunk { finish() }
  }

  /// Hands on what is left; to be called once at the end.
  public mutating func finish() {
    text.withBytes { write($0) }
    text.removeAll()
  }

  private static func isHeld(_ kind: Event.Kind) -> Bool {
    switch kind {
    case .notification, .indication, .writeRequest, .writeCommand: true
    default: false
    }
  }

  /// The time of day in milliseconds; nothing without a clock.
  private mutating func stamp(_ event: Event) {
    guard let start, event.hasTime else { return }
    let instant = start.advanced(by: event.time)
    let ofDay = (instant.seconds % 86_400 + 86_400) % 86_400
    let isWritten = Instant(seconds: ofDay, nanoseconds: instant.nanoseconds)
      .appendTimeOfDay(places: 3, to: &text)
    if isWritten { text.append(byte: 0x20) }
  }
}
