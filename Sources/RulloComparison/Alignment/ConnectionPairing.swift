/// Finds for each connection of one session the one of the other that it is to be held against.
enum ConnectionPairing {
  /// More connections than this are paired in their order alone.
  private static let limit = 200

  /// What a connection holds: how often each token was written, and how many values came.
  struct Weight: Hashable, Sendable {
    let tokens: [Int: Int]
    let values: Int
    let order: [Int]

    init(tokens: [Int], values: Int) {
      var counts: [Int: Int] = [:]
      for token in tokens { counts[token, default: 0] += 1 }
      self.tokens = counts
      self.values = values
      order = [values] + tokens
    }
  }

  /// Pairs in rising order of both lists that have the most in common.
  static func pairs(_ old: [Weight], _ new: [Weight]) -> [Sides<Int>] {
    guard old.count <= limit, new.count <= limit, old.count > 1 || new.count > 1 else {
      return (0..<min(old.count, new.count)).map { Sides(old: $0, new: $0) }
    }
    // One side decides between equally good pairings: always the same one.
    let isOrdered =
      old.count != new.count
      ? old.count < new.count
      : !new.flatMap(\.order).lexicographicallyPrecedes(old.flatMap(\.order))
    return isOrdered ? best(old, new) : best(new, old).map(\.mirrored)
  }

  private static func best(_ old: [Weight], _ new: [Weight]) -> [Sides<Int>] {
    var table = [[Int]](repeating: [Int](repeating: 0, count: new.count + 1), count: old.count + 1)
    for left in old.indices.reversed() {
      for right in new.indices.reversed() {
        let joined = likeness(old[left], new[right]) + table[left + 1][right + 1]
        table[left][right] = max(joined, table[left + 1][right], table[left][right + 1])
      }
    }
    var pairs: [Sides<Int>] = []
    var (left, right) = (0, 0)
    while left < old.count, right < new.count {
      if table[left][right]
        == likeness(old[left], new[right]) + table[left + 1][right + 1]
      {
        pairs.append(Sides(old: left, new: right))
        left += 1
        right += 1
      } else if table[left][right] == table[left + 1][right] {
        left += 1
      } else {
        right += 1
      }
    }
    return pairs
  }

  /// Common control traffic weighs most; values weigh by how many both have; and a connection is
  /// better held against an unlike one than against none.
  private static func likeness(_ old: Weight, _ new: Weight) -> Int {
    let common = old.tokens.reduce(0) { $0 + min($1.value, new.tokens[$1.key] ?? 0) }
    return common * 100 + min(old.values, new.values) + 1
  }
}
