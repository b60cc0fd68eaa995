/// Elements that stand once in each of two lists and in the same order: where they agree is certain.
enum UniqueAnchors {
  /// The longest chain of such elements, the earliest where several are equally long.
  static func between(_ old: [Int], _ new: [Int]) -> [EditScript.Match] {
    let places = (old: uniquePlaces(old), new: uniquePlaces(new))
    let common = old.indices.compactMap { place -> EditScript.Match? in
      guard places.old[old[place]] == place, let other = places.new[old[place]], other >= 0 else {
        return nil
      }
      return EditScript.Match(old: place, new: other)
    }
    return longestRise(common)
  }

  /// Where each element stands; -1 for one that stands more than once.
  private static func uniquePlaces(_ list: [Int]) -> [Int: Int] {
    var places: [Int: Int] = [:]
    for (place, element) in list.enumerated() {
      places[element] = places[element] == nil ? place : -1
    }
    return places
  }

  /// The longest part whose places rise in both lists (patience sorting).
  private static func longestRise(_ matches: [EditScript.Match]) -> [EditScript.Match] {
    var tops: [Int] = []
    var before = [Int](repeating: -1, count: matches.count)
    for (index, match) in matches.enumerated() {
      var range = 0..<tops.count
      while !range.isEmpty {
        let middle = range.lowerBound + range.count / 2
        range =
          matches[tops[middle]].new < match.new
          ? middle + 1..<range.upperBound : range.lowerBound..<middle
      }
      let pile = range.lowerBound
      before[index] = pile > 0 ? tops[pile - 1] : -1
      if pile == tops.count { tops.append(index) } else { tops[pile] = index }
    }
    var rise: [EditScript.Match] = []
    var index = tops.last ?? -1
    while index >= 0 {
      rise.append(matches[index])
      index = before[index]
    }
    return rise.reversed()
  }
}
