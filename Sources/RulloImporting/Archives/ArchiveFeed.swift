internal import CArchive
internal import RulloBase

/// Lends libarchive the octets of an input, block by block.
@safe final class ArchiveFeed {
  private(set) var failure: InputError?

  private let box: InputBox
  private var block = [UInt8](repeating: 0, count: blockSize)
  /// libarchive keeps the address of a block until it asks for the next one.
  private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: blockSize, alignment: 16)
  private static let blockSize = 64 * 1024

  init(_ input: consuming ChunkedInput) { box = InputBox(input) }

  deinit { unsafe memory.deallocate() }

  /// Opens an archive on this object, which must live as long as the archive.
  @unsafe func open(_ archive: OpaquePointer) -> Int32 {
    unsafe archive_read_open(
      archive, Unmanaged.passUnretained(self).toOpaque(), nil,
      { _, context, place in
        guard let context = unsafe context, let place = unsafe place else { return -1 }
        let feed = unsafe Unmanaged<ArchiveFeed>.fromOpaque(context).takeUnretainedValue()
        unsafe place.pointee = UnsafeRawPointer(feed.memory.baseAddress)
        return feed.fill()
      }, nil)
  }

  /// Reads the next block; 0 is the end, -1 a failure.
  private func fill() -> Int {
    do throws(InputError) {
      let count = try box.input.move(into: &block)
      unsafe block.withUnsafeBytes { source in
        unsafe memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<count]))
      }
      return count
    } catch {
      failure = error
      return -1
    }
  }
}
