internal import RulloBase

/// How strictly and in which time a recording is replayed.
public struct ReplayOptions: Hashable, Sendable {
  /// Where the values of a stream stand in virtual time.
  public enum Anchoring: String, Hashable, Sendable {
    /// At their recorded times, whatever the app does.
    case absolute
    /// Each matched write begins a stretch whose values keep their distance from that write.
    case writes
  }

  public var order = MatchOrder.channel
  public var anchoring = Anchoring.absolute

  /// The last rule that applies counts; without one, set-points may match semantically and
  /// everything else only exactly.
  public var rules: [MatchRule] = []

  /// How far from its recorded time a write may be, in nanoseconds; `nil` for any time.
  ///
  /// Only checked with absolute anchoring and a clock.
  public var timeTolerance: Int64? = 1_000_000_000

  /// Intervals longer than this many nanoseconds are shortened to it.
  public private(set) var gapLimit: Int64?

  /// Intervals longer than this many nanoseconds are taken out.
  public private(set) var gapRemoval: Int64?

  /// In the order of the codes.
  private var policies: [DivergencePolicy] = [
    .fail, .fail, .fail, .fail, .note, .fail, .fail, .answer, .fail, .inconclusive,
  ]

  public init() {}

  /// What is done about a code.
  public subscript(code: Divergence.Code) -> DivergencePolicy {
    get { policies[code.rawValue - 1] }
    set { policies[code.rawValue - 1] = newValue }
  }

  /// Shortens every interval of the recording that is longer than `length` nanoseconds to it.
  public mutating func capGaps(at length: Int64) { gapLimit = max(0, length) }

  /// Takes every interval of the recording that is longer than `length` nanoseconds out.
  public mutating func removeGaps(over length: Int64) { gapRemoval = max(0, length) }

  /// What the header of a transcript says of them: what differs from the defaults.
  public var words: String {
    var words = ["order \(order.word)", "anchoring \(anchoring.rawValue)"]
    if let gapLimit { words.append("gaps capped at \(gapLimit) ns") }
    if let gapRemoval { words.append("gaps removed over \(gapRemoval) ns") }
    let defaults = ReplayOptions()
    for code in Divergence.Code.allCases where self[code] != defaults[code] {
      words.append("\(code.word)=\(self[code].rawValue)")
    }
    for rule in rules {
      let name = rule.characteristic.map { "\($0)" } ?? "all"
      let opCode = rule.opCode.map { " op 0x\(Hex.text([$0]))" } ?? ""
      words.append("match \(name)\(opCode) \(rule.lowest.word)")
    }
    return words.joined(separator: " · ")
  }
}
