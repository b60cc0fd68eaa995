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
    return time(offset: instant.nanoseconds(since: start), record: record, into: &sink)
  }

  /// The time of a record whose distance from the first one is known, or `nil` where it is too far.
  @inlinable @inline(__always)
  package mutating func time<Sink: PacketSink & ~Copyable>(
    offset: Int64?, record: Int, into sink: inout Sink
  ) -> Int64 {
    guard let offset, offset.magnitude <= Instant.furthest.magnitude else {
      tooFar(record: record, into: &sink)
      return last
    }
    if offset < last { stepBack(record: record, into: &sink) }
    last = offset
    return offset
  }

  @inline(never) @usableFromInline
  internal func tooFar<Sink: PacketSink & ~Copyable>(record: Int, into sink: inout Sink) {
    sink.note(
      Note(
        .timeOutOfRange, at: SourceReference(.packet, record),
        "a time too far from the first one to be told; the last one is kept"))
  }

  @inline(never) @usableFromInline
  internal func stepBack<Sink: PacketSink & ~Copyable>(record: Int, into sink: inout Sink) {
    sink.note(
      Note(
        .timeStep, at: SourceReference(.packet, record),
        "the clock stepped back; the order of the file is kept"))
  }
}
