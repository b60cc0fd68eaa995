internal import RulloBase

/// The parts of a declaration line: a subject, then `key value` apart by middle dots.
struct DeclarationParts {
  private var parts: [[UInt8]] = []

  init(_ text: RawSpan, from start: Int) {
    var part: [UInt8] = []
    var place = start
    while let byte = text.octet(place) {
      if text.holds(" · ", at: place) {
        parts.append(part)
        part = []
        place += 4
      } else {
        part.append(byte)
        place += 1
      }
    }
    parts.append(part)
  }

  var count: Int { parts.count }

  func octets(_ index: Int) -> [UInt8] { parts.indices.contains(index) ? parts[index] : [] }

  /// The unescaped text of a part.
  func string(_ index: Int) -> String? { octets(index).withRawSpan { EscapedText.string($0) } }

  /// Lends what stands behind each key in order; answers `false` once `take` refuses a part.
  func forEachValue(_ take: (_ key: String, _ value: RawSpan) -> Bool) -> Bool {
    parts.dropFirst().allSatisfy { part in
      part.withRawSpan { text in
        let blank = text.firstOffset(of: 0x20) ?? text.byteCount
        let key = String(decoding: part.prefix(blank), as: UTF8.self)
        return take(key, text.extracting(min(blank + 1, text.byteCount)..<text.byteCount))
      }
    }
  }
}
