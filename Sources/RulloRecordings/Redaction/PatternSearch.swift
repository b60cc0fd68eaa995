internal import RulloBase

/// Finds the originals of a table wherever and however they are written.
///
/// Looks for the octets, for addresses also in the other order, and for both as hexadecimal digits in
/// either case, alone or with a blank, a colon or a hyphen between. All patterns are looked for in one
/// pass; most octets cost one look into a table.
public struct PatternSearch: Sendable {
  public struct Match: Sendable {
    public let range: Range<Int>
    /// The position of the original in ``Pseudonyms/entries``.
    public let entry: Int
    let pattern: Int
  }

  private struct Pattern: Sendable {
    let octets: [UInt8]
    let replacement: [UInt8]
    let entry: Int
    /// Whether letters match in either case.
    let isText: Bool
  }

  private var patterns: [Pattern] = []
  /// Patterns by their first two octets, letters in lower case.
  private var byStart: [UInt16: [Int]] = [:]
  private var isStart = [Bool](repeating: false, count: 65_536)

  /// Octets of the longest pattern.
  var longest: Int { patterns.reduce(0) { max($0, $1.octets.count) } }

  public init() {}

  public init(_ pseudonyms: Pseudonyms) {
    for (index, entry) in pseudonyms.entries.enumerated() where entry.isSearched {
      var pairs = [(entry.original, entry.replacement)]
      if entry.kind == .address || entry.kind == .systemID {
        pairs.append((entry.original.reversed(), entry.replacement.reversed()))
      }
      for (original, replacement) in pairs {
        add(original, replacement, index, isText: false)
        for separator in ["", " ", ":", "-"] {
          add(
            Array(Hex.text(original, separator: separator).lowercased().utf8),
            Array(Hex.text(replacement, separator: separator).utf8), index, isText: true)
        }
      }
    }
    for (place, pattern) in patterns.enumerated() {
      let start = UInt16(Self.lower(pattern.octets[0])) << 8 | UInt16(Self.lower(pattern.octets[1]))
      byStart[start, default: []].append(place)
      isStart[Int(start)] = true
    }
  }

  private mutating func add(
    _ octets: [UInt8], _ replacement: [UInt8], _ entry: Int, isText: Bool
  ) {
    guard octets.count >= Pseudonyms.shortestSearched, octets.count == replacement.count else {
      return
    }
    patterns.append(
      Pattern(octets: octets, replacement: replacement, entry: entry, isText: isText))
  }

  /// The first place, at or behind `start`, where an original stands.
  public func firstMatch(in bytes: RawSpan, from start: Int) -> Match? {
    guard !patterns.isEmpty, bytes.byteCount >= Pseudonyms.shortestSearched else { return nil }
    var place = max(0, start)
    while let first = bytes.octet(place), let second = bytes.octet(place + 1) {
      let key = UInt16(Self.lower(first)) << 8 | UInt16(Self.lower(second))
      if isStart[Int(key)] {
        for index in byStart[key] ?? [] where matches(patterns[index], bytes, place) {
          return Match(
            range: place..<place + patterns[index].octets.count, entry: patterns[index].entry,
            pattern: index)
        }
      }
      place += 1
    }
    return nil
  }

  /// Puts the replacement in place of each original, and answers how many there were.
  @discardableResult
  public func replace(in octets: inout [UInt8]) -> Int {
    var count = 0
    var place = 0
    while let match = octets.withRawSpan({ firstMatch(in: $0, from: place) }) {
      octets.replaceSubrange(match.range, with: patterns[match.pattern].replacement)
      place = match.range.upperBound
      count += 1
    }
    return count
  }

  private func matches(_ pattern: Pattern, _ bytes: RawSpan, _ place: Int) -> Bool {
    guard bytes.holds(pattern.octets.count, at: place) else { return false }
    for (offset, wanted) in pattern.octets.enumerated() {
      guard let octet = bytes.octet(place + offset) else { return false }
      if octet != wanted, !pattern.isText || Self.lower(octet) != wanted { return false }
    }
    return true
  }

  private static func lower(_ octet: UInt8) -> UInt8 {
    0x41...0x5A ~= octet ? octet | 0x20 : octet
  }
}
