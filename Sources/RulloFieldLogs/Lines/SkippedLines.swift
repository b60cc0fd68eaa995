internal import RulloBase

/// The lines that a reader passed over, by reason, as many as a person would look at.
public struct SkippedLines: Sendable {
  public struct Line: Hashable, Sendable {
    public let number: Int
    /// The beginning of the line; control characters stand as they are.
    public let text: String
  }

  public struct Group: Sendable {
    public let reason: SkipReason
    /// All lines of this reason, the ones that are not kept included.
    public internal(set) var count = 0
    /// The first ones, in the order of the file.
    public internal(set) var lines: [Line] = []
  }

  /// In the order of their first line.
  public private(set) var groups: [Group] = []

  /// How many lines of each reason are kept, and how many octets of each.
  public static let most = 50
  private static let longest = 160

  public init() {}

  mutating func add(_ reason: SkipReason, _ number: Int, _ line: RawSpan?) {
    let place =
      groups.firstIndex { $0.reason == reason }
      ?? {
        groups.append(Group(reason: reason))
        return groups.count - 1
      }()
    groups[place].count += 1
    guard groups[place].lines.count < Self.most else { return }
    groups[place].lines.append(Line(number: number, text: Self.excerpt(line)))
  }

  /// The beginning of a line; what is cut off stands as three dots.
  static func excerpt(_ line: RawSpan?) -> String {
    guard let line else { return "" }
    var start = 0
    LineCursor.skipBlanks(line, &start)
    let end = min(line.byteCount, start + longest)
    let text = String(decoding: line.extracting(start..<end).copied(), as: UTF8.self)
    return end < line.byteCount ? text + "…" : text
  }
}
