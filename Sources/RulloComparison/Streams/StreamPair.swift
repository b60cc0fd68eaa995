internal import RulloBluetooth

/// One stream of both sessions.
struct StreamPair {
  let pair: DevicePair
  let places: Sides<Int>
  let facts: Sides<StreamFacts>

  /// The coarser of both clocks, in nanoseconds; `nil` where one session has none.
  let resolution: Int64?

  /// Whether the same machine drove the trainer in both sessions, so that the numbers compare.
  let isBench: Bool

  var counts: Sides<Int> { facts.map(\.count) }

  func subject(field: String? = nil) -> FindingSubject { pair.subject(places, field: field) }

  /// The characteristics with what else the sessions say of them.
  var characteristics: Sides<CharacteristicFacts> { pair.facts(places) }
}
