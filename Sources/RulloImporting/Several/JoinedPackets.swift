internal import RulloBase
public import RulloBluetooth

/// Hands on the packets of several files as those of one capture: numbers and times go on.
@usableFromInline
struct JoinedPackets<Inner: PacketSink & ~Copyable>: PacketSink, ~Copyable {
  @usableFromInline var inner: Inner

  /// The zero of the first file's times.
  private var start: Instant?

  /// What the times of this file lack to those of the first.
  private var offset: Int64 = 0

  /// The packets of the files before this one.
  private var before = 0
  private var last = (number: 0, time: Int64.min)

  @usableFromInline init(_ inner: consuming Inner) { self.inner = inner }

  @usableFromInline consuming func intoInner() -> Inner { inner }

  /// Says that what comes now is of the next file.
  @usableFromInline mutating func nextFile() { before = last.number }

  @usableFromInline mutating func begin(_ clock: Clock) {
    guard let start else {
      start = clock.start
      return inner.begin(clock)
    }
    let source = SourceReference(.packet, before + 1)
    guard let distance = clock.start.nanoseconds(since: start) else {
      inner.note(
        Note(.timeOutOfRange, at: source, "a joined file is decades away from the first one"))
      offset = last.time
      return
    }
    offset = distance
    if distance < last.time {
      inner.note(
        Note(.timeStep, at: source, "a joined file begins before the one before it ends"))
    }
  }

  @usableFromInline mutating func packet(_ packet: Packet, _ bytes: RawSpan) {
    var packet = packet
    packet.number += before
    packet.time = packet.time &+ offset
    last = (packet.number, packet.time)
    inner.packet(packet, bytes)
  }

  @usableFromInline mutating func note(_ note: Note) {
    var note = note
    if note.source.unit == .packet { note.source.number += before }
    inner.note(note)
  }
}
