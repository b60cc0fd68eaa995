internal import RulloBase
public import RulloBluetooth

/// The two digests of a session (SHA-256), taken while its events pass.
///
/// Both are over what is stored, so after redaction, and never over wall-clock dates, names,
/// decoded text or source references. Integers are eight octets, least significant first.
///
/// `values` takes notifications, indications, write requests and write commands in file order, each
/// as: the device's letters and a zero octet; the direction (0 from the device, 1 to it, 2 neither);
/// the UUID as sixteen octets in the order of its text form; the number of octets; the octets. An
/// attribute without a name gives fourteen zero octets and its handle, most significant octet first.
///
/// `session` takes every event, each as: the time in nanoseconds since the first event (-2⁶³ where
/// it has none); the code of its kind and a zero octet; the device's letters and a zero octet; the
/// direction; the attribute's path as the session text prints it (nothing for facts of the link) and
/// a zero octet; the detail (offset, MTU, interval in steps of 1.25 ms, reason or error code); the op
/// code of the answered request as one octet; the number of octets; the octets.
public struct SessionDigests: EventSink, Sendable {
  private var valueHash = SHA256()
  private var sessionHash = SHA256()
  private var letters: [[UInt8]] = []
  private var attributes: [(uuid: [UInt8], path: [UInt8])] = []

  /// The front of one event as it is hashed; kept, so that an event allocates nothing.
  private var scratch: [UInt8] = []

  /// The number of events taken.
  public private(set) var count = 0

  public init() {}

  /// 64 lower-case digits, as far as the events have come.
  public var values: String { valueHash.hexDigest }

  /// 64 lower-case digits, as far as the events have come.
  public var session: String { sessionHash.hexDigest }

  public mutating func begin(_ clock: Clock) {}

  public mutating func note(_ note: Note) {}

  public mutating func declare(_ device: Device, at index: Int) {
    guard (0..<1_000_000).contains(index) else { return }
    while letters.count <= index { letters.append([]) }
    letters[index] = Array(device.alias.utf8)
  }

  public mutating func declare(_ attribute: Attribute, at index: Int) {
    guard (0..<1_000_000).contains(index) else { return }
    while attributes.count <= index { attributes.append(([], [])) }
    let handle = attribute.handle ?? 0
    let unnamed =
      [UInt8](repeating: 0, count: 14)
      + [UInt8(handle >> 8), UInt8(truncatingIfNeeded: handle)]
    attributes[index] = (attribute.uuid?.bigEndianBytes ?? unnamed, Array(attribute.path.utf8))
  }

  public mutating func event(_ event: Event, _ value: RawSpan) {
    count += 1
    let device = letters.indices.contains(event.device) ? letters[event.device] : []
    let attribute =
      attributes.indices.contains(event.attribute)
      ? attributes[event.attribute] : (uuid: [], path: [])
    switch event.kind {
    case .notification, .indication, .writeRequest, .writeCommand:
      scratch.removeAll(keepingCapacity: true)
      scratch += device
      scratch.append(0)
      scratch.append(event.direction.rawValue)
      scratch += attribute.uuid
      put(Int64(value.byteCount))
      scratch.withRawSpan { valueHash.update($0) }
      valueHash.update(value)
    default: break
    }
    scratch.removeAll(keepingCapacity: true)
    put(event.time)
    scratch += Self.codes[Int(event.kind.rawValue)]
    scratch.append(0)
    scratch += device
    scratch.append(0)
    scratch.append(event.direction.rawValue)
    scratch += attribute.path
    scratch.append(0)
    put(Int64(event.detail))
    scratch.append(event.request)
    put(Int64(value.byteCount))
    scratch.withRawSpan { sessionHash.update($0) }
    sessionHash.update(value)
  }

  /// Appends an integer as eight octets, least significant first.
  private mutating func put(_ value: Int64) {
    for place in 0..<8 { scratch.append(UInt8(truncatingIfNeeded: value >> (8 * place))) }
  }

  /// The codes of the kinds in the order of their raw values.
  private static let codes: [[UInt8]] = Event.Kind.allCases.map { Array($0.code.description.utf8) }
}
