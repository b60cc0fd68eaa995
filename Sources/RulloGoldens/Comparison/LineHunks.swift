/// A stretch of lines that two goldens do not share; line numbers from 0.
public struct LineHunk: Hashable, Sendable {
  public let old: Range<Int>
  public let new: Range<Int>
}

/// Finds the stretches in which two goldens differ, in time that grows with their length alone.
///
/// Behind a difference the nearest place is looked for at which both go on alike, within a window:
/// two sessions that share nothing cost a constant for each line.
enum LineHunks {
  /// As far as a common line is looked for.
  private static let window = 64

  static func between(_ old: GoldenLines, _ new: GoldenLines) -> [LineHunk] {
    var hunks: [LineHunk] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if left < old.count, right < new.count, old.isSame(left, as: new, right) {
        left += 1
        right += 1
        continue
      }
      let (removed, added) = gap(old, left, new, right)
      let (oldEnd, newEnd) = (min(old.count, left + removed), min(new.count, right + added))
      if let last = hunks.last, last.old.upperBound == left, last.new.upperBound == right {
        hunks[hunks.count - 1] = LineHunk(
          old: last.old.lowerBound..<oldEnd, new: last.new.lowerBound..<newEnd)
      } else {
        hunks.append(LineHunk(old: left..<oldEnd, new: right..<newEnd))
      }
      left = oldEnd
      right = newEnd
    }
    return hunks
  }

  /// How many lines to leave out on both sides until they are alike again.
  private static func gap(
    _ old: GoldenLines, _ left: Int, _ new: GoldenLines, _ right: Int
  ) -> (removed: Int, added: Int) {
    for distance in 1...(2 * window) {
      for removed in max(0, distance - window)...min(distance, window) {
        let added = distance - removed
        let (one, other) = (left + removed, right + added)
        if one >= old.count, other >= new.count { return (removed, added) }
        guard one < old.count, other < new.count, old.isSame(one, as: new, other) else { continue }
        // One common line may be a blank one: the next has to be common too.
        let isLast = one + 1 >= old.count || other + 1 >= new.count
        if isLast || old.isSame(one + 1, as: new, other + 1) { return (removed, added) }
      }
    }
    return (window, window)
  }
}
