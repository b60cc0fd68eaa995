internal import RulloBase

/// One connection on the air, told apart by its access address.
internal struct AirConnection: Sendable {
  /// What is known of the encryption of its packets.
  enum Secrecy: Sendable {
    /// The beginning is not in the capture: a frame that fits proves plain text.
    case unknown
    case plain
    /// Encryption was asked for; nothing but its own procedure may follow in plain text.
    case starting
    case encrypted
  }

  /// What one side sent last, to tell a repetition from a new packet.
  struct Side: Sendable {
    var header: UInt8 = 0xFF
    var payload: [UInt8] = []
    var time: Int64 = 0
  }

  let accessAddress: UInt32

  /// The interface that the packets came from.
  let adapter: UInt16

  /// The position among the stack's connections; -1 while nothing readable has come.
  var position = -1

  /// The start value of its checksum, where the connection request is in the capture.
  var crcStart: UInt32?

  /// Nanoseconds between two meetings of both sides.
  var interval: Int64 = 100_000_000

  var secrecy: Secrecy

  /// Frames in a row that cannot be any: what encryption looks like where its start was missed.
  var misfits = 0

  var channel = Radio.unknownChannel
  var lastTime: Int64?
  var lastDirection = Packet.Direction.received
  var central = Side()
  var peripheral = Side()

  init(accessAddress: UInt32, adapter: UInt16, secrecy: Secrecy) {
    self.accessAddress = accessAddress
    self.adapter = adapter
    self.secrecy = secrecy
  }

  /// When the central began the last meeting that was seen from its beginning.
  var anchor: Int64?

  /// Which side sent a packet, where the capture does not say it.
  ///
  /// At each meeting, on a channel of its own, the central begins and both take turns, 150 µs apart.
  /// Where its packet was missed, the first one comes late by the packet's time and those 150 µs.
  mutating func direction(at time: Int64, on channel: UInt8) -> Packet.Direction {
    let isLater = lastTime.map { time &- $0 > 3_000_000 || time < $0 } ?? true
    guard isLater || channel != self.channel else {
      return lastDirection == .received ? .sent : .received
    }
    if let anchor, time > anchor, 150_000...3_000_000 ~= (time - anchor) % interval {
      return .received
    }
    anchor = time
    return .sent
  }

  /// Whether a packet repeats the last one of its side: same sequence bit, same octets, at once or at
  /// the next meetings.
  mutating func isRepeated(
    _ direction: Packet.Direction, _ header: UInt8, _ payload: RawSpan, at time: Int64
  ) -> Bool {
    // Type of content and sequence number; the bits about acknowledging may differ.
    let header = header & 0x0B
    var side = direction == .sent ? central : peripheral
    let isSame =
      side.header == header && time &- side.time <= 5 * interval / 2
      && side.payload.withRawSpan { $0.equals(payload) }
    side.time = time
    if !isSame {
      side.header = header
      side.payload = payload.copied()
    }
    if direction == .sent { central = side } else { peripheral = side }
    return isSame
  }
}
