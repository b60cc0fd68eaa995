/// The high four bits of the last octet of FE-C pages 16 and 25.
public struct FitnessEquipmentState: Hashable, Sendable {
  /// 1 asleep, 2 ready, 3 in use, 4 finished; three bits are sent.
  public var code: UInt8

  /// Changes with each lap.
  public var lapToggle: Bool

  public init(code: UInt8, lapToggle: Bool = false) {
    (self.code, self.lapToggle) = (code & 7, lapToggle)
  }

  init(_ octet: UInt8) { self.init(code: octet >> 4, lapToggle: octet & 0x80 != 0) }

  var highBits: UInt8 { (code & 7) << 4 | (lapToggle ? 0x80 : 0) }
}
