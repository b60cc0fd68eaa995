internal import RulloBase

/// Which log format a text is read as.
public enum LogChoice: Hashable, Sendable {
  case appLog
  case declared(LogFormat)

  /// The word of the JSON output and of `--log-format`.
  public var name: String {
    switch self {
    case .appLog: AppLogFormat.name
    case .declared(let format): format.name
    }
  }

  /// The app log or a built-in format; dashes and underscores are the same.
  public init?(named name: String) {
    let wanted = name.replacing("-", with: "_").lowercased()
    if wanted == AppLogFormat.name {
      self = .appLog
    } else if let format = BuiltInFormats.all.first(where: { $0.name == wanted }) {
      self = .declared(format)
    } else {
      return nil
    }
  }

  /// The names that `--log-format` knows.
  public static var names: [String] { [AppLogFormat.name] + BuiltInFormats.all.map(\.name) }
}

/// Which format a text is in, by its content: the share of lines that each one knows.
public struct LogRecognition: Sendable {
  public struct Candidate: Hashable, Sendable {
    public let choice: LogChoice
    /// Lines that the format knows in hundredths, at least 1.
    public let score: Int
  }

  /// All that fit, the best first; equal scores in the order of the built-in formats.
  public let candidates: [Candidate]

  /// This much of a text tells; all of the head is looked at only where that holds no exchange.
  private static let sample = 32 * 1024

  /// Looks at the start of a text.
  public init(_ head: RawSpan) {
    let start = head.extracting(0..<Self.endOfSample(head))
    let found = Self.candidates(start)
    candidates = found.isEmpty && head.byteCount > Self.sample ? Self.candidates(head) : found
  }

  /// Where the last whole line of the sample ends: a cut one is no line of any format.
  private static func endOfSample(_ head: RawSpan) -> Int {
    guard head.byteCount > sample else { return head.byteCount }
    let end = (0..<sample).last { head.octet($0) == 0x0A }
    return end.map { $0 + 1 } ?? sample
  }

  private static func candidates(_ text: RawSpan) -> [Candidate] {
    let own = AppLogFormat.recognises(text)
    // A log of nothing but the app's own lines is no other.
    if own == 100 { return [Candidate(choice: .appLog, score: own)] }
    var found = own > 0 ? [Candidate(choice: .appLog, score: own)] : []
    for format in BuiltInFormats.all {
      let score = format.score(of: text)
      if score > 0 { found.append(Candidate(choice: .declared(format), score: score)) }
    }
    return found.enumerated().sorted {
      ($1.element.score, $0.offset) < ($0.element.score, $1.offset)
    }.map(\.element)
  }

  public var best: LogChoice? { candidates.first?.choice }

  /// Whether the second best is so near that a person should look: half of the best or more.
  public var isClose: Bool {
    candidates.count > 1 && candidates[1].score * 2 >= candidates[0].score
  }
}
