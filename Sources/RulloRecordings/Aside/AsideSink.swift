public import RulloBase
public import RulloBluetooth

/// Hands events to a sink on a thread of its own, so that a source is read on while what it said
/// before is measured.
///
/// Everything comes in its order, a batch at a time: the result is that of the sink alone. Memory
/// is that of three batches. ``intoSink()`` ends the thread: a sink that began must get there.
@safe public struct AsideSink<Sink: EventSink & ~Copyable>: EventSink, ~Copyable {
  @usableFromInline internal var batch: EventBatch

  // What every event needs stands here: a class would have each access checked.
  @usableFromInline internal var items: UnsafeMutablePointer<EventBatch.Item>
  @usableFromInline internal var count = 0
  @usableFromInline internal let worker: AsideWorker<Sink>

  @inlinable
  public init(_ sink: consuming Sink) {
    batch = EventBatch()
    unsafe items = batch.items
    worker = AsideWorker(sink)
    worker.start()
  }

  public mutating func begin(_ clock: Clock) { call(.begin(clock)) }

  public mutating func declare(_ device: Device, at index: Int) { call(.device(device, index)) }

  public mutating func declare(_ attribute: Attribute, at index: Int) {
    call(.attribute(attribute, index))
  }

  public mutating func declare(_ link: Link, at index: Int) { call(.link(link, index)) }

  public mutating func note(_ note: Note) { call(.note(note)) }

  @inlinable @inline(__always)
  public mutating func event(_ event: Event, _ value: RawSpan) {
    if count == EventBatch.size { hand() }
    let size = value.byteCount
    let words =
      size > 24
      ? (keep(value), 0, 0)
      : (
        value.padded64(0), size > 8 ? value.padded64(8) : 0, size > 16 ? value.padded64(16) : 0
      )
    unsafe (items + count).initialize(
      to: EventBatch.Item(event: event, count: size, words: words))
    count += 1
  }

  /// Waits until the last event is taken and gives the sink back.
  @inlinable
  public consuming func intoSink() -> Sink {
    batch.count = count
    return worker.finish(batch)
  }

  @inline(never) @usableFromInline
  internal mutating func keep(_ value: RawSpan) -> UInt64 {
    if batch.long.count >= EventBatch.room { hand() }
    return batch.keep(value)
  }

  private mutating func call(_ call: EventBatch.Call) {
    if batch.calls.count >= EventBatch.size { hand() }
    batch.calls.append((count, call))
  }

  @inline(never) @usableFromInline
  internal mutating func hand() {
    batch.count = count
    batch = worker.exchange(batch)
    unsafe items = batch.items
    count = 0
  }
}
