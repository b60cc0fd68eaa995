internal import RulloBase

/// The op codes of the Attribute Protocol (spec/att-gatt-l2cap, "PDUs").
@usableFromInline
internal enum ATTOpcode {
  @usableFromInline internal static let errorResponse: UInt8 = 0x01
  @usableFromInline internal static let mtuRequest: UInt8 = 0x02
  @usableFromInline internal static let findInformationRequest: UInt8 = 0x04
  @usableFromInline internal static let findByTypeValueRequest: UInt8 = 0x06
  @usableFromInline internal static let readByTypeRequest: UInt8 = 0x08
  @usableFromInline internal static let readRequest: UInt8 = 0x0A
  @usableFromInline internal static let readBlobRequest: UInt8 = 0x0C
  @usableFromInline internal static let readMultipleRequest: UInt8 = 0x0E
  @usableFromInline internal static let readByGroupTypeRequest: UInt8 = 0x10
  @usableFromInline internal static let writeRequest: UInt8 = 0x12
  @usableFromInline internal static let prepareWriteRequest: UInt8 = 0x16
  @usableFromInline internal static let executeWriteRequest: UInt8 = 0x18
  @usableFromInline internal static let notification: UInt8 = 0x1B
  @usableFromInline internal static let indication: UInt8 = 0x1D
  @usableFromInline internal static let confirmation: UInt8 = 0x1E
  @usableFromInline internal static let readMultipleVariableRequest: UInt8 = 0x20
  @usableFromInline internal static let multipleNotification: UInt8 = 0x23
  @usableFromInline internal static let writeCommand: UInt8 = 0x52
  @usableFromInline internal static let signedWriteCommand: UInt8 = 0xD2

  /// Whether a PDU of this op code is sent by the GATT server: every odd one.
  @inlinable @inline(__always)
  internal static func isFromServer(_ opcode: UInt8) -> Bool {
    opcode & 1 == 1
  }

  /// Whether a request reads or writes a value, so that its error is an event.
  @inlinable
  internal static func isAboutValue(_ opcode: UInt8) -> Bool {
    switch opcode {
    case readRequest, readBlobRequest, readMultipleRequest, readMultipleVariableRequest,
      writeRequest, prepareWriteRequest, executeWriteRequest:
      true
    default: false
    }
  }
}

/// The names of ATT error codes and of HCI disconnect reasons, in the words of the specification.
public enum BluetoothErrors {
  /// The name of an ATT error code (spec/att-gatt-l2cap, "Error codes").
  public static func attName(_ code: UInt8) -> String {
    switch code {
    case 0x01: "invalid handle"
    case 0x02: "read not permitted"
    case 0x03: "write not permitted"
    case 0x04: "invalid PDU"
    case 0x05: "insufficient authentication"
    case 0x06: "request not supported"
    case 0x07: "invalid offset"
    case 0x08: "insufficient authorization"
    case 0x09: "prepare queue full"
    case 0x0A: "attribute not found"
    case 0x0B: "attribute not long"
    case 0x0C: "encryption key size too short"
    case 0x0D: "invalid attribute value length"
    case 0x0E: "unlikely error"
    case 0x0F: "insufficient encryption"
    case 0x10: "unsupported group type"
    case 0x11: "insufficient resources"
    case 0x12: "database out of sync"
    case 0x13: "value not allowed"
    case 0x80...0x9F: "application error 0x" + Hex.text([code])
    case 0xFC: "write request rejected"
    case 0xFD: "CCCD improperly configured"
    case 0xFE: "procedure already in progress"
    case 0xFF: "out of range"
    default: "reserved error 0x" + Hex.text([code])
    }
  }

  /// Who ended a connection: `peer`, `host`, or `nobody` where the link was lost.
  public static func disconnectedBy(_ reason: UInt8) -> String {
    switch reason {
    case 0x13, 0x14, 0x15: "peer"
    case 0x16: "host"
    default: "nobody"
    }
  }

  /// The reason of a disconnection in words.
  public static func disconnectName(_ reason: UInt8) -> String {
    switch reason {
    case 0x05: "authentication failure"
    case 0x06: "PIN or key missing"
    case 0x08: "supervision timeout: the peer stopped answering"
    case 0x13: "remote user terminated: the peer hung up"
    case 0x14: "remote device terminated: low resources"
    case 0x15: "remote device terminated: it powered off"
    case 0x16: "local host terminated: we hung up"
    case 0x1A: "unsupported remote feature"
    case 0x1F: "unspecified error"
    case 0x22: "link-layer response timeout: the peer stopped answering a procedure"
    case 0x28: "instant passed: a change of the link came too late"
    case 0x29: "pairing with unit key not supported"
    case 0x3B: "unacceptable connection parameters"
    case 0x3D: "MIC failure: encryption broke"
    case 0x3E: "connection failed to be established"
    default: "HCI reason 0x" + Hex.text([reason])
    }
  }
}
