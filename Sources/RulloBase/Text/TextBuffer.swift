/// Text under construction, as UTF-8 octets in one block of memory.
///
/// Appending costs a bounds check and a store; the block is kept when it is emptied, so that a
/// stream of lines allocates nothing.
@safe public struct TextBuffer: ~Copyable {
  @usableFromInline internal var base: UnsafeMutableRawPointer
  @usableFromInline internal var capacity: Int

  /// The number of octets written.
  public private(set) var count: Int {
    @inlinable get { length }
    set { length = newValue }
  }
  @usableFromInline internal var length = 0

  @inlinable
  public init(capacity: Int = 256) {
    self.capacity = max(capacity, 64)
    unsafe base = .allocate(byteCount: self.capacity, alignment: 1)
  }

  deinit { unsafe base.deallocate() }

  @inline(never) @usableFromInline
  internal mutating func grow(for extra: Int) {
    let wider = max(capacity * 2, length + extra)
    let block = UnsafeMutableRawPointer.allocate(byteCount: wider, alignment: 1)
    unsafe block.copyMemory(from: base, byteCount: length)
    unsafe base.deallocate()
    unsafe base = block
    capacity = wider
  }

  @inlinable @inline(__always)
  internal mutating func reserve(_ extra: Int) {
    if capacity - length < extra { grow(for: extra) }
  }

  /// Forgets the text and keeps the memory.
  @inlinable
  public mutating func removeAll() { length = 0 }

  /// Shortens the text to its first `count` octets.
  @inlinable
  public mutating func truncate(to count: Int) { length = min(length, max(0, count)) }

  @inlinable @inline(__always)
  public mutating func append(byte: UInt8) {
    reserve(1)
    unsafe base.storeBytes(of: byte, toByteOffset: length, as: UInt8.self)
    length += 1
  }

  @inlinable @inline(__always)
  public mutating func append(_ text: StaticString) {
    let count = text.utf8CodeUnitCount
    reserve(count)
    unsafe (base + length).copyMemory(from: text.utf8Start, byteCount: count)
    length += count
  }

  @inlinable
  public mutating func append(_ text: some StringProtocol) {
    var text = String(text)
    text.withUTF8 { unsafe append(UnsafeRawBufferPointer($0)) }
  }

  @inlinable
  internal mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    reserve(bytes.count)
    unsafe (base + length).copyMemory(from: start, byteCount: bytes.count)
    length += bytes.count
  }

  @inlinable
  public mutating func append(bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { unsafe append($0) }
  }

  @inlinable
  public mutating func append(bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe append($0) }
  }

  /// Appends blanks up to `column`, at least `gap` of them; columns count octets from `start`.
  @inlinable
  public mutating func pad(to column: Int, from start: Int, gap: Int = 0) {
    let blanks = max(gap, start + column - length)
    for _ in 0..<max(0, blanks) { append(byte: 0x20) }
  }

  /// Appends an integer in decimal digits.
  @inlinable
  public mutating func append(_ value: Int64) {
    if value < 0 { append(byte: 0x2D) }
    append(digits: value.magnitude, atLeast: 1)
  }

  @inlinable
  public mutating func append(_ value: Int) { append(Int64(value)) }

  /// Appends a natural number with leading zeros up to `width` digits.
  @inlinable
  public mutating func append(digits value: UInt64, atLeast width: Int) {
    if value < 10, width <= 1 { return append(byte: UInt8(truncatingIfNeeded: value) &+ 0x30) }
    let places = max(Self.digitCount(value), width)
    reserve(places)
    var place = length + places
    // Eight digits at a time, so that most of the arithmetic is that of 32 bits.
    var rest = value
    while rest >= 100_000_000 {
      put(UInt32(truncatingIfNeeded: rest % 100_000_000), from: place - 8, to: place)
      rest /= 100_000_000
      place -= 8
    }
    put(UInt32(truncatingIfNeeded: rest), from: length, to: place)
    length += places
  }

  /// Writes the last digits of a number into reserved places, with leading zeros.
  @inlinable @inline(__always)
  internal func put(_ value: UInt32, from start: Int, to end: Int) {
    var rest = value
    var place = end
    while place >= start + 2 {
      let pair = UInt8(truncatingIfNeeded: rest % 100)
      rest /= 100
      place -= 2
      unsafe base.storeBytes(of: pair % 10 &+ 0x30, toByteOffset: place + 1, as: UInt8.self)
      unsafe base.storeBytes(of: pair / 10 &+ 0x30, toByteOffset: place, as: UInt8.self)
    }
    if place > start {
      let digit = UInt8(truncatingIfNeeded: rest % 10) &+ 0x30
      unsafe base.storeBytes(of: digit, toByteOffset: start, as: UInt8.self)
    }
  }

  /// How many decimal digits a number has.
  @inlinable @inline(__always)
  internal static func digitCount(_ value: UInt64) -> Int {
    var count = 1
    var rest = value
    while rest >= 10_000 {
      rest /= 10_000
      count += 4
    }
    return count + (rest >= 1_000 ? 3 : rest >= 100 ? 2 : rest >= 10 ? 1 : 0)
  }

  /// Appends the shortest exact form of a decimal.
  @inlinable
  public mutating func append(_ value: ExactDecimal) {
    let value = value.reduced
    append(value, places: max(0, -value.exponent))
  }

  /// Appends a decimal with exactly `places` digits behind the point; more digits are cut off.
  @inlinable
  public mutating func append(_ value: ExactDecimal, places: Int) {
    var magnitude = value.coefficient.magnitude
    var exponent = value.exponent
    while exponent < -places {
      magnitude /= 10
      exponent += 1
    }
    if value.coefficient < 0, magnitude != 0 { append(byte: 0x2D) }
    if exponent >= 0 {
      append(digits: magnitude, atLeast: 1)
      if magnitude != 0 { for _ in 0..<exponent { append(byte: 0x30) } }
      if places > 0 {
        append(byte: 0x2E)
        for _ in 0..<places { append(byte: 0x30) }
      }
      return
    }
    var power: UInt64 = 1
    for _ in 0..<(-exponent) { power *= 10 }
    append(digits: magnitude / power, atLeast: 1)
    append(byte: 0x2E)
    append(digits: magnitude % power, atLeast: -exponent)
    for _ in 0..<(places + exponent) { append(byte: 0x30) }
  }

  /// Appends octets as upper-case pairs with an optional separator between them.
  @inlinable
  public mutating func append(hex bytes: RawSpan, separator: UInt8? = nil) {
    reserve(bytes.byteCount * 3)
    var index = 0
    while index < bytes.byteCount {
      if let separator, index > 0 { append(byte: separator) }
      if let byte = bytes.octet(index) {
        append(byte: Hex.character(byte >> 4))
        append(byte: Hex.character(byte))
      }
      index += 1
    }
  }

  /// Lends the octets to `body`.
  @inlinable
  public borrowing func withBytes<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let buffer = unsafe UnsafeRawBufferPointer(start: base, count: length)
    return try unsafe body(buffer.bytes)
  }

  /// The text as a string; octets that are no UTF-8 are repaired.
  public var string: String {
    unsafe String(decoding: UnsafeRawBufferPointer(start: base, count: length), as: UTF8.self)
  }
}
