public import RulloBase
public import RulloBluetooth

/// The lines met lately in the form that the app writes, one a stream: nearly every line has the front
/// and the length of the one before on its stream, and most of them have its value.
///
/// Streams are known by the text of their UUID, values by theirs, so that a repeat is not parsed.
@usableFromInline
struct RecentLines: Sendable {
  @usableFromInline
  struct Line: Sendable {
    /// The four digits of the UUID as they stand in the line, and the direction; 0 is free.
    @usableFromInline var key: UInt64 = 0
    /// What ``AttributeCache`` knows of the attribute.
    @usableFromInline var entry = 0
    /// How many octets the value has.
    @usableFromInline var count = 0
    /// The value, from the lowest octet of the first word on.
    @usableFromInline var value: (UInt64, UInt64) = (0, 0)
    /// The text of the value with the blanks between its octets and the line feed behind them.
    @usableFromInline var text: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (
      0, 0, 0, 0, 0, 0
    )
    /// The octets of the text's last word that belong to it.
    @usableFromInline var mask: UInt64 = 0

    @usableFromInline init() {}

    /// Whether the value stands at `start` again, its line feed included.
    @inlinable @inline(__always)
    func repeats(_ bytes: RawSpan, at start: Int) -> Bool {
      guard bytes.holds(48, at: start) else { return false }
      let last = (3 * count - 1) >> 3
      return fits(text.0, 0, last, bytes, start)
        && (last < 1 || fits(text.1, 1, last, bytes, start))
        && (last < 2 || fits(text.2, 2, last, bytes, start))
        && (last < 3 || fits(text.3, 3, last, bytes, start))
        && (last < 4 || fits(text.4, 4, last, bytes, start))
        && (last < 5 || fits(text.5, 5, last, bytes, start))
    }

    @inlinable @inline(__always)
    func fits(
      _ text: UInt64, _ index: Int, _ last: Int, _ bytes: RawSpan, _ start: Int
    ) -> Bool {
      guard let word = bytes.u64le(start + 8 * index) else { return false }
      return (word ^ text) & (index == last ? mask : .max) == 0
    }

    /// Remembers a value and its text.
    @inlinable @inline(__always)
    mutating func keep(_ value: (UInt64, UInt64), _ bytes: RawSpan, at start: Int) {
      self.value = value
      text = (
        bytes.u64le(start) ?? 0, bytes.u64le(start + 8) ?? 0, bytes.u64le(start + 16) ?? 0,
        bytes.u64le(start + 24) ?? 0, bytes.u64le(start + 32) ?? 0, bytes.u64le(start + 40) ?? 0
      )
    }
  }

  /// The last `HH:MM:SS` as it stood and in nanoseconds: many lines share a second.
  @usableFromInline
  struct Second: Sendable {
    @usableFromInline var text: UInt64 = 0
    @usableFromInline var time: Int64 = 0

    @usableFromInline init() {}

    /// `HH:MM:SS.mmm ← 0x2AD2  `, the 25 octets in front of a value: time of day, and the stream's key.
    @inlinable @inline(__always)
    mutating func head(_ bytes: RawSpan, at place: Int) -> (ofDay: Int64, key: UInt64)? {
      guard let clock = bytes.u64le(place), let middle = bytes.u64le(place + 8),
        let name = bytes.u64le(place + 16), bytes.octet(place + 24) == 0x20,
        // A blank and either arrow, then a blank, 0x, four digits and a blank.
        middle & 0xFDFF_FFFF_0000_0000 == 0x9086_E220_0000_0000,
        name & 0xFF00_0000_00FF_FFFF == 0x2000_0000_0078_3020,
        let fraction = CanonicalLine.fraction(UInt32(truncatingIfNeeded: middle))
      else { return nil }
      if clock != text {
        guard let read = CanonicalLine.secondOfDay(clock) else { return nil }
        (text, time) = (clock, read)
      }
      let digits = UInt32(truncatingIfNeeded: name >> 24)
      return (time + fraction, UInt64(digits) << 8 | (1 + (middle >> 57 & 1)))
    }
  }

  @usableFromInline var lines = [Line](repeating: Line(), count: Self.size)

  @usableFromInline var second = Second()

  /// A power of two: more streams than this in turn are taken the ordinary way.
  @usableFromInline static let size = 16

  /// Longer values are taken the ordinary way.
  @usableFromInline static let longest = 16

  @usableFromInline init() {}

  /// The digits of the UUID, and 1 for what came from the device, 2 for what went to it.
  @inlinable @inline(__always)
  static func key(_ digits: UInt32, _ direction: Event.Direction) -> UInt64 {
    UInt64(digits) << 8 | (direction == .toDevice ? 2 : 1)
  }

  @inlinable @inline(__always)
  static func place(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 60)
  }

  /// Remembers a line that was taken the ordinary way.
  @inline(never) @usableFromInline
  mutating func learn(_ key: UInt64, entry: Int, count: Int, _ bytes: RawSpan, at start: Int) {
    guard count > 0, count <= Self.longest, bytes.holds(56, at: start),
      let value = Self.value(count, bytes, at: start)
    else { return }
    let place = Self.place(key)
    lines[place].key = key
    lines[place].entry = entry
    lines[place].count = count
    let rest = UInt64(3 * count) & 7
    lines[place].mask = rest == 0 ? .max : (1 << (8 * rest)) - 1
    lines[place].keep(value, bytes, at: start)
  }

  /// `count` octets, a blank between them and a line feed behind them, two at a time.
  @inlinable @inline(__always)
  static func value(_ count: Int, _ bytes: RawSpan, at start: Int) -> (UInt64, UInt64)? {
    var value: (UInt64, UInt64) = (0, 0)
    var index = 0
    while index < count {
      guard let word = bytes.u64le(start + 3 * index) else { return nil }
      let left = count - index
      let wanted: (marks: UInt64, digits: UInt64, blanks: UInt64)
      if left > 2 {
        wanted = (0x0000_2000_0020_0000, 0x0000_00FF_FF00_FFFF, 0x0000_FF00_00FF_0000)
      } else if left == 2 {
        wanted = (0x0000_0A00_0020_0000, 0x0000_00FF_FF00_FFFF, 0x0000_FF00_00FF_0000)
      } else {
        wanted = (0x0000_0000_000A_0000, 0x0000_0000_0000_FFFF, 0x0000_0000_00FF_0000)
      }
      guard word & wanted.blanks == wanted.marks, let pair = octets(word, wanted.digits) else {
        return nil
      }
      let shift = UInt64(8 * (index & 7))
      if index < 8 { value.0 |= pair << shift } else { value.1 |= pair << shift }
      index += 2
    }
    return value
  }

  /// The octets of the capital digits at places 0, 1, 3 and 4, as far as `mask` wants them.
  @inlinable @inline(__always)
  static func octets(_ word: UInt64, _ mask: UInt64) -> UInt64? {
    // What is not asked for reads as the digit 0.
    let text = (word & mask) | (0x3030_3030_3030_3030 & ~mask)
    // With each character below 128 nothing carries; bit 7 answers whether one is at least so large.
    let fromZero = text &+ 0x5050_5050_5050_5050
    let pastNine = text &+ 0x4646_4646_4646_4646
    let fromA = text &+ 0x3F3F_3F3F_3F3F_3F3F
    let pastF = text &+ 0x3939_3939_3939_3939
    let isDigit = (fromZero & ~pastNine) | (fromA & ~pastF)
    guard (isDigit & ~text) & 0x8080_8080_8080_8080 == 0x8080_8080_8080_8080 else { return nil }
    // Letters have bit 6 set, and 9 more than their lowest bits.
    let digits = (text & 0x0F0F_0F0F_0F0F_0F0F) &+ ((text >> 6) & 0x0101_0101_0101_0101) &* 9
    let first = (digits & 0xFF) << 4 | (digits >> 8 & 0xFF)
    let second = (digits >> 24 & 0xFF) << 4 | (digits >> 32 & 0xFF)
    return first | second << 8
  }
}

extension AppLogFormat {
  /// Remembers a line that was taken the ordinary way, for those that look like it.
  @inlinable @inline(__always)
  mutating func learn(_ bytes: RawSpan, from start: Int, to end: Int) {
    let text = end - start - 25
    guard clock.kind == .timeOfDay, text > 0, text % 3 == 2, text < 3 * RecentLines.longest,
      CanonicalLine.timeOfDay(bytes, at: start) != nil,
      let front = CanonicalLine.frontText(bytes, at: start + 13),
      let uuid = CanonicalLine.front(bytes, at: start + 13)?.uuid,
      let entry = attributes.find(uuid)
    else { return }
    recent.learn(
      RecentLines.key(front.digits, front.direction), entry: entry, count: (text + 1) / 3, bytes,
      at: start + 25)
  }
}
