internal import RulloBase

extension FieldTable {
  /// Reads the rows in wire order from `start` on.
  func walk(_ bytes: RawSpan, from start: Int, into value: inout DecodedValue) {
    var offset = start
    let flags = value.flags
    for (row, step) in steps.enumerated() {
      if step.rule == .flags {
        if flags & step.mask != step.expected { continue }
      } else if !step.isPresent(row: row, in: value, hasMore: offset < bytes.byteCount) {
        continue
      }
      switch step.action {
      case .slice:
        // A part of octets that are not there is not there either.
        if step.source < 0 || value.contains(row: Int(step.source)) { value.mark(row: row) }
      case .integer, .code:
        let octets = step.octets(
          row: row, flags: flags, narrowRow: value.narrowRow, left: bytes.byteCount - offset)
        guard let wire = bytes.little(offset, octets: octets) else {
          return value.cut(row: row, at: offset, needed: octets)
        }
        value.set(step.extended(wire, octets: octets), row: row)
        if octets < step.octets { value.narrowRow = row }
        if wire > UInt64(step.maximum) { value.note(.outOfRange, row: row, at: offset) }
        if step.action == .code { check(wire, row: row, at: offset, in: &value) }
        offset += octets
      case .fixed, .rest, .text, .list, .counted:
        guard
          let end = readLong(step, bytes, row: row, at: offset, into: &value)
        else { return }
        offset = end
      }
    }
    value.consumed = max(offset, value.consumed)
  }

  private func check(_ wire: UInt64, row: Int, at offset: Int, in value: inout DecodedValue) {
    if case .code(let table) = fields[row].content,
      table.name(of: UInt32(truncatingIfNeeded: wire)) == nil
    {
      value.note(.reservedValue, row: row, at: offset)
    }
  }

  /// Notes where a long field stands and answers where it ends, or `nil` when it is cut.
  private func readLong(
    _ step: Step, _ bytes: RawSpan, row: Int, at offset: Int, into value: inout DecodedValue
  ) -> Int? {
    let left = bytes.byteCount - offset
    var start = offset
    var length = left
    switch step.action {
    case .fixed: length = Int(step.octets)
    case .counted:
      start += 1
      length = bytes.octet(offset).map(Int.init) ?? 0
    default: break
    }
    guard start + length <= bytes.byteCount, let place = Place(offset: start, length: length) else {
      value.cut(row: row, at: offset, needed: start + length - offset)
      return nil
    }
    if step.action == .list, length % Int(max(1, step.octets)) != 0 {
      // The whole elements are kept, the odd octets are the fault.
      let whole = length - length % Int(step.octets)
      value.set(Place(offset: start, length: whole)?.raw ?? 0, row: row)
      value.consumed = start + whole
      value.cut(row: row, at: start + whole, needed: Int(step.octets))
      return nil
    }
    value.set(place.raw, row: row)
    if step.action == .text, let bad = UTF8Check.firstFault(bytes, start..<(start + length)) {
      value.note(.invalidUTF8, row: row, at: bad)
    }
    return start + length
  }
}

extension Step {
  func isPresent(row: Int, in value: DecodedValue, hasMore: Bool) -> Bool {
    switch rule {
    case .flags: value.flags & mask == expected
    case .answer: value.raw[0] == request && value.raw[1] == result
    case .answerIfAny: hasMore && value.raw[0] == request && value.raw[1] == result
    case .withPrevious: value.contains(row: row - 1)
    }
  }

  /// Octets that the row takes in this value.
  func octets(row: Int, flags: UInt32, narrowRow: Int?, left: Int) -> Int {
    if narrowRow == row || acceptsOneOctet && left == 1 { return 1 }
    return Int(octets) + (flags & widerMask != 0 ? 1 : 0)
  }

  /// Octets that a row takes in a value that is complete.
  func octets(row: Int, in value: DecodedValue) -> Int {
    octets(row: row, flags: value.flags, narrowRow: value.narrowRow, left: 0)
  }

  func extended(_ wire: UInt64, octets count: Int) -> UInt32 {
    let wire = UInt32(truncatingIfNeeded: wire)
    // A field in its one-octet form is unsigned.
    guard isSigned, count == octets else { return wire }
    let unused = UInt32(32 - 8 * count)
    return UInt32(bitPattern: Int32(bitPattern: wire << unused) >> unused)
  }
}

extension DecodedValue {
  fileprivate mutating func cut(row: Int, at offset: Int, needed: Int) {
    consumed = max(consumed, offset)
    note(.truncated, row: row, at: offset, needed: needed, available: max(0, count - offset))
  }
}

/// Where a long field stands, packed into the place of an integer.
struct Place {
  let offset: Int
  let length: Int

  /// Answers `nil` for places that no attribute value reaches.
  init?(offset: Int, length: Int) {
    guard (0...0xFFFF).contains(offset), (0...0xFFFF).contains(length) else { return nil }
    self.offset = offset
    self.length = length
  }

  init(raw: UInt32) {
    offset = Int(raw & 0xFFFF)
    length = Int(raw >> 16)
  }

  var raw: UInt32 { UInt32(offset) | UInt32(length) << 16 }
}
