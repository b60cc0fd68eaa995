internal import RulloBase
internal import RulloBluetooth

/// What the slots of a pattern were found to be in one line.
struct LineMatch {
  var stamp: Stamp?
  var writer: [UInt8]?
  var direction: Event.Direction?
  var uuid: BluetoothUUID?
  var handle: UInt16?
  var device: Range<Int>?
  var length: Int?
  var octets: [UInt8] = []
  var hasOctets = false
  var octetsEnd = 0

  /// What a characteristic declaration declares.
  var declared: (handle: UInt16, uuid: BluetoothUUID)?

  /// What a line says of the packet's header.
  var connection: UInt16?
  var boundary: UInt8?

  /// Why a line that fits up to its octets is no exchange.
  var fault: SkipReason?
}

/// The words that a format gives a meaning, the longest first, so that none hides another.
struct LogVocabulary: Hashable, Sendable {
  struct Entry<Meaning: Hashable & Sendable>: Hashable, Sendable {
    let word: [UInt8]
    let meaning: Meaning
  }

  private(set) var directions: [Entry<Event.Direction>] = []
  private(set) var attributes: [Entry<BluetoothUUID>] = []

  mutating func add(_ word: String, _ direction: Event.Direction) {
    directions.append(Entry(word: Array(word.utf8), meaning: direction))
    directions.sort { $0.word.count > $1.word.count }
  }

  mutating func add(_ word: String, _ uuid: BluetoothUUID) {
    attributes.append(Entry(word: Array(word.utf8), meaning: uuid))
    attributes.sort { $0.word.count > $1.word.count }
  }

  /// The meaning of the longest word that stands at `place`; moves behind it.
  static func take<Meaning>(
    _ entries: [Entry<Meaning>], _ line: RawSpan, _ place: inout Int
  ) -> Meaning? {
    for entry in entries where line.holds(entry.word, at: place) {
      place += entry.word.count
      return entry.meaning
    }
    return nil
  }
}

extension RawSpan {
  /// Whether the octets of `text` stand at `offset`.
  func holds(_ text: [UInt8], at offset: Int) -> Bool {
    guard holds(text.count, at: offset), octet(offset) == text.first else { return false }
    return text.indices.allSatisfy { octet(offset + $0) == text[$0] }
  }
}
