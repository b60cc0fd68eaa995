internal import RulloBase
internal import RulloBluetooth

/// One line of the app log in any of its notations: clock, direction, attribute, octets, label.
struct ExchangeLine {
  var stamp: Stamp?
  var direction = Event.Direction.none
  var uuid = BluetoothUUID(0)
  /// Where the octets end and words may begin.
  var labelStart = 0

  /// Reads a line; its octets go to `octets`.
  ///
  /// Answers why the line is no exchange, or `nil` for one that is; a line that names an exchange
  /// whose value is lost fills in everything but the octets.
  mutating func read(_ line: RawSpan, into octets: inout [UInt8]) -> SkipReason? {
    octets.removeAll(keepingCapacity: true)
    var place = 0
    LineCursor.skipBlanks(line, &place)
    stamp = Stamp.read(line, &place)
    LineCursor.skipBlanks(line, &place)
    guard let direction = Direction.read(line, &place) else { return .prose }
    LineCursor.skipBlanks(line, &place)
    guard let uuid = Self.attribute(line, &place) else { return .prose }
    self.direction = direction
    self.uuid = uuid
    defer { labelStart = place }
    return Payload.read(line, &place, into: &octets)
  }

  /// `0x2AD2`, `2AD2`, eight digits with `0x`, or 32 digits with or without dashes.
  ///
  /// Four letters without `0x` are taken for a word: `face` is one, `2AD2` is not. In a line whose
  /// shape is described they are not, and any mark may stand behind them.
  static func attribute(
    _ line: RawSpan, _ start: inout Int, isDescribed: Bool = false
  ) -> BluetoothUUID? {
    var place = start
    let hasPrefix = LineCursor.take("0x", line, &place) || LineCursor.take("0X", line, &place)
    var high: UInt64 = 0
    var low: UInt64 = 0
    var digits = 0
    var hasDashes = false
    var hasDecimal = false
    while let byte = line.octet(place) {
      if byte == 0x2D, [8, 12, 16, 20].contains(digits) {
        hasDashes = true
      } else if let digit = Hex.digit(byte), digits < 32 {
        high = high << 4 | low >> 60
        low = low << 4 | UInt64(digit)
        digits += 1
        hasDecimal = hasDecimal || LineCursor.isDigit(byte)
      } else {
        break
      }
      place += 1
    }
    let uuid: BluetoothUUID
    switch digits {
    case 4 where (hasPrefix || hasDecimal || isDescribed) && !hasDashes:
      uuid = BluetoothUUID(UInt16(truncatingIfNeeded: low))
    case 8 where (hasPrefix || isDescribed) && !hasDashes:
      let base = BluetoothUUID(0)
      uuid = BluetoothUUID(high: base.high | low << 32, low: base.low)
    case 32: uuid = BluetoothUUID(high: high, low: low)
    default: return nil
    }
    if isDescribed {
      guard !LineCursor.isWordPart(line.octet(place)) else { return nil }
      start = place
      return uuid
    }
    if line.octet(place) == 0x3A { place += 1 }
    guard LineCursor.isBlank(line.octet(place)) || line.octet(place) == nil else { return nil }
    start = place
    return uuid
  }
}
