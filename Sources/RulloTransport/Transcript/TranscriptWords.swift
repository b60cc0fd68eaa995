internal import RulloBase

/// Words of a transcript that more than one place uses.
enum TranscriptWords {
  /// What a line begins with in which the replay speaks of itself; a reader of recordings passes
  /// over it.
  static let own = "replay: "

  static func isOwn(_ label: some Collection<UInt8>) -> Bool { label.starts(with: own.utf8) }

  /// Nanoseconds as `45.250 ms`, in steps of a microsecond, finer ones in full.
  static func milliseconds(_ nanoseconds: Int64) -> String {
    var text = TextBuffer(capacity: 64)
    let places = nanoseconds % 1_000 == 0 ? 3 : 6
    text.append(ExactDecimal(nanoseconds, exponent: -6), places: places)
    return text.string + " ms"
  }
}
