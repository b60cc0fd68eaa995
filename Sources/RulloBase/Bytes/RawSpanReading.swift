/// Bounds-checked reads at an offset: the one place of the hot path that touches memory unsafely.
///
/// Every read answers `nil` where the span ends too soon, so that no length that came from a file
/// can trap or read beyond it.
extension RawSpan {
  /// The octet at `offset`.
  @inlinable @inline(__always)
  public func octet(_ offset: Int) -> UInt8? {
    guard offset >= 0, offset < byteCount else { return nil }
    return unsafe unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
  }

  /// Whether `count` octets stand at `offset`.
  @inlinable @inline(__always)
  public func holds(_ count: Int, at offset: Int) -> Bool {
    offset >= 0 && count >= 0 && offset <= byteCount && count <= byteCount - offset
  }

  @inlinable @inline(__always)
  internal func load<Value: FixedWidthInteger & BitwiseCopyable>(
    _ offset: Int, _: Value.Type
  ) -> Value? {
    guard holds(Value.bitWidth / 8, at: offset) else { return nil }
    return unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: Value.self)
  }

  /// The little-endian 16-bit integer at `offset`.
  @inlinable @inline(__always)
  public func u16le(_ offset: Int) -> UInt16? {
    load(offset, UInt16.self).map(UInt16.init(littleEndian:))
  }

  /// The big-endian 16-bit integer at `offset`.
  @inlinable @inline(__always)
  public func u16be(_ offset: Int) -> UInt16? {
    load(offset, UInt16.self).map(UInt16.init(bigEndian:))
  }

  /// The little-endian 32-bit integer at `offset`.
  @inlinable @inline(__always)
  public func u32le(_ offset: Int) -> UInt32? {
    load(offset, UInt32.self).map(UInt32.init(littleEndian:))
  }

  /// The big-endian 32-bit integer at `offset`.
  @inlinable @inline(__always)
  public func u32be(_ offset: Int) -> UInt32? {
    load(offset, UInt32.self).map(UInt32.init(bigEndian:))
  }

  /// The little-endian 64-bit integer at `offset`.
  @inlinable @inline(__always)
  public func u64le(_ offset: Int) -> UInt64? {
    load(offset, UInt64.self).map(UInt64.init(littleEndian:))
  }

  /// The big-endian 64-bit integer at `offset`.
  @inlinable @inline(__always)
  public func u64be(_ offset: Int) -> UInt64? {
    load(offset, UInt64.self).map(UInt64.init(bigEndian:))
  }

  /// The little-endian integer of one to eight octets at `offset`.
  @inlinable @inline(__always)
  public func little(_ offset: Int, octets: Int) -> UInt64? {
    guard octets <= 8, holds(octets, at: offset) else { return nil }
    var value: UInt64 = 0
    var place = octets - 1
    while place >= 0 {
      let byte = unsafe unsafeLoad(fromUncheckedByteOffset: offset + place, as: UInt8.self)
      value = value << 8 | UInt64(byte)
      place -= 1
    }
    return value
  }

  /// The little-endian 64-bit integer at `offset`, zeros for the octets that the span lacks.
  @inlinable @inline(__always)
  public func padded64(_ offset: Int) -> UInt64 {
    if let word = u64le(offset) { return word }
    return little(offset, octets: max(0, byteCount - offset)) ?? 0
  }

  /// Whether both spans hold the same octets.
  @inlinable
  public func equals(_ other: RawSpan) -> Bool {
    guard byteCount == other.byteCount else { return false }
    return unsafe withUnsafeBytes { left in
      unsafe other.withUnsafeBytes { right in unsafe left.elementsEqual(right) }
    }
  }

  /// A copy of the octets, for values that must outlive the buffer they were read from.
  @inlinable
  public func copied() -> [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }
}

extension Array where Element == UInt8 {
  /// Lends the octets to `body`; `Array.span` would ask for a newer macOS.
  @inlinable @inline(__always)
  public func withRawSpan<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // `withUnsafeBytes` does not carry a typed error, so the result travels beside it.
    var outcome: Swift.Result<Result, Failure>?
    unsafe withUnsafeBytes { buffer in
      do throws(Failure) {
        outcome = .success(try unsafe body(buffer.bytes))
      } catch {
        outcome = .failure(error)
      }
    }
    guard let outcome else { preconditionFailure("withUnsafeBytes calls its body once") }
    return try outcome.get()
  }
}
