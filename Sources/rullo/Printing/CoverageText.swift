import RulloBase
import RulloFitness
import RulloGoldens

/// The coverage of a store for people: a paragraph for each characteristic.
struct CoverageText {
  private(set) var lines: [String] = []

  init(_ coverage: StoreCoverage, listsMissing: Bool) {
    let facts = listsMissing ? coverage.missing : coverage.shown.map(\.fact)
    let known = Set(ProtocolFacts.known)
    let found = coverage.shown.count { known.contains($0.fact) }
    let count = coverage.recordings.count
    lines = [
      "\(count) \(count == 1 ? "recording shows" : "recordings show") \(found) of the"
        + " \(known.count) facts that the tables know",
      listsMissing ? "Not shown by any:" : "Shown:",
    ]
    for characteristic in facts.map(\.characteristic).withoutRepeats {
      let name = CharacteristicLayout.name(of: characteristic)?.description ?? ""
      lines += ["", "\(characteristic) \(name)"]
      let own = facts.filter { $0.characteristic == characteristic }
      for kind in ProtocolFact.Kind.allCases {
        let ofKind = own.filter { $0.kind == kind }
        if ofKind.isEmpty { continue }
        lines += Self.rows(ofKind, kind)
      }
    }
  }

  private static func rows(_ facts: [ProtocolFact], _ kind: ProtocolFact.Kind) -> [String] {
    switch kind {
    case .answer:
      // One row for each op code, with its results.
      return facts.map(\.code).withoutRepeats.flatMap { code in
        let own = facts.filter { $0.code == code }
        return wrapped("\(own.first?.subject ?? "") = ", own.map(\.outcome))
      }
    case .silence: return wrapped("never answered: ", facts.map(\.subject))
    case .status: return wrapped("status: ", facts.map(\.subject))
    case .flagSet: return wrapped("flag set: ", facts.map(\.subject))
    case .flagClear: return wrapped("flag clear: ", facts.map(\.subject))
    case .feature: return wrapped("announces: ", facts.map(\.subject))
    }
  }

  /// Words behind a heading, at most 80 columns wide.
  private static func wrapped(_ heading: String, _ words: [String]) -> [String] {
    let text = heading + words.joined(separator: ", ")
    let lines = Help.wrapped(text, columns: 74)
    return lines.enumerated().map { ($0 == 0 ? "  " : "      ") + $1 }
  }
}

extension Array where Element: Hashable {
  /// The elements without those that stood before.
  fileprivate var withoutRepeats: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
