#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Blocks that go from one thread to another in their order, and back to be filled again.
///
/// There are as many as were given at first, so that the memory is bounded: who fills them waits
/// for who empties them, and the other way round.
@safe public final class Handover<Block>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var full: [Block] = []
  private var free: [Block]
  private var isStopping = false

  public init(_ blocks: [Block]) {
    free = blocks
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(change, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(change)
    unsafe pthread_mutex_destroy(mutex)
    unsafe change.deallocate()
    unsafe mutex.deallocate()
  }

  /// A block to fill; waits for it, and answers `nil` once the work was stopped.
  public func empty() -> Block? {
    lock()
    defer { unlock() }
    while free.isEmpty, !isStopping { unsafe pthread_cond_wait(change, mutex) }
    return isStopping ? nil : free.removeLast()
  }

  /// Hands a full block on.
  public func pass(_ block: consuming Block) {
    lock()
    full.append(block)
    unsafe pthread_cond_signal(change)
    unlock()
  }

  /// The next full block; waits for it.
  public func next() -> Block {
    lock()
    defer { unlock() }
    while full.isEmpty { unsafe pthread_cond_wait(change, mutex) }
    return full.removeFirst()
  }

  /// Gives a block back that is used up.
  public func giveBack(_ block: consuming Block) {
    lock()
    free.append(block)
    unsafe pthread_cond_signal(change)
    unlock()
  }

  /// Lets who waits for a block to fill go.
  public func stop() {
    lock()
    isStopping = true
    unsafe pthread_cond_signal(change)
    unlock()
  }

  private func lock() { unsafe pthread_mutex_lock(mutex) }

  private func unlock() { unsafe pthread_mutex_unlock(mutex) }
}
