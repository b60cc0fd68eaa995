/// Finds what two lists have in common, in time and memory that grow with their length alone.
///
/// The algorithm of Myers (An O(ND) Difference Algorithm and Its Variations, 1986) in its greedy
/// form. It is exact for up to ``deepest`` edits; where lists differ more, what was found so far is
/// kept at the furthest point and the search begins anew there, so that two lists of n elements
/// that share nothing cost n × ``deepest`` steps.
enum EditScript {
  /// A place in both lists with equal elements.
  struct Match: Hashable, Sendable {
    let old: Int
    let new: Int

    subscript(side: Side) -> Int { side == .old ? old : new }
  }

  /// The edits after which a stretch is ended.
  static let deepest = 256

  /// The common elements in order, for ranges of both lists.
  static func matches(
    _ old: ArraySlice<Int>, _ new: ArraySlice<Int>
  ) -> [Match] {
    var found: [Match] = []
    var (left, right) = (old.startIndex, new.startIndex)
    while left < old.endIndex, right < new.endIndex {
      if old[left] == new[right] {
        found.append(Match(old: left, new: right))
        left += 1
        right += 1
        continue
      }
      var trail = EditTrail(old[left...], new[right...])
      let end = trail.search(deepest: deepest)
      found += trail.matches(to: end)
      left += end.old
      right += end.new
    }
    return found
  }
}

/// One search of ``EditScript`` from the start of two lists.
private struct EditTrail {
  private let old: ArraySlice<Int>
  private let new: ArraySlice<Int>

  /// For each number of edits, how far along the old list each diagonal has come.
  private var rounds: [[Int32]] = []

  init(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) {
    self.old = old
    self.new = new
  }

  /// A place in both lists, counted from where the search began.
  struct Point {
    let old: Int
    let new: Int
  }

  /// Searches until both lists end or the edits are used up; answers the furthest point.
  mutating func search(deepest: Int) -> Point {
    var furthest = Point(old: 0, new: 0)
    for edits in 0...deepest {
      rounds.append([Int32](repeating: -1, count: 2 * edits + 1))
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        guard let start = edits == 0 ? 0 : step(edits, diagonal)?.old else { continue }
        let x = slide(from: start, diagonal)
        let y = x - diagonal
        rounds[edits][diagonal + edits] = Int32(truncatingIfNeeded: x)
        if x + y > furthest.old + furthest.new { furthest = Point(old: x, new: y) }
        if x >= old.count, y >= new.count { return Point(old: x, new: y) }
      }
    }
    return furthest
  }

  /// How a diagonal goes on after one more edit: a deletion wins where both come equally far.
  private func step(_ edits: Int, _ diagonal: Int) -> (old: Int, isDeletion: Bool)? {
    let deleted = reached(edits - 1, diagonal - 1).flatMap { $0 < old.count ? $0 + 1 : nil }
    let inserted = reached(edits - 1, diagonal + 1).flatMap {
      $0 - diagonal <= new.count ? $0 : nil
    }
    guard let deleted else { return inserted.map { ($0, false) } }
    guard let inserted, inserted > deleted else { return (deleted, true) }
    return (inserted, false)
  }

  private func slide(from start: Int, _ diagonal: Int) -> Int {
    var x = start
    while x < old.count, x - diagonal < new.count,
      old[old.startIndex + x] == new[new.startIndex + x - diagonal]
    {
      x += 1
    }
    return x
  }

  /// The common elements on the way to a point that the search reached, in order.
  func matches(to end: Point) -> [EditScript.Match] {
    var backwards: [EditScript.Match] = []
    var (x, y) = (end.old, end.new)
    // The round that reached the point is the first that did.
    var edits = rounds.indices.first { reached($0, x - y) == x } ?? 0
    while x > 0 || y > 0 {
      let step = edits == 0 ? (old: 0, isDeletion: false) : step(edits, x - y)
      guard let step else { break }
      while x > step.old {
        x -= 1
        y -= 1
        backwards.append(EditScript.Match(old: old.startIndex + x, new: new.startIndex + y))
      }
      guard edits > 0 else { break }
      if step.isDeletion { x -= 1 } else { y -= 1 }
      edits -= 1
    }
    return backwards.reversed()
  }

  private func reached(_ edits: Int, _ diagonal: Int) -> Int? {
    let place = diagonal + edits
    guard rounds.indices.contains(edits), rounds[edits].indices.contains(place),
      rounds[edits][place] >= 0
    else { return nil }
    return Int(rounds[edits][place])
  }
}
