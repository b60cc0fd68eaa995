public import RulloBluetooth

/// Turns the absolute times of records into nanoseconds since the first one.
@usableFromInline
package struct RecordClock: Sendable {
  @usableFromInline internal var start: Instant?
  @usableFromInline internal var last: Int64 = 0

  @usableFromInline package init() {}

  /// The time of a record; a step back and what does not fit 64 bits are noted.
  @inlinable
  package mutating func time<Sink: PacketSink & ~Copyable>(
    _ instant: Instant, resolution: Int64, record: Int, into sink: inout Sink
  ) -> Int64 {
    guard let start else {
      start = instant
      sink.begin(Clock(kind: .absolute, resolution: resolution, start: instant))
      return 0
    }
    guard let time = instant.nanoseconds(since: start) else {
      sink.note(
        Note(
          .timeOutOfRange, at: SourceReference(.packet, record),
          "a time too far from the first one to be told; the last one is kept"))
      return last
    }
    if time < last { stepBack(record: record, into: &sink) }
    last = time
    return time
  }

  @inline(never) @usableFromInline
  internal func stepBack<Sink: PacketSink & ~Copyable>(record: Int, into sink: inout Sink) {
    sink.note(
      Note(
        .timeStep, at: SourceReference(.packet, record),
        "the clock stepped back; the order of the file is kept"))
  }
}
