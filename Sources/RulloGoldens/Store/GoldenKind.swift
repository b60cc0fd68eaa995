/// What a golden holds of its recording.
public enum GoldenKind: String, Sendable, CaseIterable {
  /// Every event decoded, or their outline (design, "Session text format").
  case session = "session.txt"
  /// What `rullo rate --json` measures.
  case rate = "rate.json"
  /// What both sides did when the recording was replayed against itself.
  case transcript = "transcript.txt"

  /// `ride.session.txt` for `ride`.
  public func fileName(of name: String) -> String { "\(name).\(rawValue)" }

  /// The recording and the kind that a file name says; `nil` for another file.
  public static func parse(_ fileName: String) -> (name: String, kind: GoldenKind)? {
    for kind in allCases where fileName.hasSuffix(".\(kind.rawValue)") {
      return (String(fileName.dropLast(kind.rawValue.count + 1)), kind)
    }
    return nil
  }
}
