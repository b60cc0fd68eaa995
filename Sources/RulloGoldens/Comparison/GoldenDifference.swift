/// How a golden and what came out now differ, ready to be read.
public struct GoldenDifference: Hashable, Sendable {
  public let hunks: [LineHunk]

  /// The classes that occur, the gravest first.
  public let classes: [ChangeClass]

  /// The number of the first differing line of the golden, from 1.
  public let line: Int

  private let shown: [String]

  /// The most lines that one report shows of a difference.
  private static let longest = 40

  /// Answers `nil` for equal octets.
  public init?(old: [UInt8], new: [UInt8]) {
    guard old != new else { return nil }
    let (one, other) = (GoldenLines(old), GoldenLines(new))
    hunks = LineHunks.between(one, other)
    let classes = hunks.map { ChangeClass.of($0, one, other) }
    self.classes = classes.isEmpty ? [.format] : ChangeClass.allCases.filter(classes.contains)
    line = (hunks.first?.old.lowerBound ?? one.count) + 1
    var lines: [String] = []
    for (hunk, found) in zip(hunks, classes) {
      lines.append("@ line \(hunk.old.lowerBound + 1) · \(found.word)")
      lines += hunk.old.map { "- " + one.texts[$0] }
      lines += hunk.new.map { "+ " + other.texts[$0] }
      if lines.count > Self.longest { break }
    }
    if hunks.isEmpty {
      lines = ["@ the end · format", "  only one of both ends with a line feed"]
    }
    shown = lines
  }

  /// `wire, timing`.
  public var classWords: String { classes.map(\.word).joined(separator: ", ") }

  /// The differing lines, golden first; cut where there are too many to read.
  public var report: [String] {
    guard shown.count > Self.longest || hunks.count > shown.filter({ $0.hasPrefix("@") }).count
    else { return shown }
    let stretches = hunks.count == 1 ? "stretch" : "stretches"
    return shown.prefix(Self.longest) + ["… \(hunks.count) \(stretches) differ in all"]
  }
}
