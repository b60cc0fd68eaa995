internal import RulloBase
internal import RulloFitness

extension ProtocolFacts {
  /// Everything that the field tables say a device can do, in order.
  ///
  /// Of control points each op code with each result; silence is no fact that the tables know.
  public static let known: [ProtocolFact] = {
    var facts: Set<ProtocolFact> = []
    for layout in CharacteristicLayout.all { facts.formUnion(known(of: layout)) }
    return facts.sorted()
  }()

  private static func known(of layout: CharacteristicLayout) -> [ProtocolFact] {
    guard let short = layout.uuid.short else { return [] }
    func fact(_ kind: ProtocolFact.Kind, _ code: Int, _ result: Int = 0) -> ProtocolFact {
      ProtocolFact(characteristic: layout.uuid, kind: kind, code: code, result: result)
    }
    if controlPoints.contains(short) {
      let codes = layout.tables.filter { !$0.isResponse }.compactMap(\.code)
      let results = (0...255).filter { resultName(layout.uuid, $0) != nil }
      return codes.flatMap { code in results.map { fact(.answer, Int(code), $0) } }
    }
    if statuses.contains(short) {
      return layout.tables.compactMap(\.code).map { fact(.status, Int($0)) }
    }
    if features.contains(short) {
      return layout.featureTables.enumerated().flatMap { word, table in
        bits(of: table.defined).map { fact(.feature, word * 32 + $0) }
      }
    }
    return bits(of: layout.definedFlags).flatMap { [fact(.flagSet, $0), fact(.flagClear, $0)] }
  }
}
