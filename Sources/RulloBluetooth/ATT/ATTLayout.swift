/// How the PDUs of one op code look: the table that decoding, encoding and printing walk.
public struct ATTLayout: Sendable {
  public let opcode: UInt8

  /// The name in the specification.
  public let name: StaticString
  public let parts: [ATTPart]

  init(_ opcode: UInt8, _ name: StaticString, _ parts: [ATTPart]) {
    self.opcode = opcode
    self.name = name
    self.parts = parts
  }

  /// Every PDU there is, in the order of its family (Core specification, volume 3 part F, 3.4).
  public static let all = errors + mtu + discovery + reading + writing + values

  /// The layout of an op code, or `nil` for one that is reserved.
  public static func layout(of opcode: UInt8) -> ATTLayout? { all.first { $0.opcode == opcode } }
}

/// One field of a PDU.
public struct ATTPart: Sendable {
  /// The name in JSON and in errors.
  public let key: StaticString

  /// The name in the specification.
  public let name: StaticString
  public let content: Content

  /// What the octets of a field are; integers are little endian.
  public enum Content: Sendable {
    /// One octet with a number, which the specification may limit.
    case octet(allowed: ClosedRange<UInt8> = 0...255)

    /// One octet with the op code of another PDU.
    case opcode

    /// One octet with an ATT error code.
    case errorCode

    /// Two octets with a number or an offset.
    case word

    /// Two octets with an attribute handle.
    case handle

    /// A UUID of two octets.
    case shortUUID

    /// A UUID in all octets that are left: 2 or 16.
    case uuid

    /// All octets that are left, but for a number of octets at the end.
    case octets(butLast: Int = 0)

    /// Two octets with a length, then as many octets.
    case counted

    /// Elements up to the end of the PDU.
    case list(ATTList)
  }

  init(_ key: StaticString, _ name: StaticString, _ content: Content) {
    self.key = key
    self.name = name
    self.content = content
  }

  static let handle = ATTPart("handle", "Attribute Handle", .handle)
  static let value = ATTPart("value_hex", "Attribute Value", .octets())
  static let offset = ATTPart("offset", "Value Offset", .word)
  static let start = ATTPart("starting_handle", "Starting Handle", .handle)
  static let end = ATTPart("ending_handle", "Ending Handle", .handle)
}

/// The elements of a list, and what tells how long they are.
public struct ATTList: Sendable {
  public enum Size: Sendable {
    /// Every element has this many octets.
    case fixed(Int)

    /// The octet before the list is the length of an element, which is this at least.
    case prefixed(atLeast: Int)

    /// The octet before the list is 1 for UUIDs of 2 octets behind a handle, 2 for 16 octets.
    case format

    /// Each element says its own length.
    case counted
  }

  /// The name of the list in errors.
  public let key: StaticString
  public let size: Size
  public let parts: [ATTPart]

  init(_ key: StaticString, _ size: Size, _ parts: [ATTPart]) {
    self.key = key
    self.size = size
    self.parts = parts
  }
}
