import RulloFieldLogs

/// The lines of `--explain-skips`: each reason with the lines that were passed over for it.
enum SkippedText {
  private static let columns = 80

  /// `owner` says whose the lines are, where there are several files.
  static func lines(_ skipped: SkippedLines, _ owner: String) -> [String] {
    guard !skipped.groups.isEmpty else { return ["skipped: \(owner)no line"] }
    return skipped.groups.flatMap { group in
      let last = group.lines.last.map { "\($0.number)".count } ?? 1
      let heading =
        "skipped: \(owner)\(group.reason.rawValue) (\(Figures.counted(group.count, "line")))"
      let rest = group.count - group.lines.count
      return [Figures.plain(heading)]
        + group.lines.map { row($0, width: last) }
        + (rest > 0 ? ["  … and \(Figures.counted(rest, "line")) more"] : [])
    }
  }

  private static func row(_ line: SkippedLines.Line, width: Int) -> String {
    let number = "\(line.number)"
    let start = "  " + String(repeating: " ", count: max(0, width - number.count)) + number + "  "
    let text = Figures.plain(line.text)
    let room = columns - start.count
    return start + (text.count > room ? text.prefix(room - 1) + "…" : text)
  }
}
