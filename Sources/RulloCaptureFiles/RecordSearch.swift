internal import RulloBase
internal import RulloBluetooth

/// The search for the next record behind a fault that hides where it starts.
///
/// Says in one note what was wrong and how many octets were skipped (cases E, peers "lost, cut or
/// damaged records").
@usableFromInline
internal struct RecordSearch: Sendable {
  /// What a place looks like.
  @usableFromInline
  internal enum Fit {
    case record, nothing
    /// More octets are needed to tell.
    case undecided
  }

  /// The longest record that a search takes for one: what is longer is found by what follows it.
  @usableFromInline internal static let longestRecord = 4096

  /// Where in the file the fault stands; `nil` while records follow each other.
  @usableFromInline internal var start: Int?
  private var claimed = 0
  private var word = "record"

  @usableFromInline internal init() {}

  /// Starts at a record or block that claims an absurd length.
  @inline(never) @usableFromInline
  internal mutating func begin(at offset: Int, claimed: Int, _ word: String) {
    start = offset
    self.claimed = claimed
    self.word = word
  }

  /// Looks through `bytes` from `place` on; answers where a record starts, or how far it looked.
  ///
  /// The search is over where ``start`` is `nil` afterwards.
  internal mutating func next<Sink: PacketSink & ~Copyable>(
    _ bytes: RawSpan, from place: Int, offset: Int, isLast: Bool, step: Int, into sink: inout Sink,
    _ fit: (Int) -> Fit
  ) -> Int {
    guard let start else { return place }
    var place = place
    while place < bytes.byteCount {
      switch fit(place) {
      case .record:
        tell("\(offset + place - start) octets were skipped", into: &sink)
        return place
      case .undecided where !isLast: return place
      default: place += step
      }
    }
    guard isLast else { return bytes.byteCount }
    tell("the \(offset + bytes.byteCount - start) octets to the end hold no record", into: &sink)
    return bytes.byteCount
  }

  private mutating func tell<Sink: PacketSink & ~Copyable>(_ end: String, into sink: inout Sink) {
    sink.note(
      Note(
        .absurdLength, at: SourceReference(.offset, start ?? 0),
        "a \(word) claims \(claimed) octets; \(end)"))
    start = nil
  }
}
