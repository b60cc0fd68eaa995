internal import RulloBase
internal import RulloBluetooth

/// Reads what `Attribute.path` prints: `1826/2AD2`, `2AD2#2`, `h0052`.
enum AttributePath {
  static func attribute(_ path: RawSpan, device: Int) -> Attribute? {
    let text = String(decoding: path.copied(), as: UTF8.self)
    var attribute = Attribute(device: device, uuid: nil)
    if text.hasPrefix("h"), let octets = Hex.bytes(text.dropFirst()), octets.count == 2 {
      attribute.handle = UInt16(octets[0]) << 8 | UInt16(octets[1])
      return attribute
    }
    var rest = text[...]
    if let slash = rest.firstIndex(of: "/") {
      guard let service = BluetoothUUID(rest[..<slash]) else { return nil }
      attribute.service = service
      rest = rest[rest.index(after: slash)...]
    }
    if let mark = rest.firstIndex(of: "#") {
      guard let instance = Int(rest[rest.index(after: mark)...]), instance > 1 else { return nil }
      attribute.instance = instance
      rest = rest[..<mark]
    }
    guard let uuid = BluetoothUUID(rest) else { return nil }
    attribute.uuid = uuid
    return attribute
  }
}
