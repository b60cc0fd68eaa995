internal import RulloBase

extension HostStack where Sink: ~Copyable {
  /// More devices than this around a capture are not remembered.
  private static var most: Int { 1024 }

  /// Walks the reports of an event: a header each with the length of its data, and the data.
  internal mutating func advertisingReports(_ parameters: RawSpan) {
    let isExtended = parameters.octet(0) == 0x0D
    let (header, typeAt, addressAt, tail) = isExtended ? (24, 2, 3, 0) : (9, 1, 2, 1)
    var place = 2
    while parameters.holds(header, at: place), let type = parameters.octet(place + typeAt),
      let low = parameters.u32le(place + addressAt),
      let high = parameters.u16le(place + addressAt + 4),
      let length = parameters.octet(place + header - 1),
      parameters.holds(Int(length), at: place + header)
    {
      let start = place + header
      let data = parameters.extracting(start..<start + Int(length))
      if length > 0 { heard(Self.key(type, low, high), data) }
      place = start + Int(length) + tail
    }
  }

  /// What a device has advertised so far, for the connection that is made now.
  internal func advertisement(_ type: UInt8, _ low: UInt32, _ high: UInt16) -> Advertisement? {
    advertisers[Self.key(type, low, high)].flatMap { $0.isEmpty ? nil : $0 }
  }

  private mutating func heard(_ key: UInt64, _ data: RawSpan) {
    guard advertisers[key] != nil || advertisers.count < Self.most else { return }
    advertisers[key, default: Advertisement()].add(data)
  }

  /// Types 2 and 3 are identities that the controller resolved; they name the same devices as 0, 1.
  private static func key(_ type: UInt8, _ low: UInt32, _ high: UInt16) -> UInt64 {
    UInt64(type & 1) << 48 | UInt64(high) << 32 | UInt64(low)
  }
}
