/// FNV-1a, 64 bits: a hash that is the same in every run and process, for a step of one octet each.
public enum FNV1a {
  /// The hash of no octet.
  public static let basis: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The hash of what `hash` stands for and one octet more.
  @inlinable
  public static func add(_ octet: UInt8, to hash: UInt64) -> UInt64 {
    (hash ^ UInt64(octet)) &* 0x0000_0100_0000_01B3
  }
}
