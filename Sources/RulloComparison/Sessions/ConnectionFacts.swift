internal import RulloBluetooth

/// One connection of a device: from its link-up, or from the beginning of the recording, to its end.
struct ConnectionFacts: Sendable {
  /// The number of the event that began it; `nil` where the recording begins in the middle.
  var start: Int?

  /// Positions in the recording's events, both included.
  var positions: ClosedRange<Int>

  var mtu: CharacteristicFacts.Seen<Int>?

  /// The connection interval in nanoseconds, the last one that was in use.
  var interval: CharacteristicFacts.Seen<Int64>?

  /// Who ended it, `host`, `peer` or `nobody`, and why in words.
  var ending: CharacteristicFacts.Seen<Ending>?

  /// What the app wrote, in order.
  var writes: [AppWrite] = []

  /// Values of streams.
  var valueCount = 0

  struct Ending: Hashable, Sendable {
    let by: String
    let reason: String
  }

  init(at position: Int) { positions = position...position }
}

/// A write of the app as the alignment sees it.
struct AppWrite: Sendable {
  /// The place of its characteristic in the device's list, and its first octet.
  let characteristic: Int
  let opCode: UInt8

  /// The position of its event in the recording.
  let position: Int
}
