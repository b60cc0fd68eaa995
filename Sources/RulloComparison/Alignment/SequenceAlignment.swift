/// Pairs the elements of two lists: unique anchors, then Myers between them, then what is left over
/// of one kind in the order of its places.
struct SequenceAlignment: Hashable, Sendable {
  /// Places that belong together in the order of both lists: between them streams are compared.
  private(set) var anchors: [EditScript.Match] = []

  /// Equal elements that stand in another order, as substitutions.
  private(set) var substitutions: [EditScript.Match] = []

  /// Aligns two lists; exchanged lists give the exchanged alignment.
  init(_ old: [Int], _ new: [Int]) {
    // Where several alignments are equally good the search takes one side's: always the same side's.
    let isOrdered =
      (old.count, new.count) != (new.count, old.count)
      ? old.count < new.count : !new.lexicographicallyPrecedes(old)
    if isOrdered {
      align(old, new)
    } else {
      align(new, old)
      anchors = anchors.map { EditScript.Match(old: $0.new, new: $0.old) }
      substitutions = substitutions.map { EditScript.Match(old: $0.new, new: $0.old) }
      substitutions.sort { $0.old < $1.old }
    }
  }

  private mutating func align(_ old: [Int], _ new: [Int]) {
    var (left, right) = (0, 0)
    for anchor in UniqueAnchors.between(old, new) {
      anchors += EditScript.matches(old[left..<anchor.old], new[right..<anchor.new])
      anchors.append(anchor)
      left = anchor.old + 1
      right = anchor.new + 1
    }
    anchors += EditScript.matches(old[left...], new[right...])
    pairLeftovers(old, new)
  }

  private mutating func pairLeftovers(_ old: [Int], _ new: [Int]) {
    let paired = (old: Set(anchors.map(\.old)), new: Set(anchors.map(\.new)))
    var queues: [Int: [Int]] = [:]
    for place in new.indices.reversed() where !paired.new.contains(place) {
      queues[new[place], default: []].append(place)
    }
    for place in old.indices where !paired.old.contains(place) {
      guard let other = queues[old[place]]?.popLast() else { continue }
      substitutions.append(EditScript.Match(old: place, new: other))
    }
  }

  var pairCount: Int { anchors.count + substitutions.count }

  /// All pairs in the order of the old list.
  var pairs: [EditScript.Match] {
    (anchors + substitutions).sorted { $0.old < $1.old }
  }
}
