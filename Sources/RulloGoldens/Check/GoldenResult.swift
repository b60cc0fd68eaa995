/// What came of holding one golden against what its recording gives now.
public struct GoldenResult: Sendable {
  public enum Verdict: Sendable {
    case equal
    /// There is no golden yet.
    case missing
    case differs(GoldenDifference)
    /// The recording cannot be read or replayed, or two runs of it differ.
    case failed(GoldenError)
  }

  /// The name of the golden's file.
  public let file: String
  public let verdict: Verdict

  /// The lines of a long session that differ first within the blocks of its outline.
  public internal(set) var firstLines: [String] = []

  /// What came out now; `nil` where nothing did.
  public internal(set) var actual: [UInt8]?

  public init(file: String, _ verdict: Verdict) {
    self.file = file
    self.verdict = verdict
  }

  public var isEqual: Bool { if case .equal = verdict { true } else { false } }

  /// One line for people: `ride.session.txt: differs (wire) from line 12 on`.
  public var summary: String {
    switch verdict {
    case .equal: "\(file): equal"
    case .missing:
      "\(file): missing; 'rullo golden review' shows what it would be, 'rullo golden accept' keeps it"
    case .differs(let difference):
      "\(file): differs (\(difference.classWords)) from line \(difference.line) on"
    case .failed(let error): "\(file): \(error)"
    }
  }
}
