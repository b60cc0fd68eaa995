extension Device {
  /// The characteristics that tell a device's name, model and versions.
  public static let identityCharacteristics: Set<UInt16> = [
    0x2A00, 0x2A24, 0x2A25, 0x2A26, 0x2A27, 0x2A28, 0x2A29,
  ]

  /// Learns what a client reads from one of ``identityCharacteristics``; others change nothing.
  ///
  /// Source: spec/csc-hr-misc, "Device Information"; some devices end their strings with NUL.
  public mutating func learn(_ characteristic: UInt16, _ octets: [UInt8]) {
    var text = octets
    while text.last == 0 { text.removeLast() }
    let string = String(decoding: text, as: UTF8.self)
    switch characteristic {
    case 0x2A00: name = string
    case 0x2A24: model = string
    case 0x2A25: serial = string
    case 0x2A26: firmware = string
    case 0x2A27: hardware = string
    case 0x2A28: software = string
    case 0x2A29: manufacturer = string
    default: break
    }
  }
}
