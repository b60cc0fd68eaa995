internal import RulloBase

/// Finds the index behind a name of the text: a device's letters, or letters and path.
///
/// A session has few names, so that comparing them beats hashing; the table serves the rest.
struct SessionNames: Sendable {
  private var first: [(name: [UInt8], index: Int)] = []
  private var rest: [[UInt8]: Int] = [:]

  private static let scanned = 12

  func index(of name: RawSpan) -> Int? {
    for entry in first where entry.name.withRawSpan({ $0.equals(name) }) { return entry.index }
    return rest.isEmpty ? nil : rest[name.copied()]
  }

  /// Names an index, or gives a known name a new one.
  mutating func set(_ name: RawSpan, to index: Int) {
    let copy = name.copied()
    if let position = first.firstIndex(where: { $0.name == copy }) {
      first[position].index = index
    } else if first.count < Self.scanned {
      first.append((copy, index))
    } else {
      rest[copy] = index
    }
  }
}
