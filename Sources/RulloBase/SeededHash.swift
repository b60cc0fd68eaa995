/// Randomness without a stream: one number for one decision, the same in every run and process.
///
/// A number depends on nothing but the seed, what is decided and its index, so that one decision more
/// never shifts another. FNV-1a of 64 bits over the octets of the seed (least significant first), the
/// UTF-8 of the word, a zero octet and the octets of the index; then one step of SplitMix64.
public enum SeededHash {
  /// 64 evenly spread bits for a decision.
  @inlinable
  public static func bits(seed: UInt64, _ what: String, index: UInt64 = 0) -> UInt64 {
    var hash = fnv(FNV1a.basis, seed)
    for octet in what.utf8 { hash = FNV1a.add(octet, to: hash) }
    hash = FNV1a.add(0, to: hash)
    return splitMix(fnv(hash, index))
  }

  /// A number from 0 up to, and without, 1, in steps of 2⁻⁵³.
  @inlinable
  public static func unit(seed: UInt64, _ what: String, index: UInt64 = 0) -> Double {
    Double(bits(seed: seed, what, index: index) >> 11) / 9_007_199_254_740_992
  }

  @inlinable
  internal static func fnv(_ hash: UInt64, _ number: UInt64) -> UInt64 {
    var hash = hash
    for place in 0..<8 as Range<UInt64> {
      hash = FNV1a.add(UInt8(truncatingIfNeeded: number >> (8 * place)), to: hash)
    }
    return hash
  }

  /// The output of SplitMix64 for a state: adds its increment, then mixes.
  @inlinable
  internal static func splitMix(_ state: UInt64) -> UInt64 {
    var mixed = state &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
