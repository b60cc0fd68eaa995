internal import RulloBase

/// A message of Wahoo Direct Connect (dircon, section 1).
///
/// Header: version 1, id, sequence, response code (one octet each), length of the body (u16,
/// big-endian).
internal struct DirectConnectMessage: Sendable {
  enum ID {
    static let services: UInt8 = 1
    static let characteristics: UInt8 = 2
    static let read: UInt8 = 3
    static let write: UInt8 = 4
    static let enable: UInt8 = 5
    static let notification: UInt8 = 6
  }

  /// What the length of a body tells about its sender.
  enum Shape: Sendable {
    case request, response, either
  }

  static let headerLength = 6

  var id: UInt8
  var sequence: UInt8
  var code: UInt8
  /// Where the body stands.
  var body: Range<Int>

  /// Reads a header of version 1, whatever its id; the body need not be there yet.
  init?(_ bytes: RawSpan, at place: Int) {
    guard bytes.octet(place) == 1, let id = bytes.octet(place + 1),
      let sequence = bytes.octet(place + 2), let code = bytes.octet(place + 3),
      let length = bytes.u16be(place + 4)
    else { return nil }
    self.id = id
    self.sequence = sequence
    self.code = code
    let start = place + Self.headerLength
    body = start..<start + Int(length)
  }

  /// Whose message this is by the lengths that the table gives; `nil` where no message is so long.
  ///
  /// Stricter than reading needs to be: it tells this protocol from others.
  var shape: Shape? {
    let length = body.count
    // The longest value of an attribute, and a list of 64 characteristics, are shorter.
    guard length <= 1_200, code <= 7 else { return nil }
    if code > 0, (ID.services...ID.enable).contains(id), length == 0 || length == 16 {
      return .response
    }
    switch (id, length) {
    case (ID.services, 0): return .either
    case (ID.services, _): return length % 16 == 0 ? .response : nil
    case (ID.characteristics, 16): return .request
    case (ID.characteristics, _): return length > 16 && length % 17 == 16 ? .response : nil
    case (ID.read, 16): return .request
    case (ID.read, _): return length > 16 ? .response : nil
    case (ID.write, 16): return .response
    case (ID.write, _): return length > 16 ? .request : nil
    case (ID.enable, 16): return .response
    case (ID.enable, 17): return .request
    case (ID.notification, _): return length >= 16 ? .response : nil
    default: return nil
    }
  }
}

extension DirectConnectMessage {
  /// The octet in which GATT declares what the record's property octet says (dircon, section 1).
  static func properties(_ octet: UInt8) -> UInt8 {
    (octet & 0x01 != 0 ? 0x02 : 0) | (octet & 0x02 != 0 ? 0x08 : 0)
      | (octet & 0x04 != 0 ? 0x10 : 0) | (octet & 0x08 != 0 ? 0x20 : 0)
  }

  /// The ATT error that says the same as a response code does for a request of this id.
  ///
  /// Codes that the table does not have become application errors, 0x80 and up.
  static func attError(_ code: UInt8, id: UInt8) -> UInt8 {
    switch (code, id) {
    case (1, _): 0x06
    case (2, _): 0x0E
    case (3, _), (4, _): 0x0A
    case (5, ID.read): 0x02
    case (5, ID.write): 0x03
    case (5, _): 0x06
    case (6, _): 0xFC
    case (7, _): 0x04
    default: 0x80 | code & 0x1F
    }
  }
}
