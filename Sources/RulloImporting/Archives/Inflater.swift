internal import CZlib

/// Expands deflated octets with zlib, as far as they go.
///
/// libarchive gives nothing of the last block of a cut file; zlib gives every octet up to the cut.
@safe final class Inflater {
  /// What stands around the deflated octets, as zlib numbers it.
  enum Wrapping: Int32 {
    case zlib = 15
    case gzip = 31
  }

  enum State {
    case running, ended, broken
  }

  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

  /// Answers `nil` where there is no memory.
  init?(_ wrapping: Wrapping) {
    unsafe stream.initialize(to: z_stream())
    guard unsafe rullo_inflate_begin(stream, wrapping.rawValue) == Z_OK else { return nil }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Makes ready for a further member of the same file.
  func restart() { unsafe inflateReset(stream) }

  /// Expands octets of `source` into the rest of `target` and answers how many were used and made.
  func expand(
    _ source: inout [UInt8], _ range: Range<Int>, into target: inout [UInt8], from start: Int
  ) -> (used: Int, made: Int, state: State) {
    unsafe source.withUnsafeMutableBufferPointer { input in
      unsafe target.withUnsafeMutableBufferPointer { output in
        guard let from = input.baseAddress, let to = output.baseAddress else {
          return (0, 0, .running)
        }
        unsafe stream.pointee.next_in = from + range.lowerBound
        unsafe stream.pointee.avail_in = UInt32(clamping: range.count)
        unsafe stream.pointee.next_out = to + start
        unsafe stream.pointee.avail_out = UInt32(clamping: output.count - start)
        let answer = unsafe inflate(stream, Z_NO_FLUSH)
        let unread = Int(unsafe stream.pointee.avail_in)
        let unfilled = Int(unsafe stream.pointee.avail_out)
        let (used, made) = (range.count - unread, output.count - start - unfilled)
        let state: State =
          switch answer {
          case Z_STREAM_END: .ended
          // No progress for want of octets or of room is no fault.
          case Z_OK, Z_BUF_ERROR: .running
          default: .broken
          }
        return (used, made, state)
      }
    }
  }
}
