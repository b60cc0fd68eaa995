public import RulloBase

/// The last value of a stream, to tell fresh data from repeats without allocating.
@usableFromInline
internal struct ValueMemory: Sendable {
  // Nearly every value fits into three words; what is longer goes on in the tail.
  @usableFromInline internal var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
  @usableFromInline internal var count = -1
  @usableFromInline internal var tail: [UInt8] = []

  @usableFromInline internal init() {}

  /// Keeps `value` and answers whether it differs from the one before; the first one does.
  @inlinable @inline(__always)
  internal mutating func replace(_ value: RawSpan) -> Bool {
    let size = value.byteCount
    let new = (
      value.padded64(0), size > 8 ? value.padded64(8) : 0, size > 16 ? value.padded64(16) : 0
    )
    let isSame = size == count && new == words
    words = new
    count = size
    if size > 24 { return replaceTail(value) || !isSame }
    return !isSame
  }

  @inline(never) @usableFromInline
  internal mutating func replaceTail(_ value: RawSpan) -> Bool {
    let rest = value.extracting(24..<value.byteCount)
    if tail.withRawSpan({ $0.equals(rest) }) { return false }
    tail = rest.copied()
    return true
  }
}
