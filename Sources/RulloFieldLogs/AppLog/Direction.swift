internal import RulloBase
internal import RulloBluetooth

/// The signs and words by which a log says who sent.
enum Direction {
  /// `←`, `<-`, `RX` came from the device, `→`, `->`, `TX` went to it.
  static func read(_ line: RawSpan, _ place: inout Int) -> Event.Direction? {
    for (sign, direction) in signs {
      guard LineCursor.take(sign, line, &place) else { continue }
      return direction
    }
    for (word, direction) in words where line.holds(word, at: place) {
      guard LineCursor.isBlank(line.octet(place + 2)) || line.octet(place + 2) == 0x3A else {
        continue
      }
      place += line.octet(place + 2) == 0x3A ? 3 : 2
      return direction
    }
    return nil
  }

  /// Whether an arrow stands at `place`.
  static func isSign(_ line: RawSpan, _ place: Int) -> Bool {
    signs.contains { line.holds($0.0, at: place) }
  }

  private static let signs: [(StaticString, Event.Direction)] = [
    ("←", .fromDevice), ("→", .toDevice), ("<-", .fromDevice), ("->", .toDevice),
  ]

  private static let words: [(StaticString, Event.Direction)] = [
    ("RX", .fromDevice), ("TX", .toDevice), ("rx", .fromDevice), ("tx", .toDevice),
  ]
}
