/// What kind of thing changed between a golden and what came out now, the gravest first.
public enum ChangeClass: Int, Sendable, Comparable, CaseIterable {
  /// Octets, kinds, or which events there are.
  case wire
  /// The words of the same octets.
  case decode
  /// Which rung of the matching ladder was used in a replay.
  case matchRung
  /// Times and latencies alone.
  case timing
  /// The shape of the text alone.
  case format

  public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

  /// The word in outputs.
  public var word: String {
    switch self {
    case .wire: "wire"
    case .decode: "decode"
    case .matchRung: "match rung"
    case .timing: "timing"
    case .format: "format"
    }
  }

  /// The class of one stretch of differing lines.
  static func of(_ hunk: LineHunk, _ old: GoldenLines, _ new: GoldenLines) -> ChangeClass {
    guard hunk.old.count == hunk.new.count else {
      let lines = hunk.old.map { old.texts[$0] } + hunk.new.map { new.texts[$0] }
      return lines.contains { EventLine($0) != nil || isBlock($0) } ? .wire : .format
    }
    return zip(hunk.old, hunk.new).map { of(old.texts[$0], new.texts[$1]) }.min() ?? .format
  }

  /// The class of one line that stands for another.
  static func of(_ old: String, _ new: String) -> ChangeClass {
    if let one = EventLine(old), let other = EventLine(new) {
      let isSame =
        one.party == other.party && one.path == other.path && one.kind == other.kind
        && one.column == other.column
      guard isSame else { return .wire }
      if one.words != other.words { return words(one.words, other.words) }
      return one.time != other.time ? .timing : .format
    }
    if EventLine(old) != nil || EventLine(new) != nil { return .wire }
    if isJSON(old), isJSON(new) { return json(old, new) }
    if isBlock(old) || isBlock(new) { return .wire }
    return .format
  }

  private static func words(_ old: Substring, _ new: Substring) -> ChangeClass {
    let (one, other) = (ReplayWords(old), ReplayWords(new))
    if one.decoded != other.decoded { return .decode }
    return one.rungs != other.rungs ? .matchRung : .timing
  }

  /// A line of the outline: a block, or what it says of a stream.
  private static func isBlock(_ line: String) -> Bool {
    line.hasPrefix("block ") || line.hasPrefix("  ")
  }

  private static func isJSON(_ line: String) -> Bool {
    line.hasPrefix("{") || line.hasPrefix(" {") || line.hasPrefix("]")
  }

  /// Numbers alone are timing, unless they count what there was.
  private static func json(_ old: String, _ new: String) -> ChangeClass {
    func withoutNumbers(_ line: String) -> String { line.filter { !$0.isNumber && $0 != "." } }
    func counts(_ line: String) -> [Substring] {
      ["\"count\":", "\"writes\":", "\"events\":", "\"repeats\":"].flatMap { key in
        line.split(separator: key).dropFirst().map { $0.prefix { $0.isNumber } }
      }
    }
    if withoutNumbers(old) != withoutNumbers(new) { return .decode }
    return counts(old) != counts(new) ? .wire : .timing
  }
}

/// The words of a transcript line, with what the replay says apart from what was decoded.
private struct ReplayWords {
  var decoded: [Substring] = []
  var rungs: [Substring] = []

  init(_ words: Substring) {
    var isLatency = false
    for word in words.split(separator: " ") {
      if word.hasPrefix("match=") {
        rungs.append(word)
      } else if word.hasPrefix("after=") {
        isLatency = true
      } else if isLatency, word == "ms" {
        isLatency = false
      } else {
        decoded.append(word)
      }
    }
  }
}
