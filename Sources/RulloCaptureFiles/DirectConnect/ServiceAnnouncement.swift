internal import RulloBase

/// What devices say about themselves by multicast DNS: `_wahoo-fitness-tnp._tcp` (dircon, section 1).
internal enum ServiceAnnouncement {
  /// The names of the services in a message, by the addresses and ports where they answer.
  static func names(_ bytes: RawSpan, from source: Endpoint) -> [(Endpoint, String)] {
    guard let flags = bytes.u16be(2), flags & 0x8000 != 0, let questions = bytes.u16be(4),
      let answers = bytes.u16be(6), let authorities = bytes.u16be(8),
      let additions = bytes.u16be(10)
    else { return [] }
    var place = 12
    // Announcements of such devices hold a handful of each.
    for _ in 0..<min(questions, 32) {
      guard let (_, end) = labels(bytes, at: place) else { return [] }
      place = end + 4
    }
    var services: [(name: String, port: UInt16)] = []
    var addresses = [source]
    for _ in 0..<min(Int(answers) + Int(authorities) + Int(additions), 64) {
      guard let (owner, end) = labels(bytes, at: place), let type = bytes.u16be(end),
        let length = bytes.u16be(end + 8)
      else { break }
      let data = end + 10
      switch type {
      case 33:
        if owner.count == 4, owner[1].lowercased() == "_wahoo-fitness-tnp",
          let port = bytes.u16be(data + 4)
        {
          services.append((owner[0], port))
        }
      case 1:
        if let address = bytes.u32be(data) { addresses.append(Endpoint(low: UInt64(address))) }
      case 28:
        if let high = bytes.u64be(data), let low = bytes.u64be(data + 8) {
          addresses.append(Endpoint(isVersion6: true, high: high, low: low))
        }
      default: break
      }
      place = data + Int(length)
    }
    return services.flatMap { service in
      addresses.map { address in
        var endpoint = address
        endpoint.port = service.port
        return (endpoint, service.name)
      }
    }
  }

  /// The labels of a domain name, and where it ends; names point back into the message.
  private static func labels(_ bytes: RawSpan, at start: Int) -> (labels: [String], end: Int)? {
    var labels: [String] = []
    var place = start
    var end: Int?
    // A pointer or a label a round; no name has more.
    for _ in 0..<64 {
      guard let length = bytes.octet(place).map(Int.init) else { return nil }
      if length >= 0xC0 {
        guard let pointer = bytes.u16be(place) else { return nil }
        end = end ?? place + 2
        place = Int(pointer & 0x3FFF)
      } else if length == 0 {
        return (labels, end ?? place + 1)
      } else {
        guard length < 0x40, bytes.holds(length, at: place + 1) else { return nil }
        let text = bytes.extracting(place + 1..<place + 1 + length).copied()
        labels.append(String(decoding: text, as: UTF8.self))
        place += 1 + length
      }
    }
    return nil
  }
}
