internal import RulloBase

/// A discovery as a client makes it: pairs of a request and its response.
extension ComposedDatabase {
  /// Requests and responses that tell a reader the whole table, within the smallest MTU.
  ///
  /// Source: spec/att-gatt-l2cap, "Discovery": services by 2800, characteristics by 2803, the rest by
  /// Find Information; each list ends with the error "attribute not found".
  var discovery: [(request: [UInt8], response: [UInt8])] {
    var exchanges: [(request: [UInt8], response: [UInt8])] = []
    let services = self.services.map { service -> (start: UInt16, entry: [UInt8]) in
      var entry = Self.word(service.range.lowerBound)
      entry += Self.word(service.range.upperBound)
      entry += Self.octets(service.uuid)
      return (service.range.lowerBound, entry)
    }
    Self.list(services, ATTOpcode.readByGroupTypeRequest, type: 0x2800, into: &exchanges)
    let characteristics = self.characteristics.map { item -> (start: UInt16, entry: [UInt8]) in
      var entry = Self.word(item.declaration)
      entry.append(item.properties)
      entry += Self.word(item.value)
      entry += Self.octets(item.uuid)
      return (item.declaration, entry)
    }
    Self.list(characteristics, ATTOpcode.readByTypeRequest, type: 0x2803, into: &exchanges)
    var rest = self.characteristics.compactMap { item in
      item.configuration.map { ($0, BluetoothUUID(0x2902)) }
    }
    rest += descriptors.map { ($0.handle, $0.uuid) }
    for (handle, uuid) in rest.sorted(by: { $0.0 < $1.0 }) {
      let octets = Self.octets(uuid)
      let request = [ATTOpcode.findInformationRequest] + Self.word(handle) + Self.word(handle)
      var response: [UInt8] = [ATTOpcode.findInformationRequest + 1]
      response.append(octets.count == 2 ? 1 : 2)
      response += Self.word(handle)
      response += octets
      exchanges.append((request, response))
    }
    return exchanges
  }

  /// Lists entries of equal length together, as many as fit 23 octets.
  private static func list(
    _ entries: [(start: UInt16, entry: [UInt8])], _ opcode: UInt8, type: UInt16,
    into exchanges: inout [(request: [UInt8], response: [UInt8])]
  ) {
    guard !entries.isEmpty else { return }
    var start: UInt16 = 1
    var place = 0
    while place < entries.count {
      let length = entries[place].entry.count
      var response = [opcode + 1, UInt8(truncatingIfNeeded: length)]
      var last = start
      while place < entries.count, entries[place].entry.count == length,
        response.count + length <= 23
      {
        response += entries[place].entry
        last = entries[place].start
        place += 1
      }
      exchanges.append((request(opcode, from: start, type), response))
      start = last == 0xFFFF ? last : last + 1
    }
    let end: [UInt8] = [ATTOpcode.errorResponse, opcode] + word(start) + [0x0A]
    exchanges.append((request(opcode, from: start, type), end))
  }

  private static func request(_ opcode: UInt8, from start: UInt16, _ type: UInt16) -> [UInt8] {
    [opcode] + word(start) + word(0xFFFF) + word(type)
  }

  static func word(_ value: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)]
  }

  /// A UUID as it goes over the air: 2 octets where it has a short form, else 16.
  static func octets(_ uuid: BluetoothUUID) -> [UInt8] {
    uuid.short.map(word) ?? uuid.littleEndianBytes
  }
}
