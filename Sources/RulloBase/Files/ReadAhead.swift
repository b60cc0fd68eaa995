#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Reads the blocks of a regular file on a thread of its own, a few blocks ahead of who needs them.
///
/// The kernel's copying then costs no time of the reader. Blocks come in file order and the thread does
/// nothing else, so that the result is the same as without it.
@safe final class ReadAhead: @unchecked Sendable {
  /// A block of the file; its octets stand behind some room for what the block before left over.
  struct Block {
    var memory: [UInt8]
    /// Octets read; 0 at the end of the file, negative where reading failed.
    var count = 0
    var error: Int32 = 0
  }

  /// The room in front of each block, in octets.
  static let headroom = 64 * 1024

  private let descriptor: Int32
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var read: [Block] = []
  private var free: [Block]
  private var isStopping = false
  private var thread: pthread_t?

  /// Starts to read at the file's current place; answers `nil` where no thread can be had.
  init?(descriptor: Int32, blockSize: Int) {
    self.descriptor = descriptor
    let empty = Block(memory: [UInt8](repeating: 0, count: Self.headroom + blockSize))
    free = [empty, empty, empty]
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(change, nil)
    #if canImport(Darwin)
    var started: pthread_t?
    let code = unsafe pthread_create(
      &started, nil,
      { context in
        unsafe Unmanaged<ReadAhead>.fromOpaque(context).takeUnretainedValue().run()
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
    #else
    var started = pthread_t()
    let code = unsafe pthread_create(
      &started, nil,
      { context in
        if let context = unsafe context {
          unsafe Unmanaged<ReadAhead>.fromOpaque(context).takeUnretainedValue().run()
        }
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
    #endif
    guard code == 0 else { return nil }
    thread = started
  }

  /// Ends the thread and waits for it; a regular file never keeps it waiting.
  func stop() {
    lock()
    isStopping = true
    unsafe pthread_cond_signal(change)
    unlock()
    if let thread { pthread_join(thread, nil) }
    thread = nil
  }

  deinit {
    unsafe pthread_cond_destroy(change)
    unsafe pthread_mutex_destroy(mutex)
    unsafe change.deallocate()
    unsafe mutex.deallocate()
  }

  /// The next block of the file; waits for it.
  func next() -> Block {
    lock()
    defer { unlock() }
    while read.isEmpty { unsafe pthread_cond_wait(change, mutex) }
    return read.removeFirst()
  }

  /// Gives back the memory of a block that is used up.
  func give(_ memory: consuming [UInt8]) {
    lock()
    free.append(Block(memory: memory))
    unsafe pthread_cond_signal(change)
    unlock()
  }

  private func run() {
    while var block = takeFree() {
      block.count = fill(&block.memory)
      block.error = block.count < 0 ? errno : 0
      lock()
      let isLast = block.count <= 0
      read.append(consume block)
      unsafe pthread_cond_signal(change)
      unlock()
      if isLast { return }
    }
  }

  /// Memory to read into; waits for it, and answers `nil` when it is time to stop.
  private func takeFree() -> Block? {
    lock()
    defer { unlock() }
    while free.isEmpty, !isStopping { unsafe pthread_cond_wait(change, mutex) }
    return isStopping ? nil : free.removeLast()
  }

  private func fill(_ memory: inout [UInt8]) -> Int {
    unsafe memory.withUnsafeMutableBytes { buffer -> Int in
      guard let base = buffer.baseAddress else { return 0 }
      let room = buffer.count - Self.headroom
      while true {
        #if canImport(Glibc)
        let count = unsafe Glibc.read(descriptor, base + Self.headroom, room)
        #elseif canImport(Musl)
        let count = unsafe Musl.read(descriptor, base + Self.headroom, room)
        #else
        let count = unsafe Darwin.read(descriptor, base + Self.headroom, room)
        #endif
        if count >= 0 || errno != EINTR { return count }
      }
    }
  }

  private func lock() { unsafe pthread_mutex_lock(mutex) }

  private func unlock() { unsafe pthread_mutex_unlock(mutex) }
}
