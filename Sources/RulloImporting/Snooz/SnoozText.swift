internal import RulloBase

/// Android's compressed snoop text ("btsnooz") in a bug report or the output of `dumpsys`.
///
/// Between `--- BEGIN:BTSNOOP_LOG_SUMMARY` and `--- END:BTSNOOP_LOG_SUMMARY` stands base64 of a header
/// of nine octets and deflated records. Source: system/bt/tools/scripts/btsnooz.py of Android.
struct SnoozText {
  private static let beginning: [UInt8] = Array("--- BEGIN:BTSNOOP_LOG_SUMMARY".utf8)

  /// A phone's ring holds a few hundred kilobytes; a block of more than this is none of a phone.
  private static let mostOctets = 32 << 20

  private var packed: [UInt8] = []
  private var line: [UInt8] = []
  private var lineNumber = 1
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var blocks = 0
  private var isInside = false
  private var fault: String?

  /// Whether text that starts like this may hold such a block.
  static func recognises(_ head: RawSpan) -> Bool {
    // Both begin with a known line; the block comes megabytes later.
    if find(Array("== dumpstate".utf8), in: head, upTo: 256) { return true }
    if head.holds("Bluetooth Status", at: 0) { return true }
    return head.octet(0).map { $0 >= 0x20 || [0x09, 0x0A, 0x0D].contains($0) } == true
      && find(beginning, in: head, upTo: head.byteCount)
  }

  private static func find(_ words: [UInt8], in head: RawSpan, upTo end: Int) -> Bool {
    guard let first = words.first else { return false }
    let last = min(end, head.byteCount) - words.count
    var place = 0
    while place <= last {
      if head.octet(place) == first,
        words.indices.allSatisfy({ head.octet(place + $0) == words[$0] })
      {
        return true
      }
      place += 1
    }
    return false
  }

  /// The btsnoop file that the text holds.
  ///
  /// Throws ``InputError`` where there is no block, or nothing of it can be read.
  static func open(_ input: consuming ChunkedInput) throws(InputError) -> ChunkedInput {
    var text = SnoozText()
    let name = input.name
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = try input.move(into: &buffer)
      if count == 0 { break }
      for place in 0..<count { text.take(buffer[place]) }
    }
    if text.isInside { text.fail("the block of the snoop log has no end") }
    guard text.blocks > 0 else {
      throw InputError(
        "\(name) is a bug report without a Bluetooth snoop log; switch on the HCI snoop log in the"
          + " developer options, turn Bluetooth off and on, and record again")
    }
    var records = try SnoozRecords(text.packed, name)
    let fault = text.fault ?? records.fault
    let blocks = text.blocks
    let outer = input.shortfall
    return ChunkedInput(
      name: name,
      shortfall: {
        fault ?? outer
          ?? (blocks > 1 ? "the text holds \(blocks) snoop logs; the first was read" : nil)
      }
    ) { (target, start) in records.read(into: &target, from: start) }
  }

  private mutating func fail(_ text: String) {
    if fault == nil { fault = text + "; what stands before that place was read" }
  }

  /// Takes one octet of the text.
  private mutating func take(_ octet: UInt8) {
    if octet == 0x0A {
      endLine()
      lineNumber += 1
      line.removeAll(keepingCapacity: true)
    } else if line.count < 64 {
      line.append(octet)
      if isInside, blocks == 1 { decode(octet) }
    } else if isInside, blocks == 1 {
      decode(octet)
    }
  }

  private mutating func endLine() {
    if line.starts(with: Self.beginning) {
      isInside = true
      blocks += 1
    } else if line.starts(with: "--- END".utf8) {
      isInside = false
    }
  }

  /// Takes one letter of base64 of the first block.
  private mutating func decode(_ letter: UInt8) {
    // The line that ends the block begins with a letter that base64 does not have.
    guard fault == nil, line.first != 0x2D else { return }
    let value: UInt32
    switch letter {
    case 0x41...0x5A: value = UInt32(letter) - 0x41
    case 0x61...0x7A: value = UInt32(letter) - 0x61 + 26
    case 0x30...0x39: value = UInt32(letter) - 0x30 + 52
    case 0x2B: value = 62
    case 0x2F: value = 63
    case 0x3D:
      (bits, bitCount) = (0, 0)
      return
    case 0x20, 0x09, 0x0D: return
    default: return fail("line \(lineNumber) of the snoop log's block is no base64")
    }
    guard packed.count < Self.mostOctets else {
      return fail("the block of the snoop log is larger than that of any phone")
    }
    bits = bits << 6 | value
    bitCount += 6
    if bitCount >= 8 {
      bitCount -= 8
      packed.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
    }
  }
}
