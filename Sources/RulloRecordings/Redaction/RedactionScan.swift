public import RulloBase

/// Reads a written file again and looks for originals that should not be in it.
///
/// Looks at every octet, in every way an original may be written; in a text also for what has the
/// form of an address and is no replacement.
public struct RedactionScan: Sendable {
  public struct Finding: Sendable {
    /// The octet of the file where it stands, and the line of a text.
    public let offset: Int
    public let line: Int

    /// What it is: `name`, `address` ….
    public let word: StaticString
  }

  /// The first places, at most a hundred; ``count`` has them all.
  public private(set) var findings: [Finding] = []
  public private(set) var count = 0

  /// Octets that were looked at.
  public private(set) var scanned = 0

  private let search: PatternSearch
  private let pseudonyms: Pseudonyms
  private let known: Set<[UInt8]>
  private let isText: Bool
  private var line = 1

  public init(_ pseudonyms: Pseudonyms, isText: Bool) {
    self.pseudonyms = pseudonyms
    self.isText = isText
    search = PatternSearch(pseudonyms)
    known = Set(
      pseudonyms.entries.lazy.filter { $0.kind == .address }.map {
        Array(Hex.text($0.replacement, separator: ":").utf8)
      })
  }

  /// Scans a whole input; throws where it cannot be read.
  public mutating func read(_ input: inout ChunkedInput) throws {
    try input.forEachChunk { (bytes, offset, isLast) throws(InputError) in
      take(bytes, offset: offset, isLast: isLast)
    }
  }

  /// Takes a part of the file and answers how many octets of it are done with.
  mutating func take(_ bytes: RawSpan, offset: Int, isLast: Bool) -> Int {
    // What could begin here and end in the next part is looked at again.
    let end =
      isLast ? bytes.byteCount : max(0, bytes.byteCount - max(search.longest, Self.addressLength))
    var place = 0
    var counted = 0
    while let match = search.firstMatch(in: bytes, from: place), match.range.lowerBound < end {
      walk(bytes, from: counted, to: match.range.lowerBound, offset: offset)
      counted = match.range.lowerBound
      found(offset + match.range.lowerBound, pseudonyms.entries[match.entry].kind.word)
      place = match.range.upperBound
    }
    walk(bytes, from: counted, to: end, offset: offset)
    scanned += end
    return end
  }

  private mutating func found(_ offset: Int, _ word: StaticString) {
    count += 1
    if findings.count < 100 { findings.append(Finding(offset: offset, line: line, word: word)) }
  }

  /// Walks octets for their lines, and in a text for addresses.
  private mutating func walk(_ bytes: RawSpan, from start: Int, to end: Int, offset: Int) {
    guard isText, start < end else { return }
    for place in start..<end {
      if bytes.octet(place) == 0x0A { line += 1 }
      guard bytes.octet(place + 2) == 0x3A, let address = Self.address(bytes, at: place),
        !known.contains(address)
      else { continue }
      found(offset + place, "octets in the form of an address")
    }
  }

  /// `AA:BB:CC:DD:EE:FF`, in octets.
  private static let addressLength = 17

  /// The address that is written at a place, in upper case; `nil` where there is none.
  private static func address(_ bytes: RawSpan, at place: Int) -> [UInt8]? {
    guard bytes.holds(addressLength, at: place) else { return nil }
    if place > 0, let before = bytes.octet(place - 1), before == 0x3A || Hex.digit(before) != nil {
      return nil
    }
    var octets: [UInt8] = []
    for offset in 0..<addressLength {
      guard let octet = bytes.octet(place + offset) else { return nil }
      guard offset % 3 == 2 ? octet == 0x3A : Hex.digit(octet) != nil else { return nil }
      octets.append(0x61...0x66 ~= octet ? octet & 0xDF : octet)
    }
    return octets
  }
}
