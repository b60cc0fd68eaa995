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
final class ReadAhead {
  /// A block of the file; its octets stand behind some room for what the block before left over.
  struct Block {
    var memory: [UInt8]
    /// Octets read; 0 at the end of the file, negative where reading failed.
    var count = 0
    var error: Int32 = 0
  }

  /// The room in front of each block, in octets.
  static let headroom = 64 * 1024

  private let blocks: Handover<Block>
  private let thread: WorkerThread

  /// Starts to read at the file's current place; answers `nil` where no thread can be had.
  init?(descriptor: Int32, blockSize: Int) {
    let blocks = Handover(
      (0..<3).map { _ in Block(memory: [UInt8](repeating: 0, count: Self.headroom + blockSize)) })
    let started = WorkerThread {
      while var block = blocks.empty() {
        block.count = Self.fill(&block.memory, from: descriptor)
        block.error = block.count < 0 ? errno : 0
        let isLast = block.count <= 0
        blocks.pass(block)
        if isLast { return }
      }
    }
    guard let started else { return nil }
    self.blocks = blocks
    thread = started
  }

  /// Ends the thread and waits for it; a regular file never keeps it waiting.
  func stop() {
    blocks.stop()
    thread.join()
  }

  /// The next block of the file; waits for it.
  func next() -> Block { blocks.next() }

  /// Gives back the memory of a block that is used up.
  func give(_ memory: consuming [UInt8]) { blocks.giveBack(Block(memory: memory)) }

  private static func fill(_ memory: inout [UInt8], from descriptor: Int32) -> Int {
    unsafe memory.withUnsafeMutableBytes { buffer -> Int in
      guard let base = buffer.baseAddress else { return 0 }
      let room = buffer.count - headroom
      while true {
        #if canImport(Glibc)
        let count = unsafe Glibc.read(descriptor, base + headroom, room)
        #elseif canImport(Musl)
        let count = unsafe Musl.read(descriptor, base + headroom, room)
        #else
        let count = unsafe Darwin.read(descriptor, base + headroom, room)
        #endif
        if count >= 0 || errno != EINTR { return count }
      }
    }
  }
}
