internal import RulloBase
public import RulloBluetooth
internal import RulloFitness

/// Names what a device says against its own tables and against itself; nothing is guessed away.
///
/// Reserved bits, octets behind the last field, features announced and never sent or sent and not
/// announced, characteristics that disagree at one instant, values outside announced ranges.
public struct ContradictionFinder: EventSink, Sendable {
  private var aliases: [String] = []
  private var attributes: [Attribute?] = []
  private var streams: [StreamState?] = []
  private var machines: [MachineState] = []
  private var findings: [Finding] = []
  private var positions: [Finding.Key: Int] = [:]

  /// Hostile input may declare without end; what is beyond is left alone.
  private static let limit = 4096

  public init() {}

  public mutating func begin(_ clock: Clock) {}

  public mutating func declare(_ device: Device, at index: Int) {
    guard (0..<Self.limit).contains(index) else { return }
    while aliases.count <= index {
      aliases.append("")
      machines.append(MachineState())
    }
    aliases[index] = device.alias
  }

  public mutating func declare(_ attribute: Attribute, at index: Int) {
    guard (0..<Self.limit).contains(index) else { return }
    while attributes.count <= index {
      attributes.append(nil)
      streams.append(nil)
    }
    if attributes[index]?.uuid != attribute.uuid { streams[index] = StreamState(attribute.uuid) }
    attributes[index] = attribute
  }

  public mutating func note(_ note: Note) {}

  public mutating func event(_ event: Event, _ value: RawSpan) {
    guard streams.indices.contains(event.attribute), machines.indices.contains(event.device),
      var stream = streams[event.attribute]
    else { return }
    switch event.kind {
    case .notification, .indication: break
    // Later parts of a long value are no values of their own.
    case .readResponse where event.detail == 0: break
    case .writeRequest, .writeCommand:
      if stream.role == .controlPoint { target(event, value) }
      return
    default: return
    }
    let decoded = stream.layout.decode(value)
    shape(event, stream.layout, decoded)
    switch stream.role {
    case .features: machines[event.device].announce(stream.uuid, decoded)
    case .range: machines[event.device].announce(range: stream.uuid, decoded)
    case .measurement: measurement(event, value, decoded, &stream)
    case .controlPoint, .other: break
    }
    streams[event.attribute] = stream
  }

  /// What was found, each with its count and first place; asks nothing more of the recording.
  public var notes: NoteBook {
    var book = NoteBook()
    for finding in findings {
      book.add(
        Note(finding.noteKind, at: finding.first, subject(finding) + finding.text),
        count: finding.count)
    }
    for (device, machine) in machines.enumerated() {
      for (feature, source) in machine.neverSent {
        book.add(
          Note(
            .contradiction, at: source,
            "\(aliases[device]): announces \(feature) and never sends it"))
      }
      for sent in machine.notAnnounced {
        book.add(
          Note(
            .contradiction, at: sent.source,
            "\(aliases[device]): sends \(sent.feature) and does not announce it"),
          count: sent.count)
      }
    }
    return book
  }

  private func subject(_ finding: Finding) -> String {
    let path = attributes[finding.key.attribute]?.path ?? ""
    let device = attributes[finding.key.attribute]?.device ?? 0
    let alias = aliases.indices.contains(device) ? aliases[device] : ""
    return "\(alias) \(path): "
  }

  private mutating func find(_ kind: Finding.Kind, _ event: Event) {
    let key = Finding.Key(kind: kind, attribute: event.attribute)
    if let position = positions[key] {
      findings[position].count += 1
    } else if findings.count < Self.limit {
      positions[key] = findings.count
      findings.append(Finding(key: key, first: event.source))
    }
  }

  /// Reserved bits and octets behind the last field.
  private mutating func shape(
    _ event: Event, _ layout: CharacteristicLayout, _ value: DecodedValue
  ) {
    let reserved = value.flags & ~layout.definedFlags
    if layout.flagOctets > 0, reserved != 0 { find(.reservedFlags(reserved), event) }
    if value.trailingCount > 0 { find(.trailing, event) }
    for row in layout.bitSetRows(of: value) where value.contains(row: row) {
      let reserved = layout.reservedBits(row: row, of: value)
      if reserved != 0 { find(.reservedBits(row: row, reserved), event) }
    }
  }

  private mutating func measurement(
    _ event: Event, _ value: RawSpan, _ decoded: DecodedValue, _ stream: inout StreamState
  ) {
    if decoded.fault == nil {
      machines[event.device].send(stream.sent(by: decoded.flags), of: stream, at: event.source)
    }
    if stream.uuid == 0x2AD2, decoded.contains(row: IndoorBikeData.Row.resistanceLevel.rawValue) {
      let raw = decoded.signed(row: IndoorBikeData.Row.resistanceLevel.rawValue)
      if machines[event.device].isOutside(raw, range: 0x2AD6) { find(.resistance, event) }
    }
    guard event.hasTime else { return }
    if let power = stream.power(decoded),
      machines[event.device].compare(power: power, from: stream.uuid, at: event.time)
    {
      find(.power, event)
    }
    if stream.uuid == 0x2AD2, decoded.contains(row: IndoorBikeData.Row.instantaneousSpeed.rawValue)
    {
      let raw = decoded.raw(row: IndoorBikeData.Row.instantaneousSpeed.rawValue)
      machines[event.device].keep(speed: Int64(raw), at: event.time)
    }
    if let step = stream.wheelStep(value, arrival: event.time),
      machines[event.device].isContradicted(by: step, at: event.time)
    {
      find(.wheel, event)
    }
  }

  /// A target outside the range that the machine announced for it.
  private mutating func target(_ event: Event, _ value: RawSpan) {
    guard let code = value.octet(0), let range = Self.rangeOfTarget(code) else { return }
    let decoded = CharacteristicLayout.fitnessMachineControlPoint.decode(value)
    guard decoded.contains(row: 0) else { return }
    if machines[event.device].isOutside(decoded.signed(row: 0), range: range) {
      find(.target(code), event)
    }
  }

  private static func rangeOfTarget(_ code: UInt8) -> BluetoothUUID? {
    switch code {
    case 0x02: 0x2AD4
    case 0x03: 0x2AD5
    case 0x04: 0x2AD6
    case 0x05: 0x2AD8
    case 0x06: 0x2AD7
    default: nil
    }
  }
}
