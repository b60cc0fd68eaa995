internal import RulloBase
internal import RulloBluetooth

/// Reads what stands in one slot of a pattern.
struct SlotReader {
  let vocabulary: LogVocabulary

  /// Whether the pattern ends with this slot, so that a label may stand behind octets.
  let isLast: Bool

  /// Moves behind what was read; answers whether it fits the slot.
  func read(
    _ slot: Slot, _ line: RawSpan, _ place: inout Int, into match: inout LineMatch
  ) -> Bool {
    switch slot {
    case .time:
      guard let stamp = Stamp.read(line, &place, isDescribed: true) else { return false }
      // A date with its time says more than a time of day beside it.
      if match.stamp?.hasDate != true || stamp.hasDate { match.stamp = stamp }
    case .milliseconds, .seconds, .microseconds, .laterMilliseconds, .laterSeconds, .later,
      .epochSeconds, .epochMilliseconds:
      guard var stamp = StampCount.read(slot, line, &place) else { return false }
      stamp.writer = stamp.isDelta ? match.writer : nil
      match.stamp = stamp
    case .writer:
      let end = LineCursor.wordEnd(line, place)
      guard 1...64 ~= end - place else { return false }
      match.writer = line.extracting(place..<end).copied()
      place = end
    case .direction:
      let found =
        LogVocabulary.take(vocabulary.directions, line, &place) ?? Direction.read(line, &place)
      guard let found else { return false }
      match.direction = found
    case .uuid:
      guard let uuid = ExchangeLine.attribute(line, &place, isDescribed: true) else { return false }
      match.uuid = uuid
    case .name:
      guard let uuid = LogVocabulary.take(vocabulary.attributes, line, &place) else { return false }
      match.uuid = uuid
    case .handle: return handle(line, &place, into: &match)
    case .device:
      let start = place
      while let byte = line.octet(place), !Self.endsWord(byte) { place += 1 }
      guard place > start, place - start <= 64 else { return false }
      match.device = start..<place
    case .bytes, .short, .python, .decimal, .groups:
      match.fault = Octets.read(slot, line, &place, isLast: isLast, into: &match.octets)
      match.hasOctets = match.fault == nil
      match.octetsEnd = place
      return match.hasOctets
    case .declaration:
      var octets: [UInt8] = []
      guard Octets.read(.bytes, line, &place, isLast: isLast, into: &octets) == nil,
        let declared = octets.withRawSpan({ Self.declaration($0) })
      else { return false }
      match.declared = declared
    case .connection:
      guard let number = flag(line, &place), let handle = UInt16(exactly: number) else {
        return false
      }
      match.connection = handle
    case .boundary:
      guard let number = flag(line, &place) else { return false }
      match.boundary = UInt8(number & 3)
    case .gap:
      let start = place
      LineCursor.skipBlanks(line, &place)
      return place > start + 1 || line.octet(start) == 0x09
    case .length:
      guard let number = number(line, &place) else { return false }
      match.length = number
    case .number: return number(line, &place) != nil
    case .word, .any: return false
    }
    return true
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    LineCursor.isBlank(byte) || [0x22, 0x27, 0x28, 0x29, 0x2C, 0x5B, 0x5D].contains(byte)
  }

  private func number(_ line: RawSpan, _ place: inout Int) -> Int? {
    var value = 0
    let start = place
    while let byte = line.octet(place), LineCursor.isDigit(byte), place - start < 18 {
      value = value * 10 + Int(byte & 15)
      place += 1
    }
    return place > start ? value : nil
  }

  /// A decimal number, or a hexadecimal one behind `0x`.
  private func flag(_ line: RawSpan, _ place: inout Int) -> Int? {
    guard LineCursor.take("0x", line, &place) else { return number(line, &place) }
    let end = LineCursor.hexEnd(line, place)
    guard 1...8 ~= end - place else { return nil }
    defer { place = end }
    return (place..<end).reduce(0) { $0 << 4 | Int(line.octet($1).flatMap(Hex.digit) ?? 0) }
  }

  /// Properties, handle of the value, UUID (attribute type 2803).
  private static func declaration(
    _ octets: RawSpan
  ) -> (handle: UInt16, uuid: BluetoothUUID)? {
    guard let handle = octets.u16le(1) else { return nil }
    switch octets.byteCount {
    case 5: return octets.u16le(3).map { (handle, BluetoothUUID($0)) }
    case 19:
      guard let low = octets.u64le(3), let high = octets.u64le(11) else { return nil }
      return (handle, BluetoothUUID(high: high, low: low))
    default: return nil
    }
  }

  private func handle(_ line: RawSpan, _ place: inout Int, into match: inout LineMatch) -> Bool {
    if line.holds("0x", at: place) { place += 2 }
    let end = LineCursor.hexEnd(line, place)
    guard 1...4 ~= end - place else { return false }
    match.handle = (place..<end).reduce(0) { value, index in
      value << 4 | UInt16(line.octet(index).flatMap(Hex.digit) ?? 0)
    }
    place = end
    return true
  }
}
