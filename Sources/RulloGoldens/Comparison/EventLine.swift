/// The parts of an event line of a session text or a transcript.
struct EventLine: Hashable, Sendable {
  let time: Substring
  /// Arrow and device: `←A`.
  let party: Substring
  let path: Substring
  /// With its marks: `n~`, `e:12`.
  let kind: Substring
  /// The octets, number or code.
  let column: Substring
  let words: Substring

  /// Answers `nil` for a line that is no event.
  init?(_ line: String) {
    guard let first = line.utf8.first, first == 0x2D || 0x30...0x39 ~= first else { return nil }
    let parts = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, let arrow = parts[1].first, "←→=".contains(arrow) else { return nil }
    (time, party, path) = (parts[0], parts[1], parts[2])
    let (kind, rest) = Self.cut(parts[3])
    self.kind = kind
    (column, words) = Self.cut(rest)
  }

  /// What stands in front of two blanks, and what stands behind them and further ones.
  private static func cut(_ text: Substring) -> (Substring, Substring) {
    var place = text.startIndex
    while let blank = text[place...].firstIndex(of: " ") {
      let next = text.index(after: blank)
      if next < text.endIndex, text[next] == " " {
        return (text[..<blank], text[next...].drop { $0 == " " })
      }
      place = next
    }
    return (text, "")
  }

  /// Whether a device sent a value by itself: data of a stream, not the answer of a control point.
  var isStreamed: Bool {
    guard kind.first == "n" || (kind.first == "i" && kind != "i:"), party.first == "←" else {
      return false
    }
    let uuid = path.split(separator: "/").last?.prefix { $0 != "#" } ?? path
    return !Self.controlling.contains(String(uuid))
  }

  /// Control points and machine status: each value is a fact of its own.
  private static let controlling: Set<String> = ["2AD9", "2ADA", "2AD3", "2A66", "2A55"]
}
