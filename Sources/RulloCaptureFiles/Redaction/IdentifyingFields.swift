internal import RulloBase
internal import RulloBluetooth

/// Where HCI packets hold what identifies a device or a person, outside attribute values.
///
/// Sources: Core Specification, volume 4 part E (commands and events) and volume 3 part C, section 11
/// (advertising data). What is met in one place is looked for in all octets of every packet, so that
/// a kind of packet that is not listed here shows nothing that a listed one has.
struct IdentifyingFields {
  /// Places of addresses, least significant octet first.
  private(set) var addresses: [Int] = []
  /// Places of names.
  private(set) var names: [Range<Int>] = []
  /// Places of keys and of data whose form nobody knows: they become zero.
  private(set) var secrets: [Range<Int>] = []

  init(_ packet: Packet, _ bytes: RawSpan) {
    switch packet.content {
    case .command: command(bytes)
    case .event: event(bytes)
    case .acl: acl(bytes)
    default: return
    }
  }

  /// The octets from a place to the end; none where the packet ends before.
  private static func rest(_ start: Int, _ bytes: RawSpan) -> Range<Int> {
    start..<max(start, bytes.byteCount)
  }

  private mutating func command(_ bytes: RawSpan) {
    guard let opcode = bytes.u16le(0) else { return }
    switch opcode {
    // Requests about a BR/EDR peer begin with its address, those about keys end with one.
    case 0x0405, 0x0408, 0x0409, 0x040A, 0x040C, 0x040E, 0x0419, 0x041A, 0x041D, 0x042B...0x0430,
      0x0433, 0x0434, 0x0C0D, 0x0C12, 0x2005:
      addresses.append(3)
    case 0x040B, 0x040D:
      addresses.append(3)
      secrets.append(Self.rest(9, bytes))
    case 0x0C11:
      addresses.append(4)
      secrets.append(Self.rest(10, bytes))
    case 0x200D: addresses.append(9)
    case 0x2043, 0x2044: addresses.append(6)
    case 0x2085: addresses.append(8)
    case 0x2006: addresses.append(10)
    case 0x2011, 0x2012, 0x2028, 0x202B, 0x202C, 0x2035, 0x2047, 0x2048, 0x204E:
      addresses.append(4)
    case 0x2027:
      addresses.append(4)
      secrets.append(Self.rest(10, bytes))
    case 0x2036: addresses.append(15)
    case 0x2008, 0x2009: advertising(bytes, Self.rest(4, bytes))
    case 0x2037, 0x2038: advertising(bytes, Self.rest(7, bytes))
    case 0x203F: advertising(bytes, Self.rest(6, bytes))
    case 0x0C13: names.append(Self.rest(3, bytes))
    case 0x0C52: advertising(bytes, Self.rest(4, bytes))
    // Encryption keys: of a block, of a link, as the answer to a request.
    case 0x2017: secrets.append(Self.rest(3, bytes))
    case 0x2019, 0x201A: secrets.append(Self.rest(5, bytes))
    // A command of the chip's maker may hold anything; one that sets an address often does.
    case 0xFC00...: secrets.append(Self.rest(3, bytes))
    default: return
    }
  }

  private mutating func event(_ bytes: RawSpan) {
    guard let code = bytes.octet(0) else { return }
    switch code {
    case 0x03: addresses.append(5)
    case 0x04, 0x16, 0x17, 0x31...0x36, 0x3B...0x3D: addresses.append(2)
    case 0x02, 0x22: addresses.append(3)
    case 0x2F:
      addresses.append(3)
      advertising(bytes, Self.rest(17, bytes))
    case 0x12: addresses.append(3)
    case 0x07:
      addresses.append(3)
      names.append(Self.rest(9, bytes))
    case 0x18:
      addresses.append(2)
      secrets.append(Self.rest(8, bytes))
    case 0x15: secrets.append(Self.rest(3, bytes))
    case 0x0E:
      // The host's own address and name, as the answer to its command; the chip's maker's own.
      switch bytes.u16le(3) {
      case 0x1009, 0x202B, 0x202C: addresses.append(6)
      case 0x0C14: names.append(Self.rest(6, bytes))
      case .some(0xFC00...): secrets.append(Self.rest(6, bytes))
      default: return
      }
    case 0x3E: lowEnergy(bytes)
    case 0xFF: secrets.append(Self.rest(2, bytes))
    default: return
    }
  }

  private mutating func lowEnergy(_ bytes: RawSpan) {
    switch bytes.octet(2) {
    case 0x01: addresses.append(8)
    case 0x0A, 0x29: addresses += [8, 14, 20]
    // The shared secret of a pairing.
    case 0x09: secrets.append(Self.rest(4, bytes))
    case 0x0E, 0x24: addresses.append(8)
    case 0x0F: advertising(bytes, Self.rest(10, bytes))
    case 0x13: addresses.append(5)
    case 0x18, 0x26: addresses.append(12)
    case 0x25: advertising(bytes, Self.rest(13, bytes))
    case 0x02: reports(bytes, header: 9, addressAt: 2, lengthAt: 8, tail: 1)
    case 0x0D: reports(bytes, header: 24, addressAt: 3, lengthAt: 23, tail: 0)
    case 0x0B:
      for place in stride(from: 4, to: bytes.byteCount, by: 16) {
        addresses += [place + 2, place + 9]
      }
    default: return
    }
  }

  /// Walks advertising reports, each a header with its length, its data, and a signal strength.
  private mutating func reports(
    _ bytes: RawSpan, header: Int, addressAt: Int, lengthAt: Int, tail: Int
  ) {
    var place = 4
    while bytes.holds(header, at: place), let length = bytes.octet(place + lengthAt) {
      addresses.append(place + addressAt)
      if header == 24 { addresses.append(place + 17) }
      let end = min(bytes.byteCount, place + header + Int(length))
      advertising(bytes, place + header..<max(place + header, end))
      place = end + tail
    }
  }

  /// Walks advertising structures: length, type, data.
  private mutating func advertising(_ bytes: RawSpan, _ range: Range<Int>) {
    var place = range.lowerBound
    while place + 1 < range.upperBound, let length = bytes.octet(place), length > 0,
      let type = bytes.octet(place + 1)
    {
      let start = min(place + 2, range.upperBound)
      let data = start..<max(start, min(place + 1 + Int(length), range.upperBound))
      switch type {
      case 0x08, 0x09, 0x30: names.append(data)
      // Manufacturer data keeps the company, its first two octets; service data its UUID.
      case 0xFF, 0x16: secrets.append(min(data.lowerBound + 2, data.upperBound)..<data.upperBound)
      case 0x21: secrets.append(min(data.lowerBound + 16, data.upperBound)..<data.upperBound)
      case 0x17, 0x18, 0x1B:
        for address in stride(from: data.lowerBound, to: data.upperBound - 5, by: 6) {
          addresses.append(address)
        }
      case 0x10, 0x11, 0x22, 0x23: secrets.append(data)
      default: break
      }
      place += 1 + Int(length)
    }
  }

  /// Keys that a pairing exchanges (volume 3 part H, section 3.6), each whole in one packet.
  private mutating func acl(_ bytes: RawSpan) {
    // Channel 6 pairs on LE, channel 7 over BR/EDR.
    guard let header = bytes.u16le(0), header >> 12 & 3 != 1, let channel = bytes.u16le(6),
      channel == 6 || channel == 7, let code = bytes.octet(8)
    else { return }
    switch code {
    case 0x06...0x08, 0x0A: secrets.append(Self.rest(9, bytes))
    case 0x09: addresses.append(10)
    default: return
    }
  }
}
