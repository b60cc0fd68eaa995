public import RulloBase

/// One PDU of the Attribute Protocol: its op code and fields as its table lays them out.
///
/// For looking at single PDUs; traffic is read by ``HostStack`` without keeping any.
public struct ATTPDU: Hashable, Sendable {
  public enum Value: Hashable, Sendable {
    case number(Int)
    case uuid(BluetoothUUID)
    case octets([UInt8])
    /// The elements of a list, each with its own fields.
    case elements([[Value]])
  }

  public internal(set) var opcode: UInt8 = 0

  /// The values of the first parts of ``layout``, in wire order.
  public internal(set) var values: [Value] = []

  /// The octets behind the last field; the parameters of an op code that is reserved.
  public internal(set) var rest: [UInt8] = []

  /// What was wrong first.
  public internal(set) var fault: DecodingFailure?

  /// The table of this op code; `nil` where it is reserved.
  public var layout: ATTLayout? { ATTLayout.layout(of: opcode) }

  /// Takes what can be read; ``fault`` says where that ended.
  public init(_ bytes: RawSpan) { decode(bytes) }

  /// Takes a PDU that follows its table, or throws the first fault.
  ///
  /// Octets behind the last field are kept and no fault.
  public init(strictly bytes: RawSpan) throws(DecodingFailure) {
    self.init(bytes)
    if let fault { throw fault }
  }

  /// The value of the field with this key.
  public subscript(key: String) -> Value? {
    guard let parts = layout?.parts else { return nil }
    return zip(parts, values).first { $0.0.key.description == key }?.1
  }

  /// The octets of the PDU; the inverse of decoding.
  public var encoded: [UInt8] {
    // Nothing at all is the only PDU without an op code.
    if let fault, fault.field == "opcode", fault.kind == .truncated { return [] }
    var octets = [opcode]
    for (part, value) in zip(layout?.parts ?? [], values) { value.append(part, to: &octets) }
    return octets + rest
  }
}

extension ATTPDU.Value {
  fileprivate func append(_ part: ATTPart, to octets: inout [UInt8]) {
    switch (self, part.content) {
    case (.number(let number), .octet), (.number(let number), .opcode),
      (.number(let number), .errorCode):
      octets.append(UInt8(truncatingIfNeeded: number))
    case (.number(let number), _): octets.append(little: number)
    case (.uuid(let uuid), _): octets += uuid.littleEndianBytes
    case (.octets(let value), .counted):
      octets.append(little: value.count)
      octets += value
    case (.octets(let value), _): octets += value
    case (.elements(let elements), .list(let list)):
      for element in elements {
        for (part, value) in zip(list.parts, element) { value.append(part, to: &octets) }
      }
    case (.elements, _): break
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(little value: Int) {
    append(UInt8(truncatingIfNeeded: value))
    append(UInt8(truncatingIfNeeded: value >> 8))
  }
}

/// A characteristic declaration: what an entry of a Read By Type Response holds in a discovery.
public struct CharacteristicDeclaration: Hashable, Sendable {
  public let properties: UInt8
  public let valueHandle: UInt16
  public let uuid: BluetoothUUID

  /// Reads properties, value handle and a UUID of 2 or 16 octets; nothing else may follow.
  public init?(_ bytes: RawSpan) {
    guard let properties = bytes.octet(0), let handle = bytes.u16le(1),
      let uuid = BluetoothUUID(littleEndian: bytes, at: 3, octets: bytes.byteCount - 3)
    else { return nil }
    self.properties = properties
    valueHandle = handle
    self.uuid = uuid
  }
}
