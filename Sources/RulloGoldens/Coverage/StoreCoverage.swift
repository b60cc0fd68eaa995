/// Which protocol facts the recordings of a store show, and which none of them does.
public struct StoreCoverage: Sendable {
  /// The recordings in the order of their names.
  public let recordings: [String]

  /// Facts in order, each with the recordings that show it.
  public let shown: [(fact: ProtocolFact, recordings: [String])]

  /// Known facts that no recording shows, in order.
  public let missing: [ProtocolFact]

  /// Reads every recording of the store.
  ///
  /// Throws ``GoldenError`` where one cannot be read.
  public init(of store: GoldenStore) throws(GoldenError) {
    let cases = try store.cases()
    var owners: [ProtocolFact: [String]] = [:]
    for entry in cases {
      for fact in ProtocolFacts.of(try entry.recording().recording) {
        owners[fact, default: []].append(entry.name)
      }
    }
    recordings = cases.map(\.name)
    shown = owners.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    missing = ProtocolFacts.known.filter { owners[$0] == nil }
  }

  /// Facts of a new recording that none of the store shows yet.
  public func news(in facts: [ProtocolFact]) -> [ProtocolFact] {
    let old = Set(shown.map(\.fact))
    return facts.filter { !old.contains($0) }
  }
}
