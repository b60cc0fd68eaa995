internal import RulloBase

extension ATTPDU {
  mutating func decode(_ bytes: RawSpan) {
    guard let opcode = bytes.octet(0) else {
      fault = DecodingFailure(.truncated, field: "opcode", offset: 0, needed: 1)
      return
    }
    self.opcode = opcode
    var walk = PartWalk()
    if let layout {
      values = walk.read(layout.parts, bytes, end: bytes.byteCount)
    } else {
      walk.fail(.reservedValue, "opcode", at: 0)
    }
    fault = walk.fault
    rest = bytes.extracting(walk.offset..<bytes.byteCount).copied()
  }
}

/// Reads parts in wire order up to the first fault that hides where the next one stands.
private struct PartWalk {
  var offset = 1
  var fault: DecodingFailure?
  private var isCut = false

  /// The number read last: the length or the format in front of a list.
  private var number = 0

  mutating func fail(
    _ kind: DecodingFailure.Kind, _ key: StaticString, at offset: Int, needed: Int = 0,
    available: Int = 0
  ) {
    if fault == nil {
      fault = DecodingFailure(
        kind, field: key.description, offset: offset, needed: needed, available: available)
    }
  }

  mutating func read(_ parts: [ATTPart], _ bytes: RawSpan, end: Int) -> [ATTPDU.Value] {
    var values: [ATTPDU.Value] = []
    for part in parts {
      guard let value = read(part, bytes, end: end) else { break }
      values.append(value)
    }
    return values
  }

  private mutating func read(
    _ part: ATTPart, _ bytes: RawSpan, end: Int
  ) -> ATTPDU.Value? {
    switch part.content {
    case .octet(let allowed):
      let start = offset
      guard let octet = integer(part, bytes, octets: 1, end: end) else { return nil }
      if !(Int(allowed.lowerBound)...Int(allowed.upperBound)).contains(octet) {
        fail(.reservedValue, part.key, at: start)
      }
      return .number(octet)
    case .opcode, .errorCode: return integer(part, bytes, octets: 1, end: end).map { .number($0) }
    case .word, .handle: return integer(part, bytes, octets: 2, end: end).map { .number($0) }
    case .shortUUID:
      return integer(part, bytes, octets: 2, end: end).map {
        .uuid(BluetoothUUID(UInt16(truncatingIfNeeded: $0)))
      }
    case .uuid: return uuid(part, bytes, end: end)
    case .octets(let tail):
      guard end - offset >= tail else { return cut(part.key, needed: tail, end: end) }
      return octets(bytes, end - offset - tail)
    case .counted:
      guard let length = integer(part, bytes, octets: 2, end: end) else { return nil }
      guard end - offset >= length else { return cut(part.key, needed: length, end: end) }
      return octets(bytes, length)
    case .list(let list): return elements(list, bytes, end: end)
    }
  }

  private mutating func cut(_ key: StaticString, needed: Int, end: Int) -> ATTPDU.Value? {
    fail(.truncated, key, at: offset, needed: needed, available: end - offset)
    isCut = true
    return nil
  }

  private mutating func integer(
    _ part: ATTPart, _ bytes: RawSpan, octets: Int, end: Int
  ) -> Int? {
    guard end - offset >= octets, let value = bytes.little(offset, octets: octets) else {
      _ = cut(part.key, needed: octets, end: end)
      return nil
    }
    offset += octets
    number = Int(value)
    return number
  }

  private mutating func octets(_ bytes: RawSpan, _ count: Int) -> ATTPDU.Value {
    defer { offset += count }
    return .octets(bytes.extracting(offset..<offset + count).copied())
  }

  /// Two or sixteen octets; a group of another type has other values, which are kept as octets.
  private mutating func uuid(_ part: ATTPart, _ bytes: RawSpan, end: Int) -> ATTPDU.Value? {
    let count = end - offset
    if count == 2 || count == 16,
      let uuid = BluetoothUUID(littleEndian: bytes, at: offset, octets: count)
    {
      offset += count
      return .uuid(uuid)
    }
    if part.key.description == "uuid" { return octets(bytes, count) }
    if count < 2 { return cut(part.key, needed: 2, end: end) }
    fail(.invalidLength, part.key, at: offset)
    return nil
  }

  private mutating func elements(
    _ list: ATTList, _ bytes: RawSpan, end: Int
  ) -> ATTPDU.Value? {
    let start = offset
    var size: Int?
    switch list.size {
    case .fixed(let octets): size = octets
    case .format: size = number == 2 ? 18 : 4
    case .prefixed(let least):
      guard number >= least else {
        fail(.invalidLength, "length", at: start - 1)
        return nil
      }
      size = number
    case .counted: size = nil
    }
    guard end > start else { return cut(list.key, needed: size ?? 2, end: end) }
    var elements: [[ATTPDU.Value]] = []
    while offset < end, !isCut {
      if let size, end - offset < size {
        fail(.invalidLength, list.key, at: start)
        break
      }
      let first = offset
      let element = read(list.parts, bytes, end: size.map { first + $0 } ?? end)
      // Half an element is none: its octets are printed as those that are left.
      if element.count == list.parts.count { elements.append(element) } else { offset = first }
    }
    return .elements(elements)
  }
}
