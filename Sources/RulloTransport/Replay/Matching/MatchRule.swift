public import RulloBase

/// The lowest rung on which writes of a characteristic, or of one op code of it, may match.
public struct MatchRule: Hashable, Sendable {
  /// `nil` for every characteristic.
  public var characteristic: BluetoothUUID?

  /// The first octet; `nil` for every op code.
  public var opCode: UInt8?

  public var lowest: MatchRung

  /// The bits that count, octet by octet; empty for no mask.
  ///
  /// Octets behind its end count in full.
  public var mask: [UInt8]

  public init(
    _ characteristic: BluetoothUUID? = nil, opCode: UInt8? = nil, lowest: MatchRung,
    mask: [UInt8] = []
  ) {
    self.characteristic = characteristic
    self.opCode = opCode
    self.lowest = lowest
    self.mask = mask
  }

  func applies(to uuid: BluetoothUUID, _ opCode: UInt8?) -> Bool {
    (characteristic == nil || characteristic == uuid)
      && (self.opCode == nil || self.opCode == opCode)
  }
}

/// In which order recorded writes must be made.
public enum MatchOrder: Hashable, Sendable {
  /// As in the whole session.
  case strict
  /// As in their own characteristic.
  case channel
  /// Any of the next so many that were not made yet, in their own characteristic.
  case window(Int)
  /// In any order.
  case free

  /// The word of the transcript's header.
  public var word: String {
    switch self {
    case .strict: "strict"
    case .channel: "channel"
    case .window(let count): "window-\(count)"
    case .free: "free"
    }
  }
}
