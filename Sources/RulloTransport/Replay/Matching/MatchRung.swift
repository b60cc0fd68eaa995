/// How well a write of the app matches a recorded one, the best first.
public enum MatchRung: Int, Comparable, Hashable, Sendable, CaseIterable {
  /// The same octets.
  case exact
  /// The same octets behind a mask.
  case masked
  /// The same op code, and parameters at most one step of their fields apart.
  case semantic
  /// The same first octet.
  case opCode
  /// No recorded partner: an answer is made from the recorded features and ranges.
  case synthesised

  public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

  /// The word of the transcript: `match=exact`.
  public var word: String {
    switch self {
    case .exact: "exact"
    case .masked: "masked"
    case .semantic: "semantic"
    case .opCode: "op-code"
    case .synthesised: "synthesised"
    }
  }
}
