internal import RulloBase

/// A credit-based channel inside a connection; those of EATT carry attribute traffic.
///
/// Source: spec/att-gatt-l2cap, "L2CAP" and "EATT".
internal struct CreditChannel: Sendable {
  /// The octets of a service data unit that came so far, and how many it has.
  struct Assembly: Sendable {
    var octets: [UInt8] = []
    var expected = 0

    var isOpen: Bool { octets.count < expected }
  }

  /// The position of the connection that the channel runs in.
  let carrier: Int

  /// The position of the bearer: a connection of its own, with requests and parts of its own.
  let bearer: Int

  /// Whether the host's side asked for the channel.
  let isAskedByHost: Bool

  /// What each side is sent to.
  let askerChannel: UInt16
  let answererChannel: UInt16

  /// The longest ATT PDU that each side takes; the smaller one is the bearer's MTU.
  var askerMTU: Int
  var answererMTU: Int

  /// The position of its MTU among those of the link; `nil` where there are too many.
  let mtuPlace: Int?

  var sent = Assembly()
  var received = Assembly()

  func carries(_ channel: UInt16, isSent: Bool) -> Bool {
    channel == (isSent == isAskedByHost ? answererChannel : askerChannel)
  }
}

/// A request for channels, or for another MTU of some, that waits for its answer.
internal struct ChannelRequest: Sendable {
  let carrier: Int
  let identifier: UInt8
  let isSent: Bool
  let channels: [UInt16]

  /// The longest ATT PDU that the asking side takes.
  let mtu: Int
  let isReconfiguration: Bool
}
