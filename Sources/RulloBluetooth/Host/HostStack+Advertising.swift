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

  /// What a device advertised before the connection that is made now.
  internal mutating func attachAdvertisement(
    _ type: UInt8, _ low: UInt32, _ high: UInt16, to device: Int
  ) {
    let key = Self.key(type, low, high)
    if advertisers[key] == nil, advertisers.count < Self.most { advertisers[key] = Advertiser() }
    advertisers[key]?.device = device
    guard let advertisement = advertisers[key]?.advertisement, !advertisement.isEmpty else { return }
    emitter.update(device: device) { $0.advertisement = advertisement }
  }

  private mutating func heard(_ key: UInt64, _ data: RawSpan) {
    guard var advertiser = advertisers[key] ?? (advertisers.count < Self.most ? Advertiser() : nil)
    else { return }
    let before = advertiser.advertisement
    advertiser.advertisement.add(data)
    guard advertiser.advertisement != before else { return }
    advertisers[key] = advertiser
    if let device = advertiser.device {
      emitter.update(device: device) { $0.advertisement = advertiser.advertisement }
    }
  }

  /// Types 2 and 3 are identities that the controller resolved; they name the same devices as 0, 1.
  private static func key(_ type: UInt8, _ low: UInt32, _ high: UInt16) -> UInt64 {
    UInt64(type & 1) << 48 | UInt64(high) << 32 | UInt64(low)
  }
}

/// A device that was heard, and its index once it is connected.
internal struct Advertiser: Sendable {
  var advertisement = Advertisement()
  var device: Int?
}
