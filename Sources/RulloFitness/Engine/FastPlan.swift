internal import RulloBase

/// A table of plain integers behind flags, made ready so that decoding looks at no absent row.
///
/// Which rows are there is the union of what each octet of the flags asks for, so that a value
/// costs two look-ups and then one step for each of its fields.
///
/// Look-up tables stand in memory that is never given back: layouts live as long as the program,
/// and an array would be retained and released for each value, which costs more than decoding it.
@safe struct FastPlan: @unchecked Sendable {
  /// The rows that are there, for each of 256 values of each of three octets of the flags.
  private let presence: UnsafePointer<UInt32>

  /// The octets that these rows take.
  private let lengths: UnsafePointer<UInt8>

  /// Octets and sign of each row: its octets in the low four bits, 16 where it is signed.
  private let shapes: UnsafePointer<UInt8>

  /// The rows with octets of their own.
  private let integers: UInt32
  private let flagOctets: Int

  /// No plain table is longer; the encoder has as much room.
  private static let room = 64

  /// Answers `nil` for tables with lists, codes, widths that vary or anything else beyond.
  init?(_ table: FieldTable, flagOctets: Int) {
    guard (1...3).contains(flagOctets) else { return nil }
    var presence = [UInt32](repeating: 0, count: 768)
    var lengths = [UInt8](repeating: 0, count: 768)
    var shapes = [UInt8](repeating: 0, count: DecodedValue.rowLimit)
    var integers: UInt32 = 0
    var longest = flagOctets
    for (row, step) in table.steps.enumerated() {
      guard step.rule == .flags, step.widerMask == 0, !step.acceptsOneOctet, step.maximum == .max,
        step.action == .integer || step.action == .slice, step.octets <= 4
      else { return nil }
      if step.action == .slice, step.source >= 0 {
        // A part is there whenever the octets are that it is a part of.
        let source = table.steps[Int(step.source)]
        guard source.mask == 0 || source.mask == step.mask && source.expected == step.expected
        else { return nil }
      }
      let octets = step.action == .integer ? step.octets : 0
      longest += Int(octets)
      if octets > 0 {
        integers |= 1 << UInt32(row)
        shapes[row] = octets | (step.isSigned ? 16 : 0)
      }
      // A row with no flag belongs to every value of the first octet.
      let place = step.mask == 0 ? 0 : step.mask.trailingZeroBitCount / 8
      guard place < flagOctets else { return nil }
      for value in 0..<256 where UInt32(value) << UInt32(8 * place) & step.mask == step.expected {
        presence[256 * place + value] |= 1 << UInt32(row)
        lengths[256 * place + value] += octets
      }
    }
    guard longest <= Self.room - 4 else { return nil }
    unsafe self.presence = Self.kept(presence)
    unsafe self.lengths = Self.kept(lengths)
    unsafe self.shapes = Self.kept(shapes)
    (self.integers, self.flagOctets) = (integers, flagOctets)
  }

  private static func kept<Element: BitwiseCopyable>(
    _ elements: [Element]
  ) -> UnsafePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
    for (index, element) in elements.enumerated() {
      unsafe (memory + index).initialize(to: element)
    }
    return unsafe UnsafePointer(memory)
  }

  @inline(__always)
  private func rows(of flags: UInt32) -> (presence: UInt32, length: Int) {
    let (first, second, third) = (
      Int(flags & 0xFF), 256 + Int(flags >> 8 & 0xFF), 512 + Int(flags >> 16 & 0xFF)
    )
    return (
      unsafe presence[first] | presence[second] | presence[third],
      unsafe flagOctets + Int(lengths[first]) + Int(lengths[second]) + Int(lengths[third])
    )
  }

  /// Decodes a value that is complete; answers false and changes nothing where it is cut.
  @inline(__always)
  func decode(_ bytes: RawSpan, into value: inout DecodedValue) -> Bool {
    guard let flags = bytes.little(0, octets: flagOctets) else { return false }
    let (present, length) = rows(of: UInt32(truncatingIfNeeded: flags))
    guard length <= bytes.byteCount else { return false }
    value.flags = UInt32(truncatingIfNeeded: flags)
    value.presence = present
    value.consumed = length
    var offset = flagOctets
    var rest = present & integers
    while rest != 0 {
      let row = rest.trailingZeroBitCount
      rest &= rest &- 1
      let shape = unsafe shapes[row]
      let octets = Int(shape & 15)
      let unused = UInt32(truncatingIfNeeded: 32 - 8 * octets)
      // Four octets at once where there are as many; the surplus is shifted out.
      let word =
        bytes.u32le(offset) ?? UInt32(truncatingIfNeeded: bytes.little(offset, octets: octets) ?? 0)
      let high = word &<< unused
      let raw =
        shape & 16 != 0
        ? UInt32(bitPattern: Int32(bitPattern: high) &>> Int32(bitPattern: unused))
        : high &>> unused
      value.raw[row] = raw
      offset += octets
    }
    return true
  }

  /// Appends the octets of a value with just the rows that its flags ask for.
  ///
  /// Answers false and appends nothing for any other, and where an integer does not fit.
  @inline(__always)
  func encode(_ value: borrowing DecodedValue, to output: inout [UInt8]) -> Bool {
    let (present, length) = rows(of: value.flags)
    // The plan is of the plain table alone.
    guard present == value.presence, value.table == 0, value.narrowRow == nil, value.fault == nil
    else { return false }
    var scratch = Scratch()
    scratch.store(value.flags, at: 0)
    var offset = flagOctets
    var rest = present & integers
    while rest != 0 {
      let row = rest.trailingZeroBitCount
      rest &= rest &- 1
      let shape = unsafe shapes[row]
      let octets = Int(shape & 15)
      let unused = UInt32(truncatingIfNeeded: 32 - 8 * octets)
      let raw = value.raw[row]
      let high = raw &<< unused
      let back =
        shape & 16 != 0
        ? UInt32(bitPattern: Int32(bitPattern: high) &>> Int32(bitPattern: unused))
        : high &>> unused
      guard back == raw else { return false }
      scratch.store(raw, at: offset)
      offset += octets
    }
    scratch.append(length, to: &output)
    return true
  }
}

/// Sixty-four octets to put a value together in, without memory of its own.
private struct Scratch {
  private var octets: SIMD64<UInt8> = .zero

  /// Stores four octets; later fields overwrite those that a field does not have.
  @inline(__always)
  mutating func store(_ value: UInt32, at offset: Int) {
    let place = min(max(offset, 0), 60)
    unsafe withUnsafeMutableBytes(of: &octets) {
      unsafe $0.storeBytes(of: value.littleEndian, toByteOffset: place, as: UInt32.self)
    }
  }

  @inline(__always)
  mutating func append(_ count: Int, to output: inout [UInt8]) {
    unsafe withUnsafeBytes(of: &octets) { bytes in
      unsafe output.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[0..<count]))
    }
  }
}
