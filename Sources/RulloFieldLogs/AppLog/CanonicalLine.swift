public import RulloBase
public import RulloBluetooth

/// The parts of a line in the form that the app itself writes, read several octets at a time.
///
/// `18:18:33.157 ← 0x2AD2  44 00`: capital digits, one blank between octets, nothing behind them.
@usableFromInline
enum CanonicalLine {
  /// `HH:MM:SS.mmm ` as nanoseconds since midnight.
  @inlinable @inline(__always)
  static func timeOfDay(_ line: RawSpan, at start: Int = 0) -> Int64? {
    guard let clock = line.u64le(start), let rest = line.u32le(start + 8),
      line.octet(start + 12) == 0x20
    else { return nil }
    guard let second = secondOfDay(clock), let fraction = fraction(rest) else { return nil }
    return second + fraction
  }

  /// `HH:MM:SS` as nanoseconds since midnight.
  @inlinable @inline(__always)
  static func secondOfDay(_ clock: UInt64) -> Int64? {
    // Against the pattern 00:00:00 every octet is a digit's value, or 0 for a mark.
    let digits = clock ^ 0x3030_3A30_303A_3030
    let tooLarge = (digits &+ 0x7676_7676_7676_7676 | digits) & 0x8080_8080_8080_8080
    guard tooLarge | (digits & 0x0000_FF00_00FF_0000) == 0 else { return nil }
    // Ten times each digit and the one behind it: below 256, so that no octet carries into the next.
    let pairs = digits &* 10 &+ digits >> 8
    let (hours, minutes, seconds) = (place(pairs, 0), place(pairs, 3), place(pairs, 6))
    guard hours < 24, minutes < 60, seconds < 60 else { return nil }
    return ((hours * 60 + minutes) * 60 + seconds) * 1_000_000_000
  }

  /// `.mmm` as nanoseconds.
  @inlinable @inline(__always)
  static func fraction(_ text: UInt32) -> Int64? {
    let digits = UInt64(text ^ 0x3030_302E)
    let tooLarge = (digits &+ 0x7676_7676 | digits) & 0x8080_8080
    guard tooLarge | (digits & 0xFF) == 0 else { return nil }
    return (place(digits, 1) * 100 + place(digits, 2) * 10 + place(digits, 3)) * 1_000_000
  }

  @inlinable @inline(__always)
  static func place(_ word: UInt64, _ index: UInt64) -> Int64 {
    Int64(truncatingIfNeeded: word >> (8 * index) & 0xFF)
  }

  /// `← 0x2AD2  `: direction, and the digits of the UUID as they stand there.
  @inlinable @inline(__always)
  static func frontText(
    _ line: RawSpan, at place: Int
  ) -> (direction: Event.Direction, digits: UInt32)? {
    guard let arrow = line.u32le(place), let name = line.u64le(place + 4),
      name & 0xFFFF_0000_0000_FFFF == 0x2020_0000_0000_7830,
      arrow & 0xFFFD_FFFF == 0x2090_86E2
    else { return nil }
    let direction: Event.Direction = arrow & 0x0002_0000 == 0 ? .fromDevice : .toDevice
    return (direction, UInt32(truncatingIfNeeded: name >> 16))
  }

  /// `← 0x2AD2  `: direction and the 16-bit UUID.
  @inlinable @inline(__always)
  static func front(_ line: RawSpan, at place: Int) -> (direction: Event.Direction, uuid: UInt16)? {
    guard let text = frontText(line, at: place),
      let high = pair(UInt16(truncatingIfNeeded: text.digits)),
      let low = pair(UInt16(truncatingIfNeeded: text.digits >> 16))
    else { return nil }
    return (text.direction, UInt16(high) << 8 | UInt16(low))
  }

  /// Two capital digits and a blank, or the end of the line.
  @inlinable @inline(__always)
  static func pair(_ line: RawSpan, _ place: Int) -> UInt8? {
    guard let digits = line.u16le(place) else { return nil }
    if let next = line.octet(place + 2), next != 0x20 { return nil }
    return pair(digits)
  }

  @inlinable @inline(__always)
  static func pair(_ digits: UInt16) -> UInt8? {
    guard let high = digit(UInt8(truncatingIfNeeded: digits)),
      let low = digit(UInt8(truncatingIfNeeded: digits >> 8))
    else { return nil }
    return high << 4 | low
  }

  @inlinable @inline(__always)
  static func digit(_ character: UInt8) -> UInt8? {
    let value = character &- 0x30
    if value < 10 { return value }
    let letter = character &- 0x41
    return letter < 6 ? letter + 10 : nil
  }
}
