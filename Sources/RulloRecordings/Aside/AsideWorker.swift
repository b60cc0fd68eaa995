public import RulloBase
public import RulloBluetooth

/// The thread behind an ``AsideSink``, and its sink while it works.
@usableFromInline
@safe final class AsideWorker<Sink: EventSink & ~Copyable>: @unchecked Sendable {
  /// Holds the sink until ``finish(_:)`` moves it out.
  @usableFromInline let place = UnsafeMutablePointer<Sink>.allocate(capacity: 1)
  @usableFromInline let handover = Handover([EventBatch(), EventBatch()])
  @usableFromInline var thread: WorkerThread?

  @inlinable
  init(_ sink: consuming Sink) { unsafe place.initialize(to: sink) }

  deinit { unsafe place.deallocate() }

  /// Without a thread batches are delivered where they are handed on.
  @inlinable
  func start() {
    thread = WorkerThread { [self] in
      var isLast = false
      while !isLast {
        let batch = handover.next()
        unsafe batch.deliver(to: &place.pointee)
        isLast = batch.isLast
        handover.giveBack(batch)
      }
    }
  }

  /// Hands a full batch on and answers an empty one.
  @inlinable
  func exchange(_ batch: EventBatch) -> EventBatch {
    if thread != nil, let next = handover.empty() {
      handover.pass(batch)
      return next
    }
    unsafe batch.deliver(to: &place.pointee)
    return batch
  }

  /// Hands the last batch on, waits for it and moves the sink out.
  @inlinable
  func finish(_ batch: EventBatch) -> Sink {
    batch.isLast = true
    if let thread {
      handover.pass(batch)
      thread.join()
      // Its work holds the worker; nobody lets go of either otherwise.
      self.thread = nil
    } else {
      unsafe batch.deliver(to: &place.pointee)
    }
    return unsafe place.move()
  }
}
