/// Finds for each characteristic of one device the same one of the other.
struct CharacteristicPairing: Sendable {
  /// Places in both lists, in the order of their keys.
  private(set) var pairs: [Sides<Int>] = []

  /// For each place the number of its pair, or -1.
  private(set) var pairOf: Sides<[Int]>

  /// A source that names no services is held against one that does by what it names.
  init(_ old: [CharacteristicFacts], _ new: [CharacteristicFacts]) {
    pairOf = Sides(
      old: [Int](repeating: -1, count: old.count), new: [Int](repeating: -1, count: new.count))
    var places: [CharacteristicKey: Int] = [:]
    for (place, facts) in new.enumerated() { places[facts.key] = place }
    for (place, facts) in old.enumerated() {
      if let other = places[facts.key] { join(place, other) }
    }
    let loose = Sides(old: old, new: new).map { Self.byLooseKey($0) }
    for (place, facts) in old.enumerated() where pairOf.old[place] < 0 {
      let key = facts.key.withoutService
      guard let other = loose.new[key], other >= 0, loose.old[key] == place,
        pairOf.new[other] < 0, facts.key.service == nil || new[other].key.service == nil
      else { continue }
      join(place, other)
    }
    sortPairs(old, new)
  }

  /// The only characteristic of each key without its service; -1 where there are several.
  private static func byLooseKey(_ list: [CharacteristicFacts]) -> [CharacteristicKey: Int] {
    var places: [CharacteristicKey: Int] = [:]
    for (place, facts) in list.enumerated() {
      let key = facts.key.withoutService
      places[key] = places[key] == nil ? place : -1
    }
    return places
  }

  private mutating func join(_ old: Int, _ new: Int) {
    pairOf.old[old] = pairs.count
    pairOf.new[new] = pairs.count
    pairs.append(Sides(old: old, new: new))
  }

  /// Sorted by the key that says more, so that exchanged devices number their pairs alike.
  private mutating func sortPairs(_ old: [CharacteristicFacts], _ new: [CharacteristicFacts]) {
    pairs.sort { left, right in
      max(old[left.old].key, new[left.new].key) < max(old[right.old].key, new[right.new].key)
    }
    for (number, pair) in pairs.enumerated() {
      pairOf.old[pair.old] = number
      pairOf.new[pair.new] = number
    }
  }
}
