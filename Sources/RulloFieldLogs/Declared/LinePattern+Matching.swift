internal import RulloBase
internal import RulloBluetooth

/// Lays patterns on lines.
///
/// Every step is bounded: a line is tried at a limited number of places.
struct LineMatcher {
  let vocabulary: LogVocabulary

  /// How many places `{any}` may still look at in this line, and how many it may try.
  private var looks = 0
  private var tries = 0

  private static let mostTries = 200

  init(_ vocabulary: LogVocabulary) { self.vocabulary = vocabulary }

  /// Lays the pattern on the line from `start` on and answers where it ends.
  ///
  /// With `isWhole` nothing but blanks may stand behind it.
  mutating func lay(
    _ pattern: LinePattern, on line: RawSpan, from start: Int = 0, isWhole: Bool,
    into match: inout LineMatch
  ) -> Int? {
    tries = Self.mostTries
    // Each `{any}` of a pattern that fits looks at a place once; more is a line made to be slow.
    looks = 8 * line.byteCount + 64
    var place = start
    LineCursor.skipBlanks(line, &place)
    return lay(pattern.parts[...], line, place, isWhole, &match)
  }

  private mutating func lay(
    _ parts: ArraySlice<LinePattern.Part>, _ line: RawSpan, _ start: Int, _ isWhole: Bool,
    _ match: inout LineMatch
  ) -> Int? {
    var place = start
    var rest = parts
    while let part = rest.popFirst() {
      switch part {
      case .literal(let text):
        guard line.holds(text, at: place) else { return miss(line, place, &match) }
        place += text.count
      case .blanks:
        guard LineCursor.isBlank(line.octet(place)) || place == line.byteCount else {
          return miss(line, place, &match)
        }
        LineCursor.skipBlanks(line, &place)
      case .slot(.any):
        return skip(rest, line, place, isWhole, &match)
      case .slot(.word):
        guard let end = wordEnd(line, place, before: rest.first) else { return nil }
        place = end
      case .slot(let slot):
        let reader = SlotReader(vocabulary: vocabulary, isLast: rest.isEmpty)
        guard reader.read(slot, line, &place, into: &match) else {
          // Where nothing in front of it names an exchange, a line without octets is none.
          let isNamed = match.direction != nil || match.uuid != nil || match.handle != nil
          if !isNamed, match.fault == .noBytes { match.fault = nil }
          return nil
        }
      }
    }
    if isWhole {
      LineCursor.skipBlanks(line, &place)
      guard place == line.byteCount else { return nil }
    }
    return place
  }

  /// A line that ends behind octets while the pattern goes on was cut.
  private func miss(_ line: RawSpan, _ place: Int, _ match: inout LineMatch) -> Int? {
    if match.hasOctets, place >= line.byteCount { match.fault = .cutHex }
    return nil
  }

  /// A word ends in front of a blank, or of the text that stands right behind it in the pattern.
  private func wordEnd(
    _ line: RawSpan, _ start: Int, before next: LinePattern.Part?
  ) -> Int? {
    let end = LineCursor.wordEnd(line, start)
    guard end > start else { return nil }
    guard case .literal(let text) = next else { return end }
    return (start + 1..<end).first { line.holds(text, at: $0) }
  }

  /// `{any}`: the nearest place from which the rest fits.
  private mutating func skip(
    _ rest: ArraySlice<LinePattern.Part>, _ line: RawSpan, _ start: Int, _ isWhole: Bool,
    _ match: inout LineMatch
  ) -> Int? {
    guard let next = rest.first else { return line.byteCount }
    let before = match
    let leadsToOctets = Self.leadsToOctets(rest)
    var fault: SkipReason?
    for place in start...max(start, line.byteCount) {
      looks -= 1
      guard looks > 0 else { break }
      switch next {
      case .literal(let text): guard line.holds(text, at: place) else { continue }
      case .blanks: guard LineCursor.isBlank(line.octet(place)) else { continue }
      case .slot(.gap): guard LineCursor.isBlank(line.octet(place)) else { continue }
      case .slot:
        // A slot begins where a word does.
        guard !LineCursor.isWordPart(line.octet(place - 1)) || place == start else { continue }
        // Behind any text `feed` is a word, `2AD2` a UUID.
        if next == .slot(.uuid), isPlainWord(line, place) { continue }
      }
      // What is skipped in front of octets is never some of them.
      if leadsToOctets, place > start, isBehindOctet(line, place) { continue }
      tries -= 1
      guard tries > 0 else { break }
      if let end = lay(rest, line, place, isWhole, &match) { return end }
      fault = fault ?? match.fault
      match = before
    }
    match.fault = fault == .noBytes ? nil : fault
    return nil
  }

  private func isPlainWord(_ line: RawSpan, _ place: Int) -> Bool {
    let end = LineCursor.hexEnd(line, place)
    return end - place == 4
      && !(place..<end).contains { LineCursor.isDigit(line.octet($0)) }
      && !LineCursor.isWordPart(line.octet(end))
  }

  private static func leadsToOctets(_ rest: ArraySlice<LinePattern.Part>) -> Bool {
    let next = rest.first == .blanks ? rest.dropFirst().first : rest.first
    return next == .slot(.bytes) || next == .slot(.short) || next == .slot(.groups)
  }

  /// Whether one or two hexadecimal digits stand in front of `place`, apart from it or not.
  private func isBehindOctet(_ line: RawSpan, _ place: Int) -> Bool {
    var end = place
    while let mark = line.octet(end - 1), [0x20, 0x09, 0x2D, 0x3A, 0x2C].contains(mark) { end -= 1 }
    var start = end
    while LineCursor.isHexDigit(line.octet(start - 1)) { start -= 1 }
    return 1...2 ~= end - start && !LineCursor.isWordPart(line.octet(start - 1))
  }
}
