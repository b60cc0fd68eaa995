internal import RulloBase

/// Finds the first differing line within the blocks of two outlines, by their check octets.
enum OutlineMismatch {
  /// So many blocks are looked into.
  private static let most = 5

  /// For each differing block the number of the line within it, and the line as it is now.
  static func firstLines(
    golden: [UInt8], actual: [UInt8], of stored: StoredRecording
  ) -> [String] {
    let (old, new) = (checks(golden), checks(actual))
    guard !old.isEmpty, !new.isEmpty else { return [] }
    let streamed = GoldenLines(GoldenText.session(stored)).texts.filter {
      EventLine($0)?.isStreamed == true
    }
    var found: [String] = []
    var start = 0
    for (one, other) in zip(old, new) {
      defer { start += other.count / 2 }
      guard one != other, found.count < most else { continue }
      let place = difference(one, other)
      guard streamed.indices.contains(start + place) else {
        found.append("value \(place + 1) of the block from its golden is not there any more")
        continue
      }
      found.append("value \(place + 1) of the block: \(streamed[start + place])")
    }
    return found
  }

  /// The place of the first pair of digits that differs.
  private static func difference(_ one: Substring, _ other: Substring) -> Int {
    zip(one.utf8, other.utf8).prefix { $0 == $1 }.reduce(0) { count, _ in count + 1 } / 2
  }

  /// The digits of each block's check line.
  private static func checks(_ octets: [UInt8]) -> [Substring] {
    let lines = GoldenLines(octets).texts
    guard lines.first == "rullo-outline 1" else { return [] }
    return lines.compactMap { $0.hasPrefix("  check ") ? $0.dropFirst(8) : nil }
  }
}
