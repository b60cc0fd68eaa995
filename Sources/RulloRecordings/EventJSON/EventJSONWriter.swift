internal import RulloBase
public import RulloBluetooth
internal import RulloFitness

/// Writes each event as a line of JSON, as `rullo decode --json` prints them.
///
/// What is the same for all events of one attribute and kind is written once and copied, so that a
/// line costs little more than its figures.
public struct EventJSONWriter: EventSink, ~Copyable {
  /// The lines so far; the caller takes them in ``flush``.
  private var json = JSONWriter(capacity: 128 * 1024)
  private let flush: (RawSpan) -> Void

  /// Values that do not decode.
  public private(set) var faultCount = 0

  /// The number of the first event whose value does not decode; 0 where all do.
  public private(set) var firstFault = 0
  public private(set) var notes = NoteBook()

  private var devices: [Int: Device] = [:]
  private var attributes: [Attribute?] = []
  private var layouts: [CharacteristicLayout?] = []

  /// The members between `source` and `hex`, one after the other, and for each attribute and kind
  /// where they stand; an empty range is not written yet.
  private var middleText = TextBuffer()
  private var middles: [Range<Int>] = []
  private static let kinds = Event.Kind.allCases.count

  /// `flush` is handed text in large pieces and at the end.
  public init(flush: @escaping (RawSpan) -> Void) { self.flush = flush }

  public mutating func begin(_ clock: Clock) {}

  public mutating func declare(_ device: Device, at index: Int) {
    // The letter does not change once the device is declared, and the name stands in no line.
    devices[index] = device
  }

  public mutating func declare(_ attribute: Attribute, at index: Int) {
    while attributes.count <= index {
      attributes.append(nil)
      layouts.append(nil)
      middles.append(contentsOf: repeatElement(0..<0, count: Self.kinds))
    }
    attributes[index] = attribute
    layouts[index] = attribute.uuid.flatMap(CharacteristicLayout.layout(for:))
    for kind in 0..<Self.kinds { middles[index * Self.kinds + kind] = 0..<0 }
  }

  public mutating func note(_ note: Note) { notes.add(note) }

  public mutating func event(_ event: Event, _ value: RawSpan) {
    json.beginObject()
    json.key("n")
    json.number(event.number)
    json.key("time_ns")
    if event.hasTime { json.number(event.time) } else { json.null() }
    json.key("source")
    json.beginObject()
    json.key(event.source.word)
    json.number(event.source.number)
    json.endObject()
    appendMiddle(event)
    json.text.append(hex: value)
    json.text.append(byte: 0x22)
    if event.kind.carriesValue { fields(event, value) } else { detail(event) }
    json.endObject()
    json.endLine()
    if json.text.count > 96 * 1024 { send() }
  }

  /// Sends what is left.
  public mutating func finish() { send() }

  private mutating func send() {
    json.text.withBytes { flush($0) }
    json.text.removeAll()
  }

  private mutating func appendMiddle(_ event: Event) {
    let place = event.attribute * Self.kinds + Int(event.kind.rawValue)
    guard middles.indices.contains(place) else {
      json.text.append(bytes: middle(event))
      return
    }
    if middles[place].isEmpty {
      let start = middleText.count
      middleText.append(bytes: middle(event))
      middles[place] = start..<middleText.count
    }
    let range = middles[place]
    middleText.withBytes { json.text.append(bytes: $0.extracting(range)) }
  }

  /// From the comma before `device` to the quote that opens the octets.
  private func middle(_ event: Event) -> [UInt8] {
    let attribute = attributes.indices.contains(event.attribute) ? attributes[event.attribute] : nil
    var json = JSONWriter()
    json.beginObject()
    json.key("device")
    json.string(devices[event.device]?.alias)
    json.key("direction")
    json.word(event.direction.word)
    json.key("kind")
    json.word(event.kind.word)
    if event.isInferred {
      json.key("inferred")
      json.bool(true)
    }
    json.key("service")
    json.string(attribute?.service?.description)
    json.key("characteristic")
    json.string(attribute?.uuid?.description)
    if let attribute, attribute.instance > 1 {
      json.key("instance")
      json.number(attribute.instance)
    }
    if let handle = attribute?.handle {
      json.key("handle")
      json.number(Int(handle))
    }
    json.key("name")
    json.string(attribute?.uuid.flatMap(AssignedNames.name(of:))?.description)
    json.key("hex")
    json.text.append(byte: 0x22)
    var octets = json.text.withBytes { $0.copied() }
    octets[0] = 0x2C
    return octets
  }

  /// The decoded value: `fields`, and `error` where it does not decode.
  private mutating func fields(_ event: Event, _ value: RawSpan) {
    guard layouts.indices.contains(event.attribute), let layout = layouts[event.attribute] else {
      return
    }
    let decoded = layout.decode(value)
    json.key("fields")
    json.beginObject()
    layout.writeJSONFields(decoded, value, to: &json)
    json.endObject()
    if decoded.fault != nil {
      faultCount += 1
      if firstFault == 0 { firstFault = event.number }
      layout.writeJSONError(decoded, to: &json)
    }
  }

  /// What the kinds without a value carry.
  private mutating func detail(_ event: Event) {
    switch event.kind {
    case .connect where 0x1...0xFFFF ~= event.detail:
      json.key("interval_ns")
      json.number(event.detail * 1_250_000)
    case .mtu:
      json.key("mtu")
      json.number(event.detail)
    case .disconnect:
      json.key("reason_code")
      json.number(event.detail)
      json.key("reason")
      json.string(BluetoothErrors.disconnectName(UInt8(truncatingIfNeeded: event.detail)))
    case .error:
      json.key("att_error")
      json.number(event.detail)
      json.key("att_error_name")
      json.string(BluetoothErrors.attName(UInt8(truncatingIfNeeded: event.detail)))
    case .readRequest where event.detail > 0:
      json.key("offset")
      json.number(event.detail)
    default: break
    }
  }
}

extension Event.Kind {
  /// Whether events of this kind carry a value of the attribute itself.
  public var carriesValue: Bool {
    switch self {
    case .notification, .indication, .writeRequest, .writeCommand, .readResponse: true
    default: false
    }
  }
}
